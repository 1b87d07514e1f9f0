import { contract } from '#functions/sandbox/expire-declaration/contract';
import { handler } from '#functions/sandbox/expire-declaration/handler';
import { describeDeclarationEnd } from '#test/support/handlers/describe-declaration-end';

describeDeclarationEnd(contract, handler, 'EXPIRED');

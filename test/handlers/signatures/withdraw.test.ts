import { contract } from '#functions/signatures/withdraw/contract';
import { handler } from '#functions/signatures/withdraw/handler';
import { describeDeclarationEnd } from '#test/support/handlers/describe-declaration-end';

describeDeclarationEnd(contract, handler, 'DELETED');

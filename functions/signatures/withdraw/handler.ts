import { unrecorded } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { endDeclaration } from '#shared/signatures/end-declaration';
import { contract } from './contract';

/** Withdraws an open declaration. Its link stops working; the partner can request a new declaration. */
export const handler = partnerEndpoint(contract, (request) => endDeclaration(request, 'DELETED', unrecorded));

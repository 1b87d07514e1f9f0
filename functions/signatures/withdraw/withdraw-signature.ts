import { unrecorded } from '#shared/http/idempotency/idempotent-operation';
import type { Operation } from '#shared/http/partner-endpoint';
import { endDeclaration } from '#shared/signatures/end-declaration';
import type { contract } from './contract';

/** Withdraws a declaration that is open. Its link stops working; another one may be requested. */
export const withdrawSignature: Operation<typeof contract> = (request) =>
  endDeclaration(request, 'DELETED', unrecorded);

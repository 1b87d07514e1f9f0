import { unrecorded } from '#shared/http/idempotency/idempotent-operation';
import type { Operation } from '#shared/http/partner-endpoint';
import { endDeclaration } from '#shared/signatures/end-declaration';
import type { contract } from './contract';

/** Withdraws a declaration that is open. Its link opens nothing from then on; another one may be asked for. */
export const withdrawSignature: Operation<typeof contract> = (request) =>
  endDeclaration(request, 'DELETED', unrecorded);

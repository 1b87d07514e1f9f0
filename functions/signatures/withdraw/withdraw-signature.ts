import type { Operation } from '#shared/http/edge';
import { withoutKey } from '#shared/operations/answer-once';
import { endCedula } from '#shared/operations/end-cedula';
import type { contract } from './contract';

/** Withdraws a declaration that is open. Its link opens nothing from then on; another one may be asked for. */
export const withdrawSignature: Operation<typeof contract> = (request) =>
  endCedula(request, 'DELETED', withoutKey);

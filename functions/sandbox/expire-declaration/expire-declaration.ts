import type { Operation } from '#shared/http/edge';
import { endCedula } from '#shared/operations/end-cedula';
import type { contract } from './contract';

/** Lets an open declaration run out now, as it otherwise does after 30 days. */
export const expireDeclaration: Operation<typeof contract> = (request) => endCedula(request, 'EXPIRED');

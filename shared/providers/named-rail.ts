import * as z from 'zod/mini';
import type { NamedRail } from '#shared/transactions/domain/rails/rail';

/** More than any reference has. */
const MAX_CHARACTERS = 200;

/**
 * Rail of a transfer. It is checked before it is stored. A wrong one is ignored and never refuses the transfer; any
 * other shape becomes a rail that no check passes.
 */
export const namedRail = z.optional(z.pipe(z.unknown(), z.transform(toNamedRail)));

function toNamedRail(value: unknown): NamedRail {
  const { type, reference } = Object(value);
  const isRail = [type, reference].every((part) => typeof part === 'string' && part.length <= MAX_CHARACTERS);
  return isRail ? { type, reference } : { type: '', reference: '' };
}

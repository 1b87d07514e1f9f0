import * as z from 'zod/mini';
import type { NamedRail } from '#shared/transactions/domain/rails/rail';

/** More than any reference has. */
const MAX_CHARACTERS = 200;

/**
 * Rail of a transfer. It is checked where it is kept: a wrong one, of whatever shape, is ignored, and never refuses what was
 * moved. One of any other shape becomes one that no check passes.
 */
export const namedRail = z.optional(z.pipe(z.unknown(), z.transform(toNamedRail)));

function toNamedRail(value: unknown): NamedRail {
  const { type, reference } = Object(value);
  const isRail = [type, reference].every((part) => typeof part === 'string' && part.length <= MAX_CHARACTERS);
  return isRail ? { type, reference } : { type: '', reference: '' };
}

import * as z from 'zod/mini';
import type { NamedRail } from '#shared/transactions/domain/rails/rail';

/** Maximum length of a rail's type or reference, in characters. Every real reference is shorter. */
const MAX_CHARACTERS = 200;

/**
 * Schema of the rail in a provider's message. An invalid rail never invalidates the message: `readRail` ignores the rail later. A
 * value without the form of a rail becomes an empty rail, which `readRail` ignores too.
 */
export const namedRail = z.optional(z.pipe(z.unknown(), z.transform(toNamedRail)));

function toNamedRail(value: unknown): NamedRail {
  const { type, reference } = Object(value);
  const isRail = [type, reference].every((part) => typeof part === 'string' && part.length <= MAX_CHARACTERS);
  return isRail ? { type, reference } : { type: '', reference: '' };
}

/** Checks that the log contains no personal data, no secret, and no error that only a bug in the code causes. */
import * as z from 'zod/mini';
import type { Evidence } from './evidence';

/** Personal data and secrets of the simulated partners. */
const PERSONAL = [
  /García/,
  /@example\.com/,
  /012180015500000008/,
  /123456789012/,
  /0x52908400098527886E/,
  /whsec_/,
  /1 Main St/,
];

/** Errors that only a bug in the code causes. */
const BUGS = new Set([
  'TypeError',
  'ReferenceError',
  'RangeError',
  'SyntaxError',
  'ZodError',
  '$ZodError',
  'ValidationException',
]);

const line = z.object({
  errorName: z.optional(z.string()),
  message: z.optional(z.string()),
  frames: z.optional(z.string()),
});

export function logViolations({ log }: Evidence): string[] {
  return log.flatMap((text) => {
    const personal = PERSONAL.find((pattern) => pattern.test(text));
    if (personal !== undefined) return [`the log shows ${personal.source}: ${text}`];
    const { errorName = '', message, frames } = line.parse(JSON.parse(text));
    return BUGS.has(errorName) ? [`a function failed by ${errorName}: ${message} ${frames}`] : [];
  });
}

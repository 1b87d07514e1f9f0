import { RampConnectionError, RampError } from '../errors.js';
import { escapeControls } from './escape.js';

/** An incomplete or incorrect command line. The program prints the usage and exits with code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command that failed. The program prints one sentence and exits with code 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** Returns an error as one sentence for the user of the command line, without a stack trace. */
export function errorSentence(error: unknown): string {
  if (error instanceof RampError) return refusalSentence(error);
  const message = error instanceof Error ? error.message : String(error);
  // Error messages of the SDK start with the operation name.
  const text =
    error instanceof RampConnectionError ? message.replace(/^\w+: (.)/, (_, first) => first.toUpperCase()) : message;
  const [line = ''] = text.split('\n');
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

function refusalSentence({ apiMessage, status, code, reason, errors, requestId }: RampError): string {
  const fields = errors.map(({ field, message }) => `\n  ${escapeControls(`${field}: ${message}`)}`).join('');
  const cause = reason === undefined ? '' : ` ${reason}`;
  return `${escapeControls(`${apiMessage} (${status} ${code}${cause}, request ${requestId})`)}.${fields}`;
}

/** Returns the system's code of an error or of its cause, for example `ECONNREFUSED`. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof AggregateError && error.errors.length > 0) return systemCode(error.errors[0]);
  return 'code' in error && typeof error.code === 'string' ? error.code : systemCode(error.cause);
}

/** Returns the result of a call, or `undefined` if the key does not have the required scope. */
export async function ifInScope<T>(call: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof RampError && error.code === 'INSUFFICIENT_SCOPE') return undefined;
    throw error;
  }
}

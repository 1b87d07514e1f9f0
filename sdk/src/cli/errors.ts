import { RampConnectionError, RampError } from '../errors.js';
import { escapeControls } from './escape.js';

/** The command line is incomplete or wrong: reported with the usage, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command could not be done: one sentence, exit code 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** One sentence for the person at the keyboard, without a stack trace. */
export function errorSentence(error: unknown): string {
  if (error instanceof RampError) return refusalSentence(error);
  const message = error instanceof Error ? error.message : String(error);
  // Messages of the SDK begin with the operation.
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

/** The system's code of an error or of its cause, such as ECONNREFUSED. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof AggregateError && error.errors.length > 0) return systemCode(error.errors[0]);
  return 'code' in error && typeof error.code === 'string' ? error.code : systemCode(error.cause);
}

/** The result of a call; `undefined` if the key does not have the scope of the call. */
export async function ifInScope<T>(call: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof RampError && error.code === 'INSUFFICIENT_SCOPE') return undefined;
    throw error;
  }
}

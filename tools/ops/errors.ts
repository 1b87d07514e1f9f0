/** The command line is incomplete or invalid. The tool prints the usage and exits with code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The operation failed. The tool prints one sentence and exits with code 1. */
export class OperationFailed extends Error {
  override readonly name = 'OperationFailed';
}

/** The stored state changed after the operator saw it. */
export class SeenOtherwise extends OperationFailed {}

/** Returns a value that must exist. @throws OperationFailed with the given sentence if the value is `undefined` */
export function existing<T>(value: T | undefined, otherwise: string): T {
  if (value === undefined) throw new OperationFailed(otherwise);
  return value;
}

/** Returns the result of a function; `undefined` if the function throws. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Returns one sentence about an error, without a stack trace. */
export function errorSentence(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const code = systemCode(error);
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ECONNRESET')
    return `The database does not respond (${code}).`;
  if (message.includes('Region is missing')) return 'No AWS region is set: set AWS_REGION or use a profile.';
  if (name === 'CredentialsProviderError') return 'No AWS credentials were found: set a profile or sign in.';
  if (name === 'ResourceNotFoundException') return 'The table was not found: check --env, --table and the region.';
  const [line = ''] = message.split('\n');
  if (line === '') return `The operation failed (${name}).`;
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

function systemCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? error.code : systemCode(error.cause);
}

/** The command line is incomplete or wrong: reported with the usage, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Failure of the requested operation: one sentence, exit code 1. */
export class OperationFailed extends Error {
  override readonly name = 'OperationFailed';
}

/** The state that an operator decided on is not the stored one any more. */
export class SeenOtherwise extends OperationFailed {}

/** A value that has to exist. @throws OperationFailed with the sentence if it does not */
export function existing<T>(value: T | undefined, otherwise: string): T {
  if (value === undefined) throw new OperationFailed(otherwise);
  return value;
}

/** Returns the result of the work, or nothing if it fails. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** One sentence about anything that went wrong, without a stack trace. */
export function errorSentence(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const code = systemCode(error);
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ECONNRESET')
    return `Nothing responds at the database's address (${code}).`;
  if (message.includes('Region is missing')) return 'No AWS region is set: give one with AWS_REGION or a profile.';
  if (name === 'CredentialsProviderError') return 'No AWS credentials were found: set a profile or sign in.';
  if (name === 'ResourceNotFoundException') return 'The table was not found: check --env, --table and the region.';
  const [line = ''] = message.split('\n');
  if (line === '') return `The operation failed (${name}).`;
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** The system's code of an error, or of the error that caused it. */
function systemCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? error.code : systemCode(error.cause);
}

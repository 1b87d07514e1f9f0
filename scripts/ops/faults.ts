/** The command line does not say what to do: told with the usage, exit code 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
}

/** What was asked for could not be done: one sentence, exit code 1. */
export class OperationFailed extends Error {
  override readonly name = 'OperationFailed';
}

/** One sentence about anything that went wrong, without a stack trace. */
export function sentenceOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const code = codeOf(error);
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ECONNRESET')
    return `Nothing answers at the database's address (${code}).`;
  if (message.includes('Region is missing'))
    return 'No AWS region is set: give one with AWS_REGION or a profile.';
  if (name === 'CredentialsProviderError') return 'No AWS credentials were found: set a profile or sign in.';
  if (name === 'ResourceNotFoundException')
    return 'The table was not found: check --env, --table and the region.';
  const [line = ''] = message.split('\n');
  if (line === '') return `The operation failed (${name}).`;
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** The system's code of an error, or of the error that caused it. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error) return error.code;
  return codeOf(error.cause);
}

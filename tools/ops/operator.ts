/** The name that audit records have for who changes something. */
import { userInfo } from 'node:os';
import type { Environment } from '#ops/connection';
import { existing, OperationFailed } from '#ops/errors';
import { requestTimeouts } from '#shared/platform/config/cloud-clients';

/** Attempts of the request to STS: an answer may be lost. */
const MAX_ATTEMPTS = 4;

/**
 * The operator: in the cloud the ARN that the account, and its own trail, knows the caller by; on a laptop the system's
 * user.
 * @throws OperationFailed if the cloud does not name the caller
 */
export async function operatorName(environment: Environment): Promise<string> {
  if (environment !== 'local') return await callerArn();
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no entry among the system's users.
    return process.env.USER ?? `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The ARN of the caller by STS, which needs no permission. */
async function callerArn(): Promise<string> {
  const { GetCallerIdentityCommand, STSClient, STSServiceException } = await import('@aws-sdk/client-sts');
  const client = new STSClient({ maxAttempts: MAX_ATTEMPTS, requestHandler: requestTimeouts });
  try {
    const { Arn } = await client.send(new GetCallerIdentityCommand({}));
    return existing(Arn, unknownCaller('an unreadable answer'));
  } catch (error) {
    if (error instanceof OperationFailed) throw error;
    throw new OperationFailed(unknownCaller(error instanceof STSServiceException ? error.name : 'no answer'));
  }
}

const unknownCaller = (reason: string) =>
  `Nothing was changed: AWS does not say who you are (${reason}), and every change is put on record by name.`;

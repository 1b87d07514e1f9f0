/** Whom the audit records name. */
import { userInfo } from 'node:os';
import type { Environment } from '#scripts/ops/connection';
import { OperationFailed } from '#scripts/ops/faults';
import { type SignedPost, signedPost } from '#shared/platform/network/signed-post';

const QUESTION = 'Action=GetCallerIdentity&Version=2011-06-15';
const TIMEOUT_MS = 5000;

/**
 * The operator: in the cloud the ARN that the account, and its own trail, knows the caller by; on a laptop the system's
 * user.
 * @throws OperationFailed when the cloud does not tell
 */
export async function operatorOf(environment: Environment): Promise<string> {
  return environment === 'local' ? systemUser() : await callerArn();
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no entry among the system's users.
    return process.env.USER ?? `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * What STS answers to GetCallerIdentity, which needs no permission. One signed request: its client is not among the
 * dependencies. Region and credentials are those that the other clients of the shell have.
 */
async function callerArn(): Promise<string> {
  const { DynamoDBClient } = await import('@aws-sdk/client-dynamodb');
  const client = new DynamoDBClient({});
  const region = await client.config.region();
  const credentials = await client.config.credentials();
  client.destroy();
  const address = new URL(process.env.AWS_ENDPOINT_URL_STS || `https://sts.${region}.amazonaws.com/`);
  return arnIn(await answerTo({ address, region, credentials }));
}

async function answerTo(to: Pick<SignedPost, 'address' | 'region' | 'credentials'>): Promise<string> {
  try {
    const response = await signedPost({
      ...to,
      service: 'sts',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: QUESTION,
      timeoutMs: TIMEOUT_MS,
    });
    return await response.text();
  } catch {
    throw unknownCaller('no answer');
  }
}

function arnIn(answer: string): string {
  const [, arn] = /<Arn>(arn:[^<\s]+)<\/Arn>/.exec(answer) ?? [];
  if (arn !== undefined) return arn;
  const [, code = 'an unreadable answer'] = /<Code>(\w+)<\/Code>/.exec(answer) ?? [];
  throw unknownCaller(code);
}

function unknownCaller(why: string): OperationFailed {
  return new OperationFailed(
    `Nothing was changed: AWS does not say who you are (${why}), and every change is put on record by name.`,
  );
}

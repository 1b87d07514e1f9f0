/** The name that audit records have for who changes something. */
import { userInfo } from 'node:os';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Environment } from '#ops/connection';
import { OperationFailed } from '#ops/errors';
import { configuredEndpoint } from '#shared/platform/config/service-endpoint';
import { signedPost } from '#shared/platform/network/signed-post';
import { retry } from '#shared/platform/retry';

const TIMEOUT_MS = 5000;
/** Attempts of the request to STS: an answer may be lost. */
const MAX_ATTEMPTS = 4;

/**
 * The operator: in the cloud the ARN that the account, and its own trail, knows the caller by; on a laptop the system's
 * user.
 * @throws OperationFailed when the cloud does not name the caller
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

/**
 * Asks STS for GetCallerIdentity, which needs no permission. A signed request of our own: its client is not among the
 * dependencies. Region and credentials are those that the other clients of the shell have.
 */
async function callerArn(): Promise<string> {
  const client = new DynamoDBClient({});
  const [region, credentials] = [await client.config.region(), await client.config.credentials()];
  client.destroy();
  const request = {
    address: new URL(configuredEndpoint('STS') ?? `https://sts.${region}.amazonaws.com`),
    region,
    credentials,
    service: 'sts',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: 'Action=GetCallerIdentity&Version=2011-06-15',
    timeoutMs: TIMEOUT_MS,
  };
  const answer = await retry(async () => (await signedPost(request)).text(), { maxAttempts: MAX_ATTEMPTS }).catch(
    () => '<Code>no answer</Code>',
  );
  const [, arn] = /<Arn>(arn:[^<\s]+)<\/Arn>/.exec(answer) ?? [];
  if (arn !== undefined) return arn;
  const [, code = 'an unreadable answer'] = /<Code>([\w ]+)<\/Code>/.exec(answer) ?? [];
  throw new OperationFailed(
    `Nothing was changed: AWS does not say who you are (${code}), and every change is put on record by name.`,
  );
}

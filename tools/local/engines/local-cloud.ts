/** The region that every local ARN and client names. */
export const LOCAL_REGION = 'us-east-1';

/** The account of every local ARN; the queue engine has this one built in. */
export const LOCAL_ACCOUNT = '000000000000';

/** ARN of a local queue, known before the queue exists: references between resources need it. */
export function queueArn(queueName: string): string {
  return `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${queueName}`;
}

/** ARN of a local KMS key. */
export function keyArn(keyId: string): string {
  return `arn:aws:kms:${LOCAL_REGION}:${LOCAL_ACCOUNT}:key/${keyId}`;
}

/**
 * Client settings for an engine on this machine: nothing is read from the environment or the network.
 * @param sessionToken the function in whose name the client asks, as its environment has it
 */
export function localClient(endpoint: string, sessionToken?: string) {
  return {
    endpoint,
    region: LOCAL_REGION,
    credentials: {
      accessKeyId: 'local',
      secretAccessKey: 'local',
      ...(sessionToken !== undefined && { sessionToken }),
    },
  };
}

/** Log of an engine's errors that do not stop it; one line, no payloads. */
export type Report = (line: string) => void;

export function reportToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Region of all local ARNs and clients. */
export const LOCAL_REGION = 'us-east-1';

/** Account of all local ARNs. The queue engine has this account built in. */
export const LOCAL_ACCOUNT = '000000000000';

/** Returns the ARN of a local queue, also before the queue exists: references between resources need the ARN. */
export function queueArn(queueName: string): string {
  return `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${queueName}`;
}

/** Returns the ARN of a local KMS key. */
export function keyArn(keyId: string): string {
  return `arn:aws:kms:${LOCAL_REGION}:${LOCAL_ACCOUNT}:key/${keyId}`;
}

/**
 * Client settings for an engine on this machine. The client then does not search the environment or the network for settings.
 * @param sessionToken name of the function on whose behalf the client sends requests, instead of a real session token
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

/** Logs an error in a local AWS service that does not stop the stack: one line, without the content of messages or items. */
export type Report = (line: string) => void;

export function reportToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

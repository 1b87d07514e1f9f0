import { KMSClient } from '@aws-sdk/client-kms';
import { namingCalls } from '#shared/platform/observability/denied-call';
import { requestTimeouts } from './cloud-clients';

let client: KMSClient | undefined;

/** Returns the KMS client of this process. The first call creates the client. */
export function keyService(): KMSClient {
  client ??= namingCalls(new KMSClient({ maxAttempts: 3, requestHandler: requestTimeouts }));
  return client;
}

import * as z from 'zod/mini';

const secret = z.string();

/** Data of a running stack for other processes. */
export const stackFacts = z.object({
  baseUrl: z.string(),
  dynamodbEndpoint: z.string(),
  sqsEndpoint: z.string(),
  s3Endpoint: z.string(),
  kmsEndpoint: z.string(),
  controlEndpoint: z.string(),
  tableName: z.string(),
  bucketNames: z.readonly(z.array(z.string())),
  queues: z.readonly(z.record(z.string(), z.string())),
  stage: z.string(),
  providerEventsSecrets: z.readonly(
    z.object({ banking: secret, custody: secret, rates: secret, 'bank-verification': secret }),
  ),
});

export type StackFacts = z.infer<typeof stackFacts>;

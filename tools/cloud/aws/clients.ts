/** SDK clients for AWS or an emulator. */
import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { ACM } from '@aws-sdk/client-acm';
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { IAM } from '@aws-sdk/client-iam';
import { Lambda } from '@aws-sdk/client-lambda';
import { Route53 } from '@aws-sdk/client-route-53';
import { S3 } from '@aws-sdk/client-s3';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { ServiceQuotas } from '@aws-sdk/client-service-quotas';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { STS } from '@aws-sdk/client-sts';

/** Region and endpoint of the clients. */
export interface AwsPlace {
  /** AWS region. @default the region of the environment or the profile */
  readonly region?: string | undefined;
  /** Emulator to use instead of AWS. @default AWS, with the default credential chain */
  readonly emulator?: {
    readonly endpoint: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
    readonly certificateFile: string;
  };
}

/** Maximum attempts of one call. After throttling, the SDK doubles its wait up to 20 s, so ten attempts can take two minutes. */
const MAX_ATTEMPTS = 10;

/** Creates the clients. The clients retry calls that are throttled, fail or get no response. */
export function awsClients({ region = process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION, emulator }: AwsPlace) {
  const settings = {
    ...(region !== undefined && { region }),
    ...(emulator && {
      ...{ endpoint: emulator.endpoint, credentials: emulator.credentials },
      // An emulator serves all buckets and queues at one URL.
      ...{ forcePathStyle: true, useQueueUrlAsEndpoint: false },
    }),
    // Adaptive mode reduces the rate of all calls to a service that throttles, regardless of the throttled operation.
    retryMode: 'adaptive',
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      ...{ connectionTimeout: 10_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
      ...(emulator && { httpsAgent: new Agent({ ca: readFileSync(emulator.certificateFile), keepAlive: true }) }),
    },
  };
  return {
    acm: new ACM(settings),
    apiGateway: new APIGateway(settings),
    cloudFormation: new CloudFormation(settings),
    cloudWatch: new CloudWatch(settings),
    dynamodb: new DynamoDB(settings),
    iam: new IAM(settings),
    lambda: new Lambda(settings),
    logs: new CloudWatchLogs(settings),
    quotas: new ServiceQuotas(settings),
    route53: new Route53(settings),
    s3: new S3(settings),
    secrets: new SecretsManager(settings),
    sns: new SNS(settings),
    sqs: new SQS(settings),
    sts: new STS(settings),
  };
}
export type Aws = ReturnType<typeof awsClients>;

/** Reads all pages of a list. @param itemsOf returns the items of a page */
export async function readAll<P, T>(pages: AsyncIterable<P>, itemsOf: (page: P) => readonly T[] | undefined) {
  const found: T[] = [];
  for await (const page of pages) for (const item of itemsOf(page) ?? []) found.push(item);
  return found;
}

/** Returns the response to a call; `undefined` if the service reports that the resource does not exist. */
export async function unlessAbsent<T>(call: Promise<T>): Promise<T | undefined> {
  return await call.catch((error: unknown) => {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    if (/NotFound|NoSuch|NonExistent/.test(name) || /does not exist/.test(message)) return undefined;
    throw error;
  });
}

/** Returns the status and outputs of a stack; `undefined` if the stack does not exist. */
export async function readStack({ cloudFormation }: Aws, StackName: string) {
  const { Stacks: [stack] = [] } = (await unlessAbsent(cloudFormation.describeStacks({ StackName }))) ?? {};
  const outputs = Object.fromEntries(
    (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  );
  return stack && { status: stack.StackStatus ?? '', outputs };
}

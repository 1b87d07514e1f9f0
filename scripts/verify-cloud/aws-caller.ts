import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { ACM } from '@aws-sdk/client-acm';
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { CodeDeploy } from '@aws-sdk/client-codedeploy';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreams } from '@aws-sdk/client-dynamodb-streams';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { KMS } from '@aws-sdk/client-kms';
import { Lambda } from '@aws-sdk/client-lambda';
import { Route53 } from '@aws-sdk/client-route-53';
import { S3 } from '@aws-sdk/client-s3';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { ServiceQuotas } from '@aws-sdk/client-service-quotas';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { STS } from '@aws-sdk/client-sts';
import * as z from 'zod';

/** Clients of services, by the name that the AWS command line gives the service. */
const clients = {
  acm: ACM,
  apigateway: APIGateway,
  cloudformation: CloudFormation,
  cloudwatch: CloudWatch,
  codedeploy: CodeDeploy,
  dynamodb: DynamoDB,
  dynamodbstreams: DynamoDBStreams,
  events: EventBridge,
  kms: KMS,
  lambda: Lambda,
  logs: CloudWatchLogs,
  route53: Route53,
  s3: S3,
  secretsmanager: SecretsManager,
  'service-quotas': ServiceQuotas,
  sns: SNS,
  sqs: SQS,
  sts: STS,
} as const;
type Client = InstanceType<(typeof clients)[keyof typeof clients]>;

/** A call of a service, by the names of its interface: `lambda`, `ListFunctions`. */
export interface AwsCall {
  readonly service: string;
  readonly operation: string;
  /** @default none */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** A service refused a call, or did not answer. */
export class AwsRefusal extends Error {
  override readonly name = 'AwsRefusal';
  constructor(
    call: AwsCall,
    /** As the service spells it: `ResourceInUseException`. */
    readonly code: string,
    message: string,
  ) {
    super(`${call.service} ${call.operation} was refused: ${code}, ${message}`);
  }
}

/** Calls the services of a cloud, by the SDK's clients. */
export class AwsCaller {
  readonly #clients = new Map<string, Client>();
  readonly #configuration: ConstructorParameters<typeof S3>[0] & ConstructorParameters<typeof SQS>[0];

  /**
   * @param environment variables that say where the cloud is and who calls, as the SDKs read them. What is absent is taken
   * from this process, so that of an account without any the usual chain finds both.
   */
  constructor(environment: Readonly<Record<string, string>>) {
    const { AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_CA_BUNDLE } = environment;
    this.#configuration = {
      ...(AWS_REGION !== undefined && { region: AWS_REGION }),
      // An emulator answers for every bucket and queue at its one address.
      ...(AWS_ENDPOINT_URL !== undefined && {
        endpoint: AWS_ENDPOINT_URL,
        forcePathStyle: true,
        useQueueUrlAsEndpoint: false,
      }),
      ...(AWS_ACCESS_KEY_ID !== undefined &&
        AWS_SECRET_ACCESS_KEY !== undefined && {
          credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY },
        }),
      ...(AWS_CA_BUNDLE !== undefined && {
        requestHandler: { httpsAgent: new Agent({ ca: readFileSync(AWS_CA_BUNDLE), keepAlive: true }) },
      }),
    };
  }

  /**
   * One call, its result in the form that the caller needs. Instants are texts in it, as in JSON.
   * @throws AwsRefusal
   */
  async call<T extends z.ZodType>(call: AwsCall, result: T): Promise<z.infer<T>> {
    const { service, operation, parameters = {} } = call;
    const client = this.#client(service);
    const method: unknown = Reflect.get(client, operation.charAt(0).toLowerCase() + operation.slice(1));
    if (typeof method !== 'function') throw new TypeError(`The client of ${service} has no operation ${operation}`);
    const { $metadata, ...answer }: Readonly<Record<string, unknown>> = await Reflect.apply(method, client, [
      parameters,
    ]).catch((error: unknown) => {
      if (error instanceof Error) throw new AwsRefusal(call, error.name, error.message);
      throw error;
    });
    return result.parse(JSON.parse(JSON.stringify(answer)));
  }

  /** One call whose result does not matter. @throws AwsRefusal */
  async send(call: AwsCall): Promise<void> {
    await this.call(call, z.unknown());
  }

  /** Closes its connections. */
  stop(): void {
    for (const client of this.#clients.values()) client.destroy();
  }

  #client(service: string): Client {
    const known = this.#clients.get(service);
    if (known !== undefined) return known;
    const [, Made] = Object.entries(clients).find(([name]) => name === service) ?? [];
    if (Made === undefined) throw new TypeError(`No client is known of the service ${service}`);
    const made = new Made(this.#configuration);
    this.#clients.set(service, made);
    return made;
  }
}

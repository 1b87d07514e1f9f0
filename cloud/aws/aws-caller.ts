import { setTimeout as sleep } from 'node:timers/promises';
import * as acm from '@aws-sdk/client-acm';
import * as apigateway from '@aws-sdk/client-api-gateway';
import * as cloudformation from '@aws-sdk/client-cloudformation';
import * as cloudwatch from '@aws-sdk/client-cloudwatch';
import * as logs from '@aws-sdk/client-cloudwatch-logs';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as iam from '@aws-sdk/client-iam';
import * as lambda from '@aws-sdk/client-lambda';
import * as route53 from '@aws-sdk/client-route-53';
import * as s3 from '@aws-sdk/client-s3';
import * as secretsmanager from '@aws-sdk/client-secrets-manager';
import * as serviceQuotas from '@aws-sdk/client-service-quotas';
import * as sns from '@aws-sdk/client-sns';
import * as sqs from '@aws-sdk/client-sqs';
import * as sts from '@aws-sdk/client-sts';
import * as z from 'zod';
import { connectionOf, credentialsOf, type Environment } from './connection';

/** The SDK's package and client of a service, by the name that the AWS command line gives it; `id` as the SDK names it. */
const services = {
  acm: { sdk: acm, Client: acm.ACM, id: 'ACM' },
  apigateway: { sdk: apigateway, Client: apigateway.APIGateway, id: 'API Gateway' },
  cloudformation: { sdk: cloudformation, Client: cloudformation.CloudFormation, id: 'CloudFormation' },
  cloudwatch: { sdk: cloudwatch, Client: cloudwatch.CloudWatch, id: 'CloudWatch' },
  dynamodb: { sdk: dynamodb, Client: dynamodb.DynamoDB, id: 'DynamoDB' },
  iam: { sdk: iam, Client: iam.IAM, id: 'IAM' },
  lambda: { sdk: lambda, Client: lambda.Lambda, id: 'Lambda' },
  logs: { sdk: logs, Client: logs.CloudWatchLogs, id: 'CloudWatch Logs' },
  route53: { sdk: route53, Client: route53.Route53, id: 'Route 53' },
  s3: { sdk: s3, Client: s3.S3, id: 'S3' },
  secretsmanager: { sdk: secretsmanager, Client: secretsmanager.SecretsManager, id: 'Secrets Manager' },
  'service-quotas': { sdk: serviceQuotas, Client: serviceQuotas.ServiceQuotas, id: 'Service Quotas' },
  sns: { sdk: sns, Client: sns.SNS, id: 'SNS' },
  sqs: { sdk: sqs, Client: sqs.SQS, id: 'SQS' },
  sts: { sdk: sts, Client: sts.STS, id: 'STS' },
} as const;
type Service = (typeof services)[keyof typeof services];
type Client = InstanceType<Service['Client']>;

/** A call of a service, by the names of its interface: `lambda ListFunctions`. */
export type CallName = `${keyof typeof services} ${string}`;
type Parameters = Readonly<Record<string, unknown>>;

/** A service refused a call, or did not answer. */
export class AwsRefusal extends Error {
  override readonly name = 'AwsRefusal';
  constructor(
    name: CallName,
    /** As the service spells it: `ResourceInUseException`. */
    readonly code: string,
    /** The service's own sentence. */
    readonly reason: string,
    /** False if no service has responded. */
    isReached = true,
  ) {
    super(
      isReached
        ? `${name} was refused: ${code}, ${reason}`
        : `${name} could not be reached: ${code}, ${reason}. Check the network and the Region`,
    );
  }

  /** True where the service says that there is no such thing. */
  get isAbsence(): boolean {
    return /NotFound|NoSuch|NonExistent/.test(this.code) || /does not exist/.test(this.reason);
  }
}

/** The items of a page of a list, by the name of its member. */
export function pageOf<T extends z.ZodType>(member: string, item: T) {
  const items = z.array(item).default([]);
  return z.record(z.string(), z.unknown()).transform((page) => items.parse(page[member]));
}

/** Calls the services of a cloud, by the SDK's clients. They retry what is throttled, lost or failed. */
export class AwsCaller {
  readonly #environment: Environment;
  readonly #credentials: ReturnType<typeof credentialsOf>;
  readonly #clients = new Map<string, Client>();

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#credentials = credentialsOf(environment);
  }

  /**
   * Makes one call, and gives its result in the form that the caller needs. Instants are texts in it, as in JSON.
   * @throws AwsRefusal
   */
  async call<T extends z.ZodType>(name: CallName, parameters: Parameters, result: T): Promise<z.infer<T>> {
    return await this.#attempt(name, async ({ client, operation }) => {
      const method = functionNamed(client, operation.charAt(0).toLowerCase() + operation.slice(1));
      return read(await Reflect.apply(method, client, [parameters]), result);
    });
  }

  /**
   * Reads a list to its end, by the SDK's paginator. @param page gives the items of a page
   * @throws AwsRefusal
   */
  async list<T>(name: CallName, parameters: Parameters, page: z.ZodType<readonly T[]>): Promise<T[]> {
    return await this.#attempt(name, async ({ client, sdk, operation }) => {
      const pages: AsyncIterable<unknown> = Reflect.apply(functionNamed(sdk, `paginate${operation}`), undefined, [
        { client },
        parameters,
      ]);
      const found: T[] = [];
      for await (const one of pages) found.push(...read(one, page));
      return found;
    });
  }

  /** Makes one call whose result does not matter. @throws AwsRefusal */
  async send(name: CallName, parameters: Parameters): Promise<void> {
    await this.call(name, parameters, z.unknown());
  }

  /** Closes its connections. */
  stop(): void {
    for (const client of this.#clients.values()) client.destroy();
  }

  async #attempt<T>(
    name: CallName,
    work: (connected: { readonly client: Client; readonly sdk: object; readonly operation: string }) => Promise<T>,
  ): Promise<T> {
    const [service = '', operation = ''] = name.split(' ');
    try {
      return await work({ ...this.#connect(service), operation });
    } catch (error) {
      if (!(error instanceof Error) || isNoAnswer(error)) throw error;
      const systemError = systemErrorOf(error);
      if (systemError !== undefined) throw new AwsRefusal(name, systemError, error.message.trim(), false);
      throw new AwsRefusal(name, error.name, error.message);
    }
  }

  #connect(name: string): { readonly client: Client; readonly sdk: object } {
    const [, service] = Object.entries(services).find(([known]) => known === name) ?? [];
    if (service === undefined) throw new TypeError(`No client is known of the service ${name}`);
    const { sdk, Client, id } = service;
    const known = this.#clients.get(name);
    if (known !== undefined) return { client: known, sdk };
    const client = new Client({ ...connectionOf(this.#environment, id), credentials: this.#credentials });
    this.#clients.set(name, client);
    return { client, sdk };
  }
}

/** Tells what no service has said: no one is signed in, the caller is at fault, or the answer has another form. */
function isNoAnswer(error: Error): boolean {
  return error instanceof z.core.$ZodError || error instanceof TypeError || error.name === 'CredentialsProviderError';
}

/** The code of the network or the system, such as ENOTFOUND; `undefined` if a service has responded. */
function systemErrorOf(error: Error): string | undefined {
  if ('code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(error.code)) return error.code;
  if (error.name === 'TimeoutError') return error.name;
  return error.cause instanceof Error ? systemErrorOf(error.cause) : undefined;
}

function functionNamed(owner: object, name: string): CallableFunction {
  const found: unknown = Reflect.get(owner, name);
  if (typeof found !== 'function') throw new TypeError(`The SDK has no ${name}`);
  return found;
}

/** An answer without the SDK's metadata, as JSON has it, in the form that the caller needs. */
function read<T extends z.ZodType>(answer: unknown, form: T): z.infer<T> {
  const { $metadata, ...members } = z.record(z.string(), z.unknown()).parse(answer);
  return form.parse(JSON.parse(JSON.stringify(members)));
}

/** Time in which a service shows everywhere what was just made, in ms. */
const VISIBLE_MS = 6000;
const PAUSE_MS = 500;

/** Reads what may have been made a moment ago: what is not there is looked for again, for six seconds. @throws AwsRefusal */
export async function whenVisible<T>(work: () => Promise<T>): Promise<T> {
  for (const endMs = performance.now() + VISIBLE_MS; ; await sleep(PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AwsRefusal) || !error.isAbsence || performance.now() > endMs) throw error;
    }
  }
}

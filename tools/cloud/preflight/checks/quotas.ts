import {
  paginateListAWSDefaultServiceQuotas,
  paginateListServiceQuotas,
  type ServiceQuota,
} from '@aws-sdk/client-service-quotas';
import { readAll, readStack } from '#cloud/aws/clients';
import type { StageCapacity } from '#infra/config/capacity';
import { BURST_S } from '#shared/partners/domain/request-rate';
import { type Check, type Finding, type PreflightContext, stageStack, together } from '../check';

/** Concurrency that Lambda keeps for functions without reserved concurrency. */
const UNRESERVED = 100;

/** An AWS quota, and the function that calculates the value that a stage needs. */
interface Quota {
  readonly name: string;
  readonly unit: string;
  /**
   * Default value in us-east-1 (AWS documentation of November 2026). Used if Service Quotas lists no value for the account. Other
   * Regions can have lower values.
   */
  readonly usual: number;
  /** Entry in Service Quotas. Absent if another service reports the quota. */
  readonly listed?: { readonly ServiceCode: string; readonly name: RegExp };
  readonly needs: (capacity: StageCapacity) => number;
  /**
   * True if the template sets the result of `needs` as the capacity of the table. DynamoDB rejects a table with a capacity above
   * the quota. Therefore, a quota below this capacity is a fault even in the sandbox.
   */
  readonly isSet?: true;
  /** Text of the request to AWS for a higher quota. */
  readonly request: string;
}

const tableRequest = 'of a DynamoDB table (DynamoDB refuses a table above this quota)';
const sum = (numbers: Readonly<Record<string, number>>) => Object.values(numbers).reduce((all, one) => all + one, 0);

const quotas: Readonly<Record<string, Quota>> = {
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
  gatewayRate: {
    name: 'API Gateway: all requests',
    unit: 'requests/s',
    usual: 10_000,
    needs: ({ load }) => load.requests + load.providerReports,
    request: 'requests per second of API Gateway',
  },
  gatewayBurst: {
    name: 'API Gateway: burst of all partners',
    unit: 'requests',
    usual: 5000,
    needs: ({ load }) => load.requests * BURST_S,
    request: 'requests per second of API Gateway; the burst grows with this rate',
  },
  // https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
  functions: {
    name: 'Lambda: readers of queues and stream, and endpoints',
    unit: 'concurrent executions',
    usual: 1000,
    needs: ({ queueReaders, reserved }) => sum(queueReaders) + sum(reserved) + UNRESERVED,
    request: 'concurrent executions of Lambda',
  },
  // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html
  busEvents: {
    name: 'event bus: requests with one event each',
    unit: 'requests/s',
    usual: 10_000,
    listed: { ServiceCode: 'events', name: /^PutEvents throttle limit/i },
    needs: ({ load }) => load.events,
    request: 'PutEvents of EventBridge',
  },
  busDeliveries: {
    name: 'event bus: deliveries to queues',
    unit: 'events/s',
    usual: 18_750,
    listed: { ServiceCode: 'events', name: /^Invocations throttle limit/i },
    // Only the messages of steps reach their queue through an EventBridge rule. Webhooks reach their queues without a rule.
    needs: ({ load }) => load.steps,
    request: 'invocations of EventBridge',
  },
  // https://docs.aws.amazon.com/kms/latest/developerguide/requests-per-second.html
  keyCalls: {
    name: 'KMS: tokens of links',
    unit: 'calls/s',
    usual: 10_000,
    listed: { ServiceCode: 'kms', name: /^Cryptographic operations \(symmetric\) request rate/i },
    needs: ({ load }) => load.keyCalls,
    request: 'symmetric operations of KMS',
  },
  // The quota is per table and per index: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
  tableWrites: {
    name: 'writes of a table, or of its index',
    unit: 'units/s',
    usual: 40_000,
    listed: { ServiceCode: 'dynamodb', name: /^Table-level write throughput limit/i },
    needs: ({ table, index }) => Math.max(table.write, index.write),
    isSet: true,
    request: `writes ${tableRequest}`,
  },
  tableReads: {
    name: 'reads of a table, or of its index',
    unit: 'units/s',
    usual: 40_000,
    listed: { ServiceCode: 'dynamodb', name: /^Table-level read throughput limit/i },
    needs: ({ table, index }) => Math.max(table.read, index.read),
    isSet: true,
    request: `reads ${tableRequest}`,
  },
};

/** A quota value with its source. */
interface Value {
  readonly value: number;
  readonly origin: string;
}

/** Lists the quotas of a service that have a value for this account. */
export function readQuotas({ aws }: PreflightContext, ServiceCode: string): Promise<ServiceQuota[]> {
  const pages = paginateListServiceQuotas({ client: aws.quotas }, { ServiceCode, MaxResults: 100 });
  return readAll(pages, ({ Quotas }) => Quotas);
}

/**
 * Reads the quotas of the account. If Service Quotas lists no value for the account, reads the default of the Region. A quota in
 * neither list is absent from the result.
 */
async function readValues(context: PreflightContext): Promise<ReadonlyMap<string, Value>> {
  const { throttleSettings: { rateLimit = 0, burstLimit = 0 } = {} } = await context.aws.apiGateway.getAccount({});
  const own = (value: number): Value => ({ value, origin: '' });
  const found = new Map<string, Value>([
    ['gatewayRate', own(rateLimit)],
    ['gatewayBurst', own(burstLimit)],
    ['functions', own((await readConcurrency(context)).limit)],
  ]);
  const listed = Object.entries(quotas).flatMap(([id, quota]) => (quota.listed ? [{ id, ...quota.listed }] : []));
  for (const ServiceCode of new Set(listed.map((one) => one.ServiceCode))) {
    const wanted = listed.filter((one) => one.ServiceCode === ServiceCode);
    const keep = (values: readonly ServiceQuota[], origin: string) => {
      for (const { id, name } of wanted) {
        const one = values.find(({ QuotaName = '' }) => name.test(QuotaName));
        if (one?.Value !== undefined && !found.has(id)) found.set(id, { value: one.Value, origin });
      }
    };
    keep(await readQuotas(context, ServiceCode), '');
    if (wanted.every(({ id }) => found.has(id))) continue;
    const defaults = paginateListAWSDefaultServiceQuotas(
      { client: context.aws.quotas },
      { ServiceCode, MaxResults: 100 },
    );
    keep(await readAll(defaults, ({ Quotas }) => Quotas), ' (the default of the Region)');
  }
  return found;
}

export const accountQuotas: Check = {
  id: 'quotas',
  asks: 'Are the quotas of the account sufficient for the load of the stage?',
  async run(context) {
    const { name: stage, capacity } = context.config;
    const values = await readValues(context);
    return together(
      Object.entries(quotas).map(([id, { name, unit, usual, needs, isSet, request }]): Finding => {
        const { value, origin } = values.get(id) ?? {
          value: usual,
          origin: " (unknown; this is the value for us-east-1 in AWS's documentation)",
        };
        const needed = needs(capacity);
        const found = `${name}: ${value} ${unit}${origin}, ${needed} are needed`;
        if (value >= needed) return { found };
        const todo = `ask Service Quotas for ${needed} or more: ${request}`;
        // A low quota does not block a sandbox: tests often use a new account with low quotas, and partners lose nothing there.
        return stage === 'sandbox' && !isSet ? { found, later: todo } : { found, todo };
      }),
    );
  },
};

/** Returns the concurrency of the account: the total, and the reserved part. */
async function readConcurrency({ aws }: PreflightContext) {
  const { AccountLimit: { ConcurrentExecutions: limit = 0, UnreservedConcurrentExecutions: unreserved = limit } = {} } =
    await aws.lambda.getAccountSettings({});
  return { limit, reserved: limit - unreserved };
}

/** Default concurrency of an account. */
const USUAL = 1000;

export const concurrency: Check = {
  id: 'concurrency',
  asks: `Can the stage reserve its concurrency, with ${UNRESERVED} executions left for other functions?`,
  async run(context) {
    const wanted = Object.values(context.config.capacity.reserved).reduce((sum, one) => sum + one, 0);
    const { limit, reserved } = await readConcurrency(context);
    if (wanted === 0) return { found: `the stage reserves none of the account's ${limit} concurrent executions` };
    // If this stage is already deployed, a part of the account's reserved concurrency belongs to this stage.
    const isDeployed = (await readStack(context.aws, stageStack(context))) !== undefined;
    const others = isDeployed ? Math.max(0, reserved - wanted) : reserved;
    const found = `the stage reserves ${wanted} of ${limit} concurrent executions; others have reserved ${others}`;
    const needed = wanted + others + UNRESERVED;
    if (limit >= needed) return { found };
    return {
      found,
      todo:
        `ask Service Quotas for ${Math.max(needed, USUAL)} "Concurrent executions" of AWS Lambda, ` +
        `or set capacity.reserved to {} to reserve nothing`,
    };
  },
};

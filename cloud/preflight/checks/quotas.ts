import * as z from 'zod';
import { pageOf } from '#cloud/aws/aws-caller';
import { stageLimits } from '#infra/capacity/limits';
import { quotas } from '#infra/capacity/quotas';
import { sharedResources } from '#ops/capacity/resources';
import { readConcurrency, readGatewayAccount } from '../account-reads';
import { type Check, type Finding, type PreflightContext, together } from '../check';

type QuotaName = keyof typeof quotas;

/** Names of quotas in Service Quotas. */
const LISTED: Readonly<Partial<Record<QuotaName, { readonly ServiceCode: string; readonly name: RegExp }>>> = {
  tableWrites: { ServiceCode: 'dynamodb', name: /^Table-level write throughput limit/i },
  tableReads: { ServiceCode: 'dynamodb', name: /^Table-level read throughput limit/i },
  busEvents: { ServiceCode: 'events', name: /^PutEvents throttle limit/i },
  busDeliveries: { ServiceCode: 'events', name: /^Invocations throttle limit/i },
  keyCalls: { ServiceCode: 'kms', name: /^Cryptographic operations \(symmetric\) request rate/i },
};

const page = pageOf('Quotas', z.object({ QuotaName: z.string(), Value: z.number() }));

/** A figure of the account, and its origin in words. */
interface Value {
  readonly value: number;
  readonly origin: string;
}

/** Lists the quotas of a service: those of the account, or the defaults of its Region. @throws AwsRefusal */
export async function readList({ aws }: PreflightContext, operation: string, ServiceCode: string) {
  return await aws.list(`service-quotas ${operation}`, { ServiceCode, MaxResults: 100 }, page);
}

/**
 * The account's quotas, by our names. Service Quotas lists those that the account has a value of, and the defaults of the Region for
 * the others; a quota that is in neither list is absent.
 */
async function readQuotas(context: PreflightContext): Promise<ReadonlyMap<string, Value>> {
  const gateway = await readGatewayAccount(context);
  const own = (value: number): Value => ({ value, origin: '' });
  const found = new Map<string, Value>([
    ['gatewayRequestsPerS', own(gateway.throttleSettings.rateLimit)],
    ['gatewayBurst', own(gateway.throttleSettings.burstLimit)],
    ['functionsAtOnce', own((await readConcurrency(context)).limit)],
  ]);
  for (const ServiceCode of new Set(Object.values(LISTED).map((one) => one.ServiceCode))) {
    const wanted = Object.entries(LISTED).filter(([, one]) => one.ServiceCode === ServiceCode);
    const keep = (listed: Awaited<ReturnType<typeof readList>>, origin: string) => {
      for (const [quota, { name }] of wanted) {
        const one = listed.find(({ QuotaName }) => name.test(QuotaName));
        if (one !== undefined && !found.has(quota)) found.set(quota, { value: one.Value, origin });
      }
    };
    keep(await readList(context, 'ListServiceQuotas', ServiceCode), '');
    if (wanted.every(([quota]) => found.has(quota))) continue;
    keep(await readList(context, 'ListAWSDefaultServiceQuotas', ServiceCode), ' (the default of the Region)');
  }
  return found;
}

/** Units that the template asks of the table: a maximum or a warm throughput above the quota is refused by DynamoDB. */
function tableSettings({ config }: PreflightContext) {
  const { table } = stageLimits(config);
  return [
    { quota: 'tableReads', kind: 'reads', units: Math.max(table.maximum.read, table.warm?.read ?? 0) },
    { quota: 'tableWrites', kind: 'writes', units: Math.max(table.maximum.write, table.warm?.write ?? 0) },
  ] as const;
}

export const accountQuotas: Check = {
  id: 'quotas',
  asks: 'Do the quotas of the account hold the load that the stage promises?',
  async run(context) {
    const values = await readQuotas(context);
    const quotaOf = (quota: QuotaName): Value =>
      values.get(quota) ?? {
        value: quotas[quota].limit,
        origin: " (not known here; AWS's documentation gives it for us-east-1)",
      };
    const demands = sharedResources(context.config).flatMap(({ quota, ...resource }) =>
      quota === undefined ? [] : [{ quota, ...resource }],
    );
    return together([
      ...tableSettings(context).map(({ quota, kind, units }): Finding => {
        const { value, origin } = quotaOf(quota);
        const found = `${kind} of a table: ${value} units/s${origin}, the template sets ${units}`;
        const todo = `ask Service Quotas for ${units} or more ${kind} of a table of DynamoDB: it refuses a table above it`;
        return value >= units ? { found } : { found, todo };
      }),
      ...demands.map(({ quota, name, unit, demand, raise }): Finding => {
        const { value, origin } = quotaOf(quota);
        const found = `${name}: ${value} ${unit}${origin}, ${Math.ceil(demand)} are needed`;
        if (value >= demand) return { found };
        const request = `ask Service Quotas for ${Math.ceil(demand)} or more: ${raise}`;
        // A sandbox is tried in a new account first; partners lose nothing in it.
        return context.config.name === 'sandbox' ? { found, later: request } : { found, todo: request };
      }),
    ]);
  },
};

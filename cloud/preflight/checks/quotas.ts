import * as z from 'zod';
import { pageOf } from '#cloud/aws/aws-caller';
import { quotas } from '#infra/capacity/quotas';
import { sharedResources } from '#scripts/capacity/resources';
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

/** The account's own quotas, by our names. What Service Quotas does not list is absent. */
async function readQuotas(context: PreflightContext): Promise<ReadonlyMap<string, number>> {
  const gateway = await readGatewayAccount(context);
  const found = new Map<string, number>([
    ['gatewayRequestsPerS', gateway.throttleSettings.rateLimit],
    ['gatewayBurst', gateway.throttleSettings.burstLimit],
    ['functionsAtOnce', (await readConcurrency(context)).limit],
  ]);
  for (const ServiceCode of new Set(Object.values(LISTED).map((one) => one.ServiceCode))) {
    const parameters = { ServiceCode, MaxResults: 100 };
    const listed = await context.aws.list(
      { service: 'service-quotas', operation: 'ListServiceQuotas', parameters },
      page,
    );
    for (const [quota, one] of Object.entries(LISTED)) {
      const own = listed.find(({ QuotaName }) => one.ServiceCode === ServiceCode && one.name.test(QuotaName));
      if (own !== undefined) found.set(quota, own.Value);
    }
  }
  return found;
}

export const accountQuotas: Check = {
  id: 'quotas',
  asks: 'Do the quotas of the account hold the load that the stage promises?',
  async run(context) {
    const values = await readQuotas(context);
    const demands = sharedResources(context.config).flatMap(({ quota, ...resource }) =>
      quota === undefined ? [] : [{ quota, ...resource }],
    );
    return together(
      demands.map(({ quota, name, unit, demand, raise }): Finding => {
        const value = values.get(quota) ?? quotas[quota].limit;
        const source = values.has(quota) ? '' : " (AWS's default, which the account does not list)";
        const found = `${name}: ${value} ${unit}${source}, ${Math.ceil(demand)} are needed`;
        return value >= demand
          ? { found }
          : { found, todo: `ask Service Quotas for ${Math.ceil(demand)} or more: ${raise}` };
      }),
    );
  },
};

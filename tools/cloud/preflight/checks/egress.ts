import * as z from 'zod';
import { readStack } from '#cloud/aws/clients';
import { addressNames, type EgressSettings } from '#infra/config/egress-settings';
import { nowMs } from '#shared/platform/config/environment';
import { type Check, type Finding, type PreflightContext, stageStack, together } from '../check';
import { readQuotas } from './quotas';

/** Quotas for the resources of the egress network, by their names in Service Quotas. */
const QUOTAS = [
  { ServiceCode: 'ec2', name: /^EC2-VPC Elastic IPs/i, label: 'Elastic IP addresses', usual: 5, of: addressNames },
  {
    ServiceCode: 'vpc',
    name: /^VPCs per Region/i,
    label: 'VPCs',
    usual: 5,
    of: () => ['one'],
  },
] as const;

/**
 * A new account gets only two Availability Zones in this Region, and at least three in every other Region. The check uses this
 * constant: only EC2 shows the zones of an account, and the preflight has no EC2 client.
 */
const REGION_OF_TWO_ZONES = 'us-west-1';

function zones({ region }: PreflightContext, { current }: EgressSettings): Finding {
  const needed = current.addresses.length;
  const found = `availability zones: the stage needs ${needed}`;
  if (needed < 3 || region !== REGION_OF_TWO_ZONES) return { found };
  return { found, todo: `use two addresses: ${region} has two zones for a new account` };
}

const list = z.object({ effectiveFrom: z.string(), addresses: z.array(z.string()) });
const published = z.object({ current: list, announced: list.nullable() });

/** Compares the quotas with the needs of the stage's network. Does not count the other resources in the account. */
async function quotas(context: PreflightContext, egress: EgressSettings): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { ServiceCode, name, label, usual, of } of QUOTAS) {
    const listed = await readQuotas(context, ServiceCode);
    const limit = listed.find(({ QuotaName = '' }) => name.test(QuotaName))?.Value ?? usual;
    const needed = of(egress).length;
    const found = `${label}: ${limit} in the Region, the stage needs ${needed} in addition to other resources`;
    const todo = `ask Service Quotas for ${needed} or more ${label}`;
    findings.push(limit >= needed ? { found } : { found, todo });
  }
  return findings;
}

/** Compares the settings with the published list of egress addresses. Partners must know each change in advance. */
async function notice(context: PreflightContext, { current }: EgressSettings): Promise<Finding> {
  const text = (await readStack(context.aws, stageStack(context)))?.outputs.EgressAddresses;
  if (text === undefined) return { found: 'no list is published yet' };
  const { current: now, announced } = published.parse(JSON.parse(text));
  const found = `the list of ${now.effectiveFrom} is published${announced === null ? '' : `, and the list of ${announced.effectiveFrom} is announced`}`;
  const isSame = current.from === now.effectiveFrom && current.addresses.length === now.addresses.length;
  if (isSame) return { found };
  if (current.from !== announced?.effectiveFrom)
    return { found, todo: `announce the list of ${current.from} first: put it into egress.announced, and deploy` };
  const today = new Date(nowMs()).toISOString().slice(0, 10);
  return today >= current.from ? { found } : { found, todo: `wait until ${current.from}, the announced day` };
}

export const egressAddresses: Check = {
  id: 'egress',
  asks: 'Can the stage reserve its fixed addresses, and was every change of the addresses announced to partners?',
  async run(context) {
    const { egress } = context.config;
    if (egress === undefined) return { found: 'the settings contain no fixed addresses' };
    return together([...(await quotas(context, egress)), zones(context, egress), await notice(context, egress)]);
  },
};

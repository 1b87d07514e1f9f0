import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import * as z from 'zod/mini';
import { EGRESS_ADDRESSES_PATH } from '#functions/docs/page/manifest';
import { OperationFailed } from '#ops/errors';
import { findRunningStack } from '#ops/running-stack';
import { deployedResources, ofType } from '#ops/stage/deployed-template';
import { table } from '#ops/text';
import { type Verb, verb } from '#ops/verb';

const TIMEOUT_MS = 10_000;

const list = z.object({ effectiveFrom: z.nullable(z.string()), addresses: z.array(z.string()) });
/** Response of the API with the egress addresses, which partners also read (functions/docs/page/handler.ts). */
const published = z.object({ fixed: z.boolean(), current: list, announced: z.nullable(list) });

const show: Verb = {
  ...verb({
    about:
      'Compare the outgoing IP addresses that the API publishes for partners with the addresses that the stage has reserved',
    options: {},
    async run({ env, dataDir }, { atMs, outputs }) {
      const baseUrl = env === 'local' ? (await findRunningStack(dataDir)).baseUrl : await outputs('ApiUrl');
      const lists = await readPublished(`${baseUrl.replace(/\/$/, '')}${EGRESS_ADDRESSES_PATH}`);
      const reserved = env === 'local' ? [] : await elasticAddresses(`PartnerRamp-${env}`);
      const { current, announced } = lists;
      const rows = [...new Set([...current.addresses, ...(announced?.addresses ?? []), ...reserved])].map(
        (address) => ({
          ADDRESS: address,
          CURRENT: current.addresses.includes(address) ? `from ${current.effectiveFrom}` : '',
          ANNOUNCED: announced?.addresses.includes(address) ? `from ${announced.effectiveFrom}` : '',
          RESERVED: reserved.includes(address) ? 'yes' : 'no',
        }),
      );
      const isDue = announced !== null && (announced.effectiveFrom ?? '') <= new Date(atMs).toISOString().slice(0, 10);
      const faults = [
        ...rows.flatMap(({ ADDRESS, RESERVED, CURRENT, ANNOUNCED }) => {
          if (RESERVED === 'no') return [`${ADDRESS} is published, but the stage has not reserved it`];
          return CURRENT === '' && ANNOUNCED === '' ? [`${ADDRESS} is reserved, but not published`] : [];
        }),
        ...(isDue ? [`the announced list of ${announced.effectiveFrom} is not deployed as the current list`] : []),
      ];
      return {
        json: { ...lists, reserved, faults },
        text: table(rows, 'The addresses are not fixed: calls come from changing addresses of AWS.'),
        ...(faults.length > 0 && { failure: `${faults.join('; ')}.` }),
      };
    },
  }),
  isDefault: true,
};

export const egress = { show };

async function readPublished(url: string): Promise<z.infer<typeof published>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new OperationFailed(`${url} returned ${response.status}.`);
  return published.parse(await response.json());
}

/** Returns the Elastic IP addresses of a stack. Their physical ids in CloudFormation are the IP addresses. */
async function elasticAddresses(stackName: string): Promise<string[]> {
  const resources = await deployedResources(new CloudFormationClient({}), stackName);
  return ofType(resources, 'AWS::EC2::EIP').map(({ physicalId }) => physicalId);
}

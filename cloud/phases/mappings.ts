import * as z from 'zod';
import { pageOf } from '#cloud/aws/aws-caller';
import { check, waitFor } from '#cloud/phases/checks';
import type { Target } from '#cloud/plan/target';

const mapping = z.object({ UUID: z.string(), State: z.string(), EventSourceArn: z.string() });
const mappings = pageOf('EventSourceMappings', mapping);

/** Does something while the consumer of a queue stands still. */
export async function pausedMapping<T>({ cloud }: Target, queueUrl: string, work: () => Promise<T>): Promise<T> {
  const { aws } = cloud;
  const queue = queueUrl.split('/').at(-1) ?? '';
  const all = await aws.list({ service: 'lambda', operation: 'ListEventSourceMappings' }, mappings);
  const found = all.find(({ EventSourceArn }) => EventSourceArn.endsWith(`:${queue}`));
  check(found !== undefined, `no function reads the queue ${queue}`);
  const { UUID } = found;
  const enable = async (Enabled: boolean) => {
    await aws.send({ service: 'lambda', operation: 'UpdateEventSourceMapping', parameters: { UUID, Enabled } });
    const state = Enabled ? 'Enabled' : 'Disabled';
    await waitFor(`the mapping's state ${state}`, 90, async () => {
      const call = { service: 'lambda', operation: 'GetEventSourceMapping', parameters: { UUID } };
      return (await aws.call(call, mapping)).State === state ? true : undefined;
    });
  };
  await enable(false);
  try {
    return await work();
  } finally {
    await enable(true);
  }
}

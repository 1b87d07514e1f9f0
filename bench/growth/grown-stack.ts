import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { memoryFolder } from '#local/processes/memory-folder';
import { minIdAt } from '#shared/values/ids';
import { NODE_24 } from '../peers-installation';
import { startChild } from '../processes/child';
import { scratchFolder } from '../processes/scratch-folder';
import { apiOf, HELD_STACK, makePartner, WHOLE_STACK } from '../stack/address';
import { startOkReceiver } from '../stack/ok-receiver';
import type { ReadyPartner } from '../stack/ready-partner';
import { type RecordingProxy, startRecordingProxy } from '../stack/recording-proxy';
import type { GrownPartner } from './requests';

const SEED_PROCESS = join(import.meta.dirname, 'seed-process.ts');
/** As `seed-process` spreads them. */
const SPAN_MS = 365 * 24 * 3600 * 1000;

/** Partners of several sizes on one table, and the API over it twice. */
export interface GrownStack {
  readonly partners: readonly GrownPartner[];
  /** Where requests are timed. */
  readonly timedOrigin: string;
  /** Where their calls of the database are recorded. */
  readonly countedOrigin: string;
  readonly proxy: RecordingProxy;
  stop(): Promise<void>;
}

/** Makes a partner of each size: one transaction by the API, the others as copies of it. */
export async function startGrown(
  cdkOut: string,
  sizes: readonly number[],
  progress: (line: string) => void,
): Promise<GrownStack> {
  const folder = scratchFolder(memoryFolder());
  const steps: (() => Promise<void> | void)[] = [() => folder.remove()];
  const stop = async () => {
    for (const step of steps.toReversed()) await step();
  };
  try {
    const ready = await makePartners(cdkOut, folder.path, sizes.length);
    progress(`writing ${sizes.join(', ')} transactions`);
    await seed(
      join(folder.path, 'dynamodb.db'),
      ready.partners.map(({ partnerId, transactionIds }, index) =>
        [partnerId, transactionIds[0], sizes[index]].join(':'),
      ),
    );
    const engine = await startDynamoDbEngine({ dataDir: folder.path });
    steps.push(() => engine.stop());
    const proxy = await startRecordingProxy(engine.endpoint);
    steps.push(() => proxy.stop());
    const [timed, counted] = await Promise.all(
      [engine.endpoint, proxy.endpoint].map(async (endpoint) => {
        const held = await startChild(HELD_STACK, { CDK_OUT: cdkOut, DYNAMODB_ENDPOINT: endpoint });
        steps.push(() => held.end());
        return new URL(await apiOf(held)).origin;
      }),
    );
    if (timed === undefined || counted === undefined) throw new Error('Two stacks were asked for');
    const partners: GrownPartner[] = [];
    for (const [index, partner] of ready.partners.entries())
      partners.push(await checked(partner, sizes[index] ?? 0, timed));
    return { partners, timedOrigin: timed, countedOrigin: counted, proxy, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makePartners(cdkOut: string, dataDir: string, count: number) {
  const engine = await startDynamoDbEngine({ dataDir });
  const receiver = await startOkReceiver();
  try {
    const whole = await startChild(WHOLE_STACK, {
      CDK_OUT: cdkOut,
      DYNAMODB_ENDPOINT: engine.endpoint,
      SANDBOX_STEP_MS: '50',
    });
    try {
      const partners: ReadyPartner[] = [];
      for (let n = 0; n < count; n += 1) partners.push(await makePartner(whole, receiver.url, 1));
      return { partners };
    } finally {
      await whole.end();
    }
  } finally {
    await receiver.stop();
    await engine.stop();
  }
}

/** @throws Error when the rows could not be written */
async function seed(file: string, partners: readonly string[]): Promise<void> {
  const seeding = spawn(NODE_24, ['--disable-warning=ExperimentalWarning', SEED_PROCESS, file, ...partners], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(seeding, 'exit');
  if (code !== 0) throw new Error(`Writing the transactions ended with ${code}`);
}

const page = z.object({
  data: z.object({
    count: z.number(),
    total: z.number(),
    data: z.array(z.looseObject({ id: z.string(), userId: z.string(), createdAt: z.string() })),
    nextCursor: z.optional(z.string()),
  }),
});

/** Sees that the API answers the right numbers and full, ordered pages everywhere in the list. @throws Error */
async function checked(partner: ReadyPartner, size: number, origin: string): Promise<GrownPartner> {
  const read = async (query: string) => {
    const response = await fetch(`${origin}/api/partner/v2/transactions?limit=20${query}`, {
      headers: { 'partner-api-key': partner.apiKey },
    });
    return page.parse(await response.json()).data;
  };
  const cursorAt = (share: number) =>
    Buffer.from(`1:${minIdAt(Date.now() - share * SPAN_MS)}`).toString('base64url');
  const sampleIds: string[] = [];
  let formerUserId = '';
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
    const { data, count, total } = await read(`&cursor=${cursorAt(share)}`);
    const times = data.map(({ createdAt }) => createdAt);
    const isOrdered = times.join() === times.toSorted().toReversed().join();
    if (data.length !== 20 || count !== size || total !== size || !isOrdered)
      throw new Error(`${size}: ${data.length} transactions at ${share}, count ${count}, total ${total}`);
    sampleIds.push(...data.map(({ id }) => id));
    formerUserId = data[10]?.userId ?? '';
  }
  const ofUser = await read(`&userId=${formerUserId}`);
  if (ofUser.count !== 100 || ofUser.data.length !== 20) throw new Error(`${ofUser.count} of a user`);
  for (const completed of ['&status=COMPLETED', '&status=COMPLETED&type=CROSS_RAMP']) {
    const { count } = await read(completed);
    if (count !== size) throw new Error(`${count} of ${size} in the list of ${completed}`);
  }
  return { ...partner, size, sampleIds, formerUserId, deepCursor: cursorAt(0.9) };
}

import { join } from 'node:path';
import { startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { type Counts, total } from '#local/metering/counts';
import { Partner } from '#local/partner/partner';
import { minIdAt } from '#shared/values/ids';
import requests from '../growth/requests.json' with { type: 'json' };
import { ensurePeers, NODE_24_TYPED } from '../installation';
import { startChild, temporaryFolder, withCleanUp } from '../processes';
import { definePart, type Row } from '../report/part';
import { rounded } from '../report/statistics';
import { makePartners, startStackProcess } from '../stack/stack';
import type { ReadyPartner } from '../stack/stack-process';

type Seeder = typeof import('../growth/seed-process');

const DAY_MS = 24 * 3600 * 1000;
const SPAN_MS = 365 * DAY_MS;
const QUIET_MS = 200;

/** Transactions of each partner. */
const FULL = [10_000, 100_000, 1_000_000, 10_000_000];
const QUICK = [2_000, 5_000, 20_000];

export const growth = definePart('growth', ({ quick, progress }) =>
  withCleanUp(async (atEnd) => {
    ensurePeers();
    const sizes = quick ? QUICK : FULL;
    // Ten million are too large for the memory.
    const folder = temporaryFolder();
    const once = sizes.map(() => ({ completed: 1 }));
    const { partners } = await withCleanUp((closing) => makePartners(closing, once, folder));
    progress(`writing ${sizes.join(', ')} transactions`);
    const seeds = partners.map(({ partnerId, transactionIds: [transactionId = ''] }, at) => {
      return { partnerId, transactionId, size: sizes[at] ?? 0 };
    });
    await withCleanUp(async (closing) => {
      const { call } = startChild<Seeder>('growth/seed-process.ts', closing, { node: NODE_24_TYPED });
      await call.seed(join(folder, 'dynamodb.db'), seeds, SPAN_MS);
    });
    const { endpoint: database, stop } = await startDynamoDbEngine({ dataDir: folder });
    atEnd(stop);
    const { call, baseUrl } = await startStackProcess(atEnd, { apiOnly: true, database, counts: true });
    const grown: Awaited<ReturnType<typeof toSender>>[] = [];
    for (const [at, one] of partners.entries()) grown.push(await toSender({ ...one, baseUrl }, sizes[at] ?? 0));
    const rows: Row[] = [];
    const values: number[] = [];
    for (const { name, flat, path } of requests) {
      progress(name);
      const seen: Counts[] = [];
      for (const send of grown) {
        // A process reads a key once and remembers it, and the first creation saves an account.
        await send(path);
        await call.count();
        await send(path);
        seen.push(await call.counted(QUIET_MS));
      }
      rows.push([
        name,
        ...seen.map(({ reads, writes, calls }) => `${rounded(reads, 1)} + ${writes} (${total(calls)})`),
      ]);
      const units = seen.map(({ reads, writes }) => reads + writes);
      if (flat) values.push((units.at(-1) ?? Number.NaN) / (units[0] ?? Number.NaN));
    }
    const texts = sizes.map((size) => size.toLocaleString('en-US'));
    return {
      rows: [rows],
      values,
      texts: { sizes: texts.join(' | '), fewest: texts[0] ?? '', most: texts.at(-1) ?? '' },
    };
  }),
);

/**
 * Sees that the API answers the right numbers and full, ordered pages everywhere in the list of a partner.
 * @returns sends a request of `growth/requests.json`: an empty path is a creation
 * @throws Error when it does not
 */
async function toSender(ready: ReadyPartner, size: number) {
  const partner = new Partner(ready);
  const cursor = (share: number) => Buffer.from(`1:${minIdAt(Date.now() - share * SPAN_MS)}`).toString('base64url');
  let [id, userId] = ['', ''];
  const expect = async (query: string, expected: number) => {
    const { data, count, total: all } = (await partner.get(`/transactions?limit=20${query}`)).body.data;
    const rows: readonly { id: string; userId: string; createdAt: string }[] = data;
    const times = rows.map(({ createdAt }) => createdAt);
    const isOrdered = times.join() === times.toSorted().toReversed().join();
    if (rows.length !== 20 || count !== expected || all !== size || !isOrdered)
      throw new Error(`${size}: ${rows.length} of ${count} and ${all} transactions for ${query}`);
    ({ id, userId } = rows[10] ?? { id, userId });
  };
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) await expect(`&cursor=${cursor(share)}`, size);
  // A user of the past, who has a hundred of them.
  const values: Readonly<Record<string, unknown>> = {
    id,
    userId,
    deepCursor: cursor(0.9),
    deepSkip: Math.min(9_980, Math.floor(size * 0.9)),
    halfAYearAgo: new Date(Date.now() - 182 * DAY_MS).toISOString().slice(0, 10),
  };
  await expect(`&userId=${userId}`, 100);
  for (const query of ['&status=COMPLETED', '&status=COMPLETED&type=CROSS_RAMP']) await expect(query, size);
  return (path: string): Promise<unknown> => {
    if (path === '') return partner.create('/cross-ramp', partner.crossRamp(ready.userId));
    return partner.get(path.replace(/\{(\w+)\}/, (_, name: string) => String(values[name])));
  };
}

import { join } from 'node:path';
import { startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { total } from '#local/metering/counts';
import { memoryFolder } from '#local/processes/memory-folder';
import { minIdAt } from '#shared/values/ids';
import requests from '../growth/requests.json' with { type: 'json' };
import { ensurePeers, NODE_24_TYPED } from '../installation';
import { startChild, temporaryFolder, withCleanUp } from '../processes';
import { definePart, type Row } from '../report/part';
import { inTurns, median, rounded, spread } from '../report/statistics';
import { Partner } from '../stack/partner';
import { makePartners, startStackProcess } from '../stack/stack';
import type { ReadyPartner } from '../stack/stack-process';

type Seeder = typeof import('../growth/seed-process');

const DAY_MS = 24 * 3600 * 1000;
const SPAN_MS = 365 * DAY_MS;
const QUIET_MS = 200;

/** What looks at up to 5,000 rows for its page and again for its count is timed in a few rounds. */
const FULL = { sizes: [1_000, 100_000, 1_000_000], warmRounds: 60, rounds: 150, dearRounds: 20 };
const QUICK = { sizes: [1_000, 5_000, 20_000], warmRounds: 10, rounds: 20, dearRounds: 3 };

export const growth = definePart('growth', ({ quick, progress }) =>
  withCleanUp(async (atEnd) => {
    ensurePeers();
    const { sizes, ...scale } = quick ? QUICK : FULL;
    const folder = temporaryFolder(memoryFolder());
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
    const [capacity, latency, values]: [Row[], Row[], number[]] = [[], [], []];
    for (const { name, flat, dear, path } of requests) {
      progress(name);
      const units: string[] = [];
      for (const send of grown) {
        // A process reads a key once and remembers it, and the first creation saves an account.
        await send(path, 0);
        await call.count();
        await send(path, 0);
        const { reads, writes, calls } = await call.counted(QUIET_MS);
        units.push(`${rounded(reads, 1)} + ${writes} (${total(calls)})`);
      }
      const timed = grown.map((send) => async (round: number) => {
        const startedMs = performance.now();
        await send(path, round);
        return performance.now() - startedMs;
      });
      await inTurns(dear ? 1 : scale.warmRounds, timed);
      const seen = await inTurns(dear ? scale.dearRounds : scale.rounds, timed);
      const over = seen.map((ms) => median(ms) / median(seen[0] ?? []));
      const cells = seen.map((ms, at) => {
        const ratio = at === 0 ? '' : ` (× ${rounded(over[at] ?? Number.NaN)})`;
        return `${rounded(median(ms), 1)}${ratio}, ${spread(ms)}`;
      });
      capacity.push([name, ...units]);
      latency.push([name, ...cells]);
      if (flat) values.push(over.at(-1) ?? Number.NaN);
    }
    const texts = sizes.map((size) => size.toLocaleString('en-US'));
    const [fewest = '', , most = ''] = texts;
    return { rows: [capacity, latency], values, texts: { sizes: texts.join(' | '), fewest, most } };
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
  const ids: string[] = [];
  let userId = '';
  const expect = async (query: string, expected: number) => {
    const { data, count, total: all } = (await partner.get(`/transactions?limit=20${query}`)).body.data;
    const rows: readonly { id: string; userId: string; createdAt: string }[] = data;
    const times = rows.map(({ createdAt }) => createdAt);
    const isOrdered = times.join() === times.toSorted().toReversed().join();
    if (rows.length !== 20 || count !== expected || all !== size || !isOrdered)
      throw new Error(`${size}: ${rows.length} of ${count} and ${all} transactions for ${query}`);
    if (query.startsWith('&cursor')) ids.push(...rows.map(({ id }) => id));
    userId = rows[10]?.userId ?? '';
  };
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) await expect(`&cursor=${cursor(share)}`, size);
  // A user of the past, who has a hundred of them.
  const values = {
    userId,
    deepCursor: cursor(0.9),
    deepSkip: Math.min(9_980, Math.floor(size * 0.9)),
    halfAYearAgo: new Date(Date.now() - 182 * DAY_MS).toISOString().slice(0, 10),
  };
  await expect(`&userId=${userId}`, 100);
  for (const query of ['&status=COMPLETED', '&status=COMPLETED&type=CROSS_RAMP']) await expect(query, size);
  return (path: string, round: number): Promise<unknown> => {
    if (path === '') return partner.create('/cross-ramp', partner.crossRamp(ready.userId));
    const all: Readonly<Record<string, unknown>> = { ...values, id: ids[round % ids.length] };
    return partner.get(path.replace(/\{(\w+)\}/, (_, name: string) => String(all[name])));
  };
}

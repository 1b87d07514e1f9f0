import { join } from 'node:path';
import { startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { memoryFolder } from '#local/processes/memory-folder';
import { minIdAt } from '#shared/values/ids';
import { type Counts, total } from '../cost/counts';
import requests from '../growth/requests.json' with { type: 'json' };
import type { functions as seedProcess } from '../growth/seed-process';
import { ensurePeers, NODE_24 } from '../installation';
import { startChild, temporaryFolder, withCleanUp } from '../processes';
import { atMost, type Bar, type Cell, type Part, table } from '../report/part';
import { inTurns, median, rounded, spread } from '../report/statistics';
import { makePartners } from '../stack/made-partners';
import { crossRamp, Partner } from '../stack/partner';
import type { ReadyPartner } from '../stack/stack-process';
import { startStackProcess } from '../stack/start-stack';

/** What is flat may take at most this much longer with the most stored than with the fewest. */
const MOST_GROWTH = 1.2;
const DAY_MS = 24 * 3600 * 1000;
const SPAN_MS = 365 * DAY_MS;
const QUIET_MS = 200;

/** What looks at up to 5,000 rows for its page and again for its count is timed in a few rounds. */
const FULL = { sizes: [1_000, 100_000, 1_000_000], warmRounds: 60, rounds: 150, dearRounds: 20 };
const QUICK = { sizes: [1_000, 5_000, 20_000], warmRounds: 10, rounds: 20, dearRounds: 3 };

export const growth: Part = {
  name: 'growth',
  title: 'Growth',
  run: ({ quick, progress }) =>
    withCleanUp(async (atEnd) => {
      await ensurePeers();
      const { sizes, ...scale } = quick ? QUICK : FULL;
      const folder = temporaryFolder(memoryFolder());
      const once = sizes.map(() => ({ completed: 1 }));
      const { partners } = await withCleanUp((closing) => makePartners(closing, once, folder));
      progress(`writing ${sizes.join(', ')} transactions`);
      await seed(folder, partners, sizes);
      const { endpoint: database, stop } = await startDynamoDbEngine({ dataDir: folder });
      atEnd(stop);
      const { call, origin } = await startStackProcess(atEnd, { apiOnly: true, database, counts: true });
      const grown: ReturnType<typeof toSender>[] = [];
      for (const [at, one] of partners.entries()) {
        const partner = new Partner({ ...one, origin });
        grown.push(toSender(partner, one.userId, await checked(partner, sizes[at] ?? 0)));
      }
      const capacity: Cell[][] = [];
      const latency: Cell[][] = [];
      const bars: Bar[] = [];
      for (const { name, flat, dear, path } of requests) {
        progress(name);
        const counts: Counts[] = [];
        for (const send of grown) {
          // A process reads a key once and remembers it, and the first creation saves an account.
          await send(path, 0);
          await call.count();
          await send(path, 0);
          counts.push(await call.counted(QUIET_MS));
        }
        capacity.push([
          name,
          ...counts.map(({ reads, writes, calls }) => `${rounded(reads, 1)} + ${writes} (${total(calls)})`),
        ]);
        const timed = grown.map((send) => async (round: number) => {
          const startedMs = performance.now();
          await send(path, round);
          return performance.now() - startedMs;
        });
        await inTurns(dear ? 1 : scale.warmRounds, timed);
        const seen = await inTurns(dear ? scale.dearRounds : scale.rounds, timed);
        const [fewest = Number.NaN, ...more] = seen.map(median);
        const cells = seen.map((ms, at) => {
          const ratio = at === 0 ? '' : ` (× ${rounded(median(ms) / fewest)})`;
          return `${rounded(median(ms), 1)}${ratio}, ${spread(ms)}`;
        });
        latency.push([name, ...cells]);
        const text = `${name}: latency at ${inThousands(sizes.at(-1))} over that at ${inThousands(sizes[0])}`;
        if (flat) bars.push(atMost(MOST_GROWTH, text, (more.at(-1) ?? Number.NaN) / fewest));
      }
      const columns = ['Request', ...sizes.map(inThousands)].join(' | ');
      const counted = 'Capacity of one request, read + write units (calls of the database), by transactions stored';
      const caption = 'Median latency in ms, over that of the fewest stored, and its spread';
      return { bars, tables: [table(counted, columns, capacity), table(caption, columns, latency)] };
    }),
};

function inThousands(size = 0): string {
  return size.toLocaleString('en-US');
}

async function seed(folder: string, partners: readonly ReadyPartner[], sizes: readonly number[]): Promise<void> {
  await withCleanUp(async (atEnd) => {
    const node = [NODE_24, '--disable-warning=ExperimentalWarning'];
    const { call } = await startChild<typeof seedProcess>('growth/seed-process.ts', atEnd, { node });
    const seeds = partners.map(({ partnerId, transactionIds: [transactionId = ''] }, at) => {
      return { partnerId, transactionId, size: sizes[at] ?? 0 };
    });
    await call.seed(join(folder, 'dynamodb.db'), seeds, SPAN_MS);
  });
}

/** Texts in the place of the names in `growth/requests.json`, and ids of transactions all over the list. */
interface Values extends Readonly<Record<string, string | number | readonly string[]>> {
  readonly ids: readonly string[];
}

/** Sends a request of `growth/requests.json`: an empty path is a creation. */
function toSender(partner: Partner, userId: string, values: Values) {
  return (path: string, round: number): Promise<unknown> => {
    if (path === '') return partner.create('/cross-ramp', crossRamp(userId));
    const all: Readonly<Record<string, unknown>> = { ...values, id: values.ids[round % values.ids.length] };
    return partner.get(path.replace(/\{(\w+)\}/, (_, name: string) => String(all[name])));
  };
}

/** Sees that the API answers the right numbers and full, ordered pages everywhere in the list. @throws Error */
async function checked(partner: Partner, size: number): Promise<Values> {
  const cursor = (share: number) => Buffer.from(`1:${minIdAt(Date.now() - share * SPAN_MS)}`).toString('base64url');
  const ids: string[] = [];
  let userId = '';
  const expect = async (query: string, expected: number) => {
    const { data, count, total: all } = await partner.get(`/transactions?limit=20${query}`);
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
  const user = userId;
  await expect(`&userId=${user}`, 100);
  for (const query of ['&status=COMPLETED', '&status=COMPLETED&type=CROSS_RAMP']) await expect(query, size);
  const halfAYearAgo = new Date(Date.now() - 182 * DAY_MS).toISOString().slice(0, 10);
  const deepSkip = Math.min(9_980, Math.floor(size * 0.9));
  return { ids, userId: user, deepCursor: cursor(0.9), deepSkip, halfAYearAgo };
}

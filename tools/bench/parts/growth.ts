import { join } from 'node:path';
import { startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { Partner } from '#local/partner/partner';
import { minIdAt } from '#shared/values/ids';
import { type Counts, total } from '#test/support/metering/counts';
import requests from '../growth/requests.json' with { type: 'json' };
import searches from '../growth/searches.json' with { type: 'json' };
import { ensurePeers, NODE_24_TYPED } from '../installation';
import { type AtEnd, startChild, temporaryFolder, withCleanUp } from '../processes';
import { definePart, type Row } from '../report/part';
import { rounded } from '../report/statistics';
import { makePartners, startStackProcess } from '../stack/stack';
import type { ReadyPartner } from '../stack/stack-process';

type Seeder = typeof import('../growth/seed-process');

const DAY_MS = 24 * 3600 * 1000;
const SPAN_MS = 365 * DAY_MS;
const QUIET_MS = 200;

/** Number of transactions of each partner. */
const FULL = [10_000, 100_000, 1_000_000, 10_000_000];
const QUICK = [2_000, 5_000, 20_000];

export const growth = definePart('growth', ({ quick, progress }) =>
  withCleanUp(async (atEnd) => {
    ensurePeers();
    const sizes = quick ? QUICK : FULL;
    // Uses a database file, because ten million transactions do not fit in memory.
    const folder = temporaryFolder();
    const once = sizes.map(() => ({ completed: 1 }));
    const { partners } = await withCleanUp((closing) => makePartners(closing, once, folder));
    progress(`writing ${sizes.join(', ')} transactions`);
    const seeds = partners.map(({ partnerId, transactionIds: [transactionId = ''] }, at) => {
      return { partnerId, transactionId, size: sizes[at] ?? 0 };
    });
    const biggest = partners.at(-1);
    if (biggest === undefined) throw new Error('No partner was made');
    progress('searches of operators, before');
    const before = await withCleanUp((closing) => searchUnits(closing, folder, biggest));
    await withCleanUp(async (closing) => {
      const { call } = startChild<Seeder>('growth/seed-process.ts', closing, { node: NODE_24_TYPED });
      await call.seed(join(folder, 'dynamodb.db'), seeds, SPAN_MS);
    });
    progress('searches of operators, afterwards');
    const afterwards = await withCleanUp((closing) => searchUnits(closing, folder, biggest));
    const ratios = searches.flatMap(({ flat }, at) => (flat ? [(afterwards[at] ?? 0) / (before[at] ?? 0)] : []));
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
        // Send one request without counting: it fills the cache of keys, and the first creation also saves a bank account.
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
    const texts = sizes.map(sizeText);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    const stored = { partners: sizeText(sizes.length), all: sizeText(all) };
    return {
      rows: [rows, searches.map(({ name }, at) => [name, ...[before, afterwards].map((units) => units[at] ?? 0)])],
      values: [...values, Math.max(...ratios)],
      texts: { sizes: texts.join(' | '), fewest: texts[0] ?? '', most: texts.at(-1) ?? '', ...stored },
    };
  }),
);

const sizeText = (size: number) => size.toLocaleString('en-US');

/**
 * Returns the read units of each search in `growth/searches.json`. Searches for the partner's only transaction that the API
 * created; all others are copies.
 */
async function searchUnits(atEnd: AtEnd, dataDir: string, partner: ReadyPartner): Promise<number[]> {
  const { endpoint: database, stop } = await startDynamoDbEngine({ dataDir });
  atEnd(stop);
  const { call, baseUrl } = await startStackProcess(atEnd, { apiOnly: true, database, counts: true });
  const [id = ''] = partner.transactionIds;
  const { sourceBankAccount, targetBankAccount } = (
    await new Partner({ ...partner, baseUrl }).get(`/transactions/${id}`)
  ).body.data;
  const values: Readonly<Record<string, string>> = {
    ...{ id: partner.userId, user: partner.userId, partner: partner.partnerId, transaction: id },
    ...{ deposit: sourceBankAccount.message, account: targetBankAccount.accountIdentifier },
    ...{ hash: `0x${'0'.repeat(64)}`, day: new Date(Date.now() - DAY_MS).toISOString().slice(0, 10) },
  };
  const units: number[] = [];
  for (const { name } of searches) {
    const option = /--([a-z]+)$/.exec(name)?.[1];
    const value = name.startsWith('transaction show') ? id : values[option ?? ''];
    await call.count();
    await call.operate([...name.split(' '), ...(option === undefined ? [] : [String(value)])]);
    units.push((await call.counted(QUIET_MS)).reads);
  }
  return units;
}

/**
 * Checks that the API returns correct counts and full, ordered pages at several positions in a partner's list.
 * @returns a function that sends a request of `growth/requests.json`; an empty path creates a cross-ramp
 * @throws Error if a check fails
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
  // `userId` is a user of copied transactions. Each of these users has one hundred transactions.
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

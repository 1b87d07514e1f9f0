import { Partner } from '#local/partner/partner';
import { createdAtMsFromId } from '#shared/values/ids';
import { total } from '#test/support/metering/counts';
import { ask } from '../load/requests';
import { type AtEnd, startChild, withCleanUp } from '../processes';
import { definePart, type Row } from '../report/part';
import { column, compared, inTurns, inWords, median, percentile, ratios, rounded, spread } from '../report/statistics';
import { startStackProcess } from '../stack/stack';

/** Messages per invocation. An invocation handles its messages concurrently. */
const BATCH = 10;
const PARTNERS = 10;
/** Index of the partner with an unavailable endpoint. The deliveries to the other partners are measured. */
const DEAD = PARTNERS - 1;
/** Rate of steady traffic as a fraction of a backlog's measured delivery rate, so that it stays below the machine's limit. */
const STEADY_SHARE = 0.12;
/** A measurement counts calls until there are none for this time (in ms). */
const QUIET_MS = 500;
/** Stream consumers: function, maximum records of a batch, and number of records as a multiple of the backlog. */
const READERS = [
  ['publishEvents', 50, 2],
  ['projectChanges', 50, 4],
  ['projectChanges', 500, 12],
] as const;
const JSON_CONTENT = { 'content-type': 'application/json' };
/** Time limits in ms for the arrival of all webhooks: of steady traffic, and of a backlog after its processing. */
const [STEADY_LIMIT_MS, DRAINED_LIMIT_MS] = [300_000, 1000];

/**
 * docs/benchmarks.md has a limit for one backlog measurement: ten concurrent POSTs with responses after 50 ms. This measurement
 * has `barRounds` rounds, so that a slow moment of the machine does not decide whether the limit is met.
 */
const FULL = { rounds: 3, barRounds: 15, backlog: 500, steady: 1500, besideDead: 1200 };
const QUICK = { rounds: 1, barRounds: 1, backlog: 100, steady: 200, besideDead: 200 };

type Plan = typeof FULL & { readonly progress: (line: string) => void };

/** Measures the time from an event to the arrival of its webhook, and the delivery rate of a backlog. */
export const delivery = definePart('delivery', async ({ quick, progress }) => {
  const plan = { ...(quick ? QUICK : FULL), progress };
  // Each measurement has a separate stack, so that pending writes of the first do not run during the second.
  const drained = await withCleanUp((atEnd) => drains(atEnd, plan));
  const perSecond = Math.max(5, Math.round(drained.perSecond * STEADY_SHARE));
  const steady = await withCleanUp((atEnd) => steadyTraffic(atEnd, plan, perSecond));
  const [p95Ms = 0, ...besideDeadMs] = steady.map(({ p95Ms }) => p95Ms);
  return {
    rows: [steady.map(({ row }) => row), ...drained.rows],
    values: [p95Ms / 1000, Math.max(...besideDeadMs) / 1000, drained.share],
    texts: { perSecond, backlog: plan.backlog },
  };
});

async function steadyTraffic(atEnd: AtEnd, { steady, besideDead, progress }: Plan, perSecond: number) {
  const { call, point, ids } = await startPartners(atEnd, false);
  const seen: { row: Row; p95Ms: number }[] = [];
  for (const [path, text, count, expected] of [
    ['now', 'ten partners', steady, steady],
    ['refused', 'nine partners, the tenth refuses', besideDead, besideDead * 0.9],
    ['never', 'nine partners, the tenth never responds', besideDead, besideDead * 0.9],
  ] as const) {
    progress(`${perSecond} a second: ${text}`);
    await point(path, [DEAD]);
    await call.writeSteadily(ids, count, perSecond);
    const arrived = await call.takeArrivals(Math.ceil(expected), STEADY_LIMIT_MS);
    const alive = arrived.filter((one) => path === 'now' || !one.path.endsWith(`/${DEAD}`));
    const ms = alive.map(({ id, atMs }) => atMs - createdAtMsFromId(id));
    const waits = [0.5, 0.95, 0.99].map((share) => Math.round(percentile(ms, share)));
    seen.push({ row: [text, ms.length, ...waits], p95Ms: percentile(ms, 0.95) });
  }
  return seen;
}

async function drains(atEnd: AtEnd, { backlog, rounds, barRounds, progress }: Plan) {
  const { call, stack, point, ids, endpoints } = await startPartners(atEnd, true);
  const drain = async (batches: number) => {
    const messages = await call.writeBacklog(ids, backlog);
    const startedMs = performance.timeOrigin + performance.now();
    const before = await stack.cpuMs();
    await stack.drain(messages, batches);
    const cpuMs = ((await stack.cpuMs()) - before) / backlog;
    const arrived = await call.takeArrivals(backlog, DRAINED_LIMIT_MS).catch((cause) => {
      throw new Error('Not all of a backlog has arrived: the machine is too busy', { cause });
    });
    return { rate: (backlog * 1000) / (Math.max(...arrived.map(({ atMs }) => atMs)) - startedMs), cpuMs };
  };
  const rows: Row[] = [];
  let [share, perSecond] = [0, 0];
  for (const [path, responses] of [
    ['now', 'at once'],
    ['after-50', 'after 50 ms'],
  ] as const) {
    await point(path);
    await drain(1);
    for (const batches of [1, 10]) {
      progress(`drains: ${responses}, ${batches * BATCH} at once`);
      // For comparison: POST requests to the same endpoints without reads, signatures, checks or records, on persistent
      // connections.
      const body = JSON.stringify({ filler: 'x'.repeat(400) });
      const post = { url: `${endpoints}/${path}/bare`, method: 'POST', headers: JSON_CONTENT, body } as const;
      const loop = async () => (await ask(post, { connections: batches * BATCH, duration: 2 })).rate;
      const isBar = path === 'after-50' && batches === 1;
      const drained: Awaited<ReturnType<typeof drain>>[] = [];
      const sides = [loop, async () => drained[drained.push(await drain(batches)) - 1]?.rate ?? 0];
      const [bare = [], ours = []] = await inTurns(isBar ? barRounds : rounds, sides);
      const rates = [Math.round(median(bare)), Math.round(median(ours)), spread(ours)];
      const cpuMs = column(drained, 'cpuMs');
      rows.push([responses, batches * BATCH, ...rates, ...compared(ours, bare), rounded(median(cpuMs)), spread(cpuMs)]);
      if (isBar) [share, perSecond] = [median(ratios(ours, bare)), median(ours)];
    }
  }
  const before = await stack.cpuMs();
  await stack.count();
  await drain(1);
  const { reads, writes, calls } = await stack.counted(QUIET_MS);
  const sums = [total(calls), reads, writes, (await stack.cpuMs()) - before];
  const figures = sums.map((sum) => rounded(sum / backlog));
  const readers: Row[] = [];
  for (const [id, size, times] of READERS) {
    // Warm-up until V8 has compiled the hot code.
    await stack.readStream(id, size, backlog * times);
    await stack.count();
    const { records, cpuMs: ms } = await stack.readStream(id, size, backlog * times);
    const { calls: made, events } = await stack.counted(QUIET_MS);
    const perRecord = [(total(made) + events) / records, ms / records].map((one) => rounded(one));
    readers.push([id, size, records, ...perRecord, Math.round((1000 * records) / ms)]);
  }
  return { rows: [rows, [['deliverWebhook', ...figures, inWords(calls, backlog)]], readers], share, perSecond };
}

/** Starts ten partners with endpoints, a process that writes their notifications, and the stack that delivers them. */
async function startPartners(atEnd: AtEnd, apiOnly: boolean) {
  // Retry delays as deployed: after a failure, the next attempt follows after a minute.
  const settings = { WEBHOOK_DELAYS_S: '0,60,300,600,900', LOG_LEVEL: 'error' };
  const stack = await startStackProcess(atEnd, { apiOnly, settings, counts: apiOnly });
  const { call } = startChild<typeof import('../delivery/partners-process')>('delivery/partners-process.ts', atEnd);
  const endpoints = await call.start(stack.database, stack.tableName);
  const partners: Partner[] = [];
  for (let n = 0; n < PARTNERS; n += 1) partners.push(new Partner(await stack.call.newPartner({ users: 0 })));
  /** Sets the webhook URLs of these partners. The path defines the endpoint's behavior. */
  const point = async (path: string, numbers: readonly number[] = [...partners.keys()]) => {
    for (const number of numbers) {
      // No process listens on port 1, so connections are refused.
      const url = path === 'refused' ? 'http://127.0.0.1:1/' : `${endpoints}/${path}/${number}`;
      await partners[number]?.put('/webhook-settings', { url });
    }
  };
  await point('now');
  return { call, stack: stack.call, point, endpoints, ids: partners.map(({ partnerId }) => partnerId) };
}

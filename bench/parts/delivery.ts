import { Agent, request } from 'undici';
import { createdAtMsFromId } from '#shared/values/ids';
import { type Counts, total } from '../cost/counts';
import type { functions as partnersProcess } from '../delivery/partners-process';
import { type AtEnd, startChild, withCleanUp } from '../processes';
import { atLeast, atMost, type Cell, type Part, type RunOptions, type Table, table } from '../report/part';
import { compared, inTurns, median, percentile, ratios, rounded, spread } from '../report/statistics';
import { Partner, until } from '../stack/partner';
import { startStackProcess } from '../stack/start-stack';

/** Messages of one invocation: what one instance of the function has in work at once. */
const BATCH = 10;
const PARTNERS = 10;
/** The last partner, beside whose dead endpoint the others are measured. */
const DEAD = PARTNERS - 1;
/** Share of what a backlog drains with, so that steady traffic stays below what this machine does. */
const STEADY_SHARE = 0.12;
/** Nothing has been asked for this long: what followed is over. */
const QUIET_MS = 500;

/** 20,000 webhooks in the full run. */
const FULL = { rounds: 5, drained: 500, steady: 3000, besideDead: 2500 };
const QUICK = { rounds: 1, drained: 100, steady: 200, besideDead: 200 };

/** How long a webhook takes from its event to the partner's door, and how fast a backlog of them goes. */
export const delivery: Part = {
  name: 'delivery',
  title: 'Delivery of webhooks',
  async run({ quick, progress }) {
    const plan = quick ? QUICK : FULL;
    // Each has a stack of its own: what one leaves to be written later is not the other's.
    const drained = await withCleanUp((atEnd) => drains(atEnd, plan, progress));
    const perSecond = Math.max(5, Math.round(drained.perSecond * STEADY_SHARE));
    const steady = await withCleanUp((atEnd) => steadyTraffic(atEnd, { ...plan, perSecond }, progress));
    return {
      tables: [steady.table, ...drained.tables],
      bars: [
        atMost(1.5, 'p95 from event to arrival, steady traffic, seconds', steady.p95Ms / 1000),
        atMost(1.5, 'p95 of nine partners beside a dead one, seconds', steady.besideDeadMs / 1000),
        atLeast(
          0.6,
          'drain rate over the bare loop: ten POSTs at once, the endpoint answers after 50 ms, feed and counts later',
          drained.share,
        ),
      ],
    };
  },
};

type Plan = typeof FULL & { readonly perSecond: number };

async function steadyTraffic(atEnd: AtEnd, plan: Plan, progress: RunOptions['progress']) {
  const { call, point, ids } = await startPartners(atEnd, false);
  const rows: [string, number[]][] = [];
  for (const [path, text, count, expected] of [
    ['now', 'ten partners', plan.steady, plan.steady],
    ['refused', 'nine partners, the tenth refuses', plan.besideDead, plan.besideDead * 0.9],
    ['never', 'nine partners, the tenth never answers', plan.besideDead, plan.besideDead * 0.9],
  ] as const) {
    progress(`${plan.perSecond} a second: ${text}`);
    await point(path, [DEAD]);
    await call.writeSteadily(ids, count, plan.perSecond);
    const arrived = await arrivals(call, Math.ceil(expected));
    const alive = arrived.filter((one) => path === 'now' || !one.path.endsWith(`/${DEAD}`));
    rows.push([text, alive.map(({ id, atMs }) => atMs - createdAtMsFromId(id))]);
  }
  const [p95Ms = 0, ...others] = rows.map(([, ms]) => percentile(ms, 0.95));
  const cells = rows.map(([text, ms]): Cell[] => {
    return [text, ms.length, ...[0.5, 0.95, 0.99].map((share) => Math.round(percentile(ms, share)))];
  });
  const caption = `From event to arrival at ${plan.perSecond} a second, ms`;
  return {
    p95Ms,
    besideDeadMs: Math.max(...others),
    table: table(caption, ' | Webhooks | p50 | p95 | p99', cells),
  };
}

async function drains(atEnd: AtEnd, { drained: count, rounds }: typeof FULL, progress: RunOptions['progress']) {
  const { call, stack, point, ids, endpoints } = await startPartners(atEnd, true);
  const drain = async (batches: number): Promise<number> => {
    const messages = await call.writeBacklog(ids, count);
    const startedMs = performance.timeOrigin + performance.now();
    await stack.drain(messages, batches);
    const arrived = await call.arrivals(count);
    // An endpoint that seems slow is put off, and no queue is read here.
    if (arrived === undefined) throw new Error('Not all of a backlog has arrived: the machine is too busy');
    const last = Math.max(...arrived.map(({ atMs }) => atMs));
    return (count * 1000) / (last - startedMs);
  };
  const rows: Cell[][] = [];
  let [share, perSecond] = [0, 0];
  for (const [path, answers] of [
    ['now', 'at once'],
    ['after-50', 'after 50 ms'],
  ] as const) {
    await point(path);
    await drain(1);
    for (const batches of [1, 10]) {
      progress(`drains: ${answers}, ${batches * BATCH} at once`);
      const [bare = [], ours = []] = await inTurns(rounds, [
        () => postAll(`${endpoints}/${path}/bare`, count, batches * BATCH),
        () => drain(batches),
      ]);
      const rates = [Math.round(median(bare)), Math.round(median(ours)), spread(ours)];
      rows.push([answers, batches * BATCH, ...rates, ...compared(ours, bare)]);
      if (batches === 1) [share, perSecond] = [median(ratios(ours, bare)), median(ours)];
    }
  }
  const before = await stack.cpuMs();
  await stack.count();
  await drain(1);
  const counts = await stack.counted(QUIET_MS);
  const cpuMs = rounded(((await stack.cpuMs()) - before) / count);
  const columns =
    'The endpoint answers | POSTs at once | Bare loop | Ours, feed and counts later | Spread | Over bare | Spread';
  const tables = [
    table(`Drain of a backlog of ${count}, webhooks a second`, columns, rows),
    askedTable(counts, count, cpuMs),
  ];
  return { tables, share, perSecond };
}

function askedTable({ functions }: Counts, count: number, cpuMs: number): Table {
  const per = (figure: number) => rounded(figure / count);
  const rows = Object.entries(functions).map(([name, { reads, writes, calls }]) => [
    name.replace(/^.*-(\w+)Function$/, '$1'),
    ...[per(total(calls)), per(reads), per(writes), cpuMs],
    Object.entries(calls)
      .map(([call, times]) => `${per(times)} ${call}`)
      .join(', '),
  ]);
  const caption =
    'Per webhook of a backlog: what the function asks of the table, and its processor time (counting included)';
  return table(caption, 'Function | Calls | Read units | Write units | ms | ', rows);
}

/**
 * The least that delivering takes: a body is sent by a POST so many times, a fixed number at a time, over kept
 * connections. Nothing is read, signed, checked or recorded.
 * @returns POSTs per second
 */
async function postAll(url: string, count: number, connections: number): Promise<number> {
  const dispatcher = new Agent({ connections });
  const [headers, body] = [{ 'content-type': 'application/json' }, JSON.stringify({ filler: 'x'.repeat(400) })];
  const startedMs = performance.now();
  let left = count;
  const post = async () => {
    while (left > 0) {
      left -= 1;
      const answer = await request(url, { dispatcher, method: 'POST', headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`The receiver answered ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, post));
  const elapsedMs = performance.now() - startedMs;
  await dispatcher.close();
  return (count * 1000) / elapsedMs;
}

type Calls = Awaited<ReturnType<typeof startPartners>>['call'];

async function arrivals(call: Calls, count: number) {
  let arrived: Awaited<ReturnType<Calls['arrivals']>>;
  await until(async () => {
    arrived = await call.arrivals(count);
    return arrived !== undefined;
  });
  return arrived ?? [];
}

/** Ten partners with endpoints, what writes their notifications, and the stack that delivers them. */
async function startPartners(atEnd: AtEnd, apiOnly: boolean) {
  // Attempts as deployed: a dead endpoint is asked again after a minute.
  const settings = { WEBHOOK_DELAYS_S: '0,60,300,600,900', LOG_LEVEL: 'error' };
  const stack = await startStackProcess(atEnd, { apiOnly, settings, counts: apiOnly });
  const { call } = await startChild<typeof partnersProcess>('delivery/partners-process.ts', atEnd);
  const endpoints = await call.start(stack.database, stack.tableName);
  const partners: Partner[] = [];
  for (let n = 0; n < PARTNERS; n += 1) partners.push(new Partner(await stack.call.newPartner({ users: 0 })));
  /** Has the endpoints of these partners answer so. */
  const point = async (path: string, numbers: readonly number[] = [...partners.keys()]) => {
    for (const number of numbers) {
      // Port 1 belongs to no one.
      const url = path === 'refused' ? 'http://127.0.0.1:1/' : `${endpoints}/${path}/${number}`;
      await partners[number]?.send('PUT', '/webhook-settings', { url });
    }
  };
  await point('now');
  return { call, stack: stack.call, point, endpoints, ids: partners.map((one) => one.credentials.partnerId) };
}

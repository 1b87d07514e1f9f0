import { total } from '../cost/counts';
import { postAll } from '../delivery/bare-loop';
import { type Arrival, Line, type Manner, type Watched } from '../delivery/line';
import type { Bar, Part, PartResult, RunOptions, Table } from '../report/part';
import { inPercent, median, percentile, rounded, spread } from '../report/statistics';

/** Messages of one invocation: what one instance of the function has in work at once. */
const BATCH = 10;
const BATCHES_AT_ONCE = [1, 10] as const;
const MANNERS = ['now', 'after-50'] as const satisfies readonly Manner[];
const DEAD = [9];
/** Share of what a backlog drains with, so that steady traffic stays below capacity. */
const STEADY_SHARE = 0.25;

interface Plan {
  readonly rounds: number;
  readonly drained: number;
  readonly steady: number;
  readonly besideDead: number;
}

/** 20,000 webhooks: 12,000 in backlogs, 3,000 in steady traffic and 5,000 beside a dead partner. */
const FULL: Plan = { rounds: 3, drained: 500, steady: 3000, besideDead: 2500 };
const QUICK: Plan = { rounds: 1, drained: 100, steady: 200, besideDead: 200 };

interface Compared {
  readonly manner: (typeof MANNERS)[number];
  readonly batches: (typeof BATCHES_AT_ONCE)[number];
  readonly bare: number[];
  readonly ours: number[];
  /** With what is kept of the stream (feed and counts) written afterwards. */
  readonly alone: number[];
}

/** How long a webhook takes from its event to the partner's door, and how fast a backlog of them goes. */
export const delivery: Part = {
  name: 'delivery',
  title: 'Delivery of webhooks',
  async run({ quick, progress }: RunOptions): Promise<PartResult> {
    const plan = quick ? QUICK : FULL;
    const arrived = await withLine((line) => steadyTraffic(line, plan, progress));
    const drained = await withLine((line) => drains(line, plan, progress));
    return report({ ...arrived, ...drained, drained: plan.drained });
  },
};

/** Latency and drains each have a stack of their own: what one leaves to be written later is not the other's. */
async function withLine<T>(work: (line: Line) => Promise<T>): Promise<T> {
  const line = await Line.start();
  try {
    await line.point('now');
    return await work(line);
  } finally {
    await line.stop();
  }
}

async function steadyTraffic(
  line: Line,
  plan: Plan,
  progress: RunOptions['progress'],
): Promise<Pick<Measured, 'perSecond' | 'calm' | 'dead'>> {
  const { perSecond: drainedPerSecond } = await line.drain(plan.drained, 1);
  const perSecond = Math.max(5, Math.round(drainedPerSecond * STEADY_SHARE));
  progress(`steady traffic, ${perSecond} a second`);
  const calm = await line.steady(perSecond, plan.steady);
  const dead: [string, Arrival[]][] = [];
  for (const manner of ['refused', 'never'] as const) {
    progress(`beside a partner whose endpoint is ${manner}`);
    await line.point(manner, DEAD);
    dead.push([manner, await line.steady(perSecond, plan.besideDead, DEAD)]);
  }
  return { perSecond, calm, dead };
}

async function drains(
  line: Line,
  plan: Plan,
  progress: RunOptions['progress'],
): Promise<Pick<Measured, 'compared' | 'watched'>> {
  await line.drain(plan.drained, 1);
  const compared = await compareDrains(line, plan, progress);
  progress('watched drain');
  const { watched } = await line.drain(plan.drained, 1, { watch: true });
  return { compared, watched };
}

async function compareDrains(
  line: Line,
  { rounds, drained }: Plan,
  progress: RunOptions['progress'],
): Promise<Compared[]> {
  const body = await line.body();
  const bodies = Array.from({ length: drained }, () => body);
  const compared = MANNERS.flatMap((manner) =>
    BATCHES_AT_ONCE.map((batches): Compared => ({ manner, batches, bare: [], ours: [], alone: [] })),
  );
  for (let round = 1; round <= rounds; round += 1) {
    for (const { manner, batches, bare, ours, alone } of compared) {
      progress(`round ${round}: ${manner}, ${batches * BATCH} at once`);
      await line.point(manner);
      const url = line.endpoint(manner, 'bare');
      bare.push(await postAll({ url, bodies, concurrency: batches * BATCH }));
      ours.push((await line.drain(drained, batches)).perSecond);
      alone.push((await line.drain(drained, batches, { projects: false })).perSecond);
    }
  }
  return compared;
}

interface Measured {
  readonly compared: readonly Compared[];
  readonly watched: Watched | undefined;
  readonly perSecond: number;
  readonly drained: number;
  readonly calm: readonly Arrival[];
  readonly dead: readonly (readonly [string, readonly Arrival[]])[];
}

function report({ compared, watched, perSecond, drained, calm, dead }: Measured): PartResult {
  const ratio = (rates: readonly number[], { bare }: Compared) =>
    median(rates.map((rate, index) => rate / (bare[index] ?? Number.NaN)));
  const published = compared.find(({ manner, batches }) => manner === 'after-50' && batches === 1);
  const others = dead.map(([, arrivals]) => percentile(alive(arrivals), 0.95));
  return {
    tables: [
      latencyTable(perSecond, calm, dead),
      {
        caption: `Drain of a backlog of ${drained}, webhooks a second`,
        columns: [
          'The endpoint answers',
          'POSTs at once',
          'Bare loop',
          'Ours',
          'Spread',
          'Over bare',
          'Ours, feed and counts later',
          'Spread',
          'Over bare',
        ],
        rows: compared.map((one) => [
          one.manner === 'now' ? 'at once' : 'after 50 ms',
          one.batches * BATCH,
          rounded(median(one.bare), 0),
          ...[one.ours, one.alone].flatMap((rates) => [
            rounded(median(rates), 0),
            inPercent(spread(rates)),
            rounded(ratio(rates, one)),
          ]),
        ]),
      },
      ...(watched === undefined ? [] : usageTables(watched, drained)),
    ],
    bars: [
      latencyBar('p95 from event to arrival, steady traffic', percentile(alive(calm, []), 0.95)),
      latencyBar('p95 of nine partners beside a dead one, seconds', Math.max(...others)),
      {
        text: 'drain rate over the bare loop: ten POSTs at once, the endpoint answers after 50 ms, feed and counts later',
        limit: 0.6,
        value: published === undefined ? 0 : ratio(published.alone, published),
        side: 'at least',
      },
    ],
  };
}

function latencyBar(text: string, ms: number): Bar {
  return {
    text: `${text.replace(/, seconds$/, '')}, seconds`,
    limit: 1.5,
    value: ms / 1000,
    side: 'at most',
  };
}

function alive(arrivals: readonly Arrival[], dead: readonly number[] = DEAD): number[] {
  return arrivals.filter(({ partner }) => !dead.includes(partner)).map(({ latencyMs }) => latencyMs);
}

function latencyTable(perSecond: number, calm: readonly Arrival[], dead: Measured['dead']): Table {
  const row = (name: string, latencies: readonly number[]) => [
    name,
    latencies.length,
    ...[0.5, 0.95, 0.99].map((share) => rounded(percentile(latencies, share), 0)),
  ];
  const whose: Readonly<Record<string, string>> = { refused: 'refuses', never: 'never answers' };
  return {
    caption: `From event to arrival at ${perSecond} a second, ms`,
    columns: ['', 'Webhooks', 'p50', 'p95', 'p99'],
    rows: [
      row('ten partners', alive(calm, [])),
      ...dead.map(([manner, arrivals]) => row(`nine partners, the tenth ${whose[manner]}`, alive(arrivals))),
    ],
  };
}

/** What one delivery of the watched backlog asked for, and who used the processor for it. */
function usageTables({ counts, processorMs }: Watched, drained: number): Table[] {
  const per = (figure: number) => rounded(figure / drained);
  const used = Object.entries(processorMs).toSorted(([, left], [, right]) => right - left);
  const sum = used.reduce((whole, [, ms]) => whole + ms, 0);
  const functions = Object.entries(counts.functions).map(([name, { reads, writes, calls }]) => [
    name.replace(/^.*-(\w+)Function$/, '$1'),
    per(total(calls)),
    per(reads),
    per(writes),
    Object.entries(calls)
      .map(([call, times]) => `${per(times)} ${call}`)
      .join(', '),
  ]);
  return [
    {
      caption: 'Per webhook of a backlog: what the functions ask of the table',
      columns: ['Function', 'Calls', 'Read units', 'Write units', ''],
      rows: functions,
    },
    {
      caption: 'Per webhook of the same backlog: processor time, ms (the sampling included)',
      columns: ['', 'ms', 'Share'],
      rows: used.map(([who, ms]) => [who, per(ms), inPercent(ms / sum)]),
    },
  ];
}

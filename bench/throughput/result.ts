import type { PartResult } from '../report/part';
import { inPercent, median, rounded, spread } from '../report/statistics';
import type { Load } from './load';
import { type OperationName, operations, type Sides } from './sides';

/** At least this share of the bare server's rate, with the connections below. */
const LEAST_SHARE = 0.8;
export const BAR_CONNECTIONS = 16;

export interface Seen extends Load {
  /** Processor time of the server per answer; not known where it is not only the server's. */
  readonly cpuMs?: number;
}

/** One round. */
export interface Pair {
  readonly bare: Seen;
  readonly stack: Seen;
}

/** Rounds by request and number of connections. */
export type Held = ReadonlyMap<OperationName, ReadonlyMap<number, readonly Pair[]>>;

const NAMES: Readonly<Record<OperationName, string>> = {
  create: 'create a cross-ramp',
  get: 'get a transaction',
  list: 'list 20 transactions',
};

/** What the page shows. */
export function result(held: Held, whole: readonly Pair[], calls: Sides['calls']): PartResult {
  const rows = operations.flatMap((name) =>
    [...(held.get(name) ?? [])].map(([connections, pairs]) => rowOf(NAMES[name], connections, pairs)),
  );
  const bars = operations.map((name) => ({
    text: `${NAMES[name]}: rate at ${BAR_CONNECTIONS} connections over the bare server's`,
    limit: LEAST_SHARE,
    value: rounded(median(sharesOf(held.get(name)?.get(BAR_CONNECTIONS) ?? []))),
    side: 'at least' as const,
  }));
  return {
    tables: [
      {
        caption: 'Service and bare server, what is behind the API held',
        columns: COLUMNS,
        rows,
      },
      {
        caption: `Processor time of the server for one answer, at ${BAR_CONNECTIONS} connections`,
        columns: ['Request', 'Bare, ms', 'Service, ms', 'Ratio', 'Spread of the ratio'],
        rows: operations.map((name) => cpuRow(NAMES[name], held.get(name)?.get(BAR_CONNECTIONS) ?? [])),
      },
      {
        caption: 'Creations while streams, queues, workers, simulator and webhooks run',
        columns: COLUMNS,
        rows: [rowOf(NAMES.create, BAR_CONNECTIONS, whole)],
      },
      {
        caption: 'Calls of the database, the same on both sides',
        columns: ['Request', 'Calls'],
        rows: operations.map((name) => [NAMES[name], calls[name]]),
      },
    ],
    bars,
  };
}

const COLUMNS = [
  'Request',
  'Connections',
  'Bare, answers/s',
  'Service, answers/s',
  'Ratio',
  'Spread of the ratio',
  'Bare, p50 / p99 ms',
  'Service, p50 / p99 ms',
];

function rowOf(name: string, connections: number, pairs: readonly Pair[]): (string | number)[] {
  const rate = (side: 'bare' | 'stack') => Math.round(median(pairs.map((pair) => pair[side].rate)));
  const wait = (side: 'bare' | 'stack') =>
    [median(pairs.map((pair) => pair[side].p50Ms)), median(pairs.map((pair) => pair[side].p99Ms))].join(
      ' / ',
    );
  const shares = sharesOf(pairs);
  return [
    name,
    connections,
    rate('bare'),
    rate('stack'),
    rounded(median(shares)),
    inPercent(spread(shares)),
    wait('bare'),
    wait('stack'),
  ];
}

function cpuRow(name: string, pairs: readonly Pair[]): (string | number)[] {
  const of = (side: 'bare' | 'stack') => pairs.map((pair) => pair[side].cpuMs ?? 0);
  const ratios = of('stack').map((ms, index) => ms / (of('bare')[index] ?? 1));
  return [
    name,
    rounded(median(of('bare'))),
    rounded(median(of('stack'))),
    rounded(median(ratios)),
    inPercent(spread(ratios)),
  ];
}

function sharesOf(pairs: readonly Pair[]): number[] {
  return pairs.map(({ bare, stack }) => stack.rate / bare.rate);
}

import { setTimeout as pause } from 'node:timers/promises';
import { requestRateKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import { takeRequest } from '#shared/partners/request-rates/repository';
import { startTable } from '#test/unit/delivery/table';
import { type Flood, POLICY, startFlood } from '../rate/flood';
import type { Part, PartResult, RunOptions } from '../report/part';
import { median, percentile, rounded, spread } from '../report/statistics';

const SAMPLES_PER_ROUND = 200;
const CALM_PER_S = 40;
const FLOOD_PER_S = 1000;

/** What the limit of requests per partner costs, and whether a partner feels another's flood. */
export const rate: Part = { name: 'rate', title: 'Request rate of a partner', run };

/**
 * The engine here writes one item at a time, whoever asks; in the cloud two partners' items lie in partitions that
 * share nothing. So the flood goes once to the calm partner's engine and once to one of its own. Any neighbour takes
 * from the two processors of this machine: what a flood adds is told beside one that keeps to its rate.
 */
async function run({ quick, progress }: RunOptions): Promise<PartResult> {
  const rounds = quick ? 1 : 8;
  const other = await startTable();
  const table = await startTable();
  try {
    const floods = [await startFlood(table.endpoint), await startFlood(other.endpoint)] as const;
    try {
      await calmRequests('warm');
      const measured: Measured = { reads: [], alone: [], neighbour: [], sharing: [], apart: [], floods: [] };
      for (let round = 0; round < rounds; round += 1) {
        progress(`round ${round + 1} of ${rounds}`);
        measured.reads.push(await bareReads());
        measured.alone.push(await calmRequests(`alone-${round}`));
        measured.neighbour.push((await beside(floods[0], `neighbour-${round}`, POLICY.perSecond)).samples);
        const sharing = await beside(floods[0], `sharing-${round}`, FLOOD_PER_S);
        const apart = await beside(floods[1], `apart-${round}`, FLOOD_PER_S);
        measured.sharing.push(sharing.samples);
        measured.apart.push(apart.samples);
        measured.floods.push(sharing.flood, apart.flood);
      }
      return report(measured);
    } finally {
      for (const flood of floods) await flood.stop();
    }
  } finally {
    await table.stop();
    await other.stop();
  }
}

interface Beside {
  readonly samples: number[];
  readonly flood: { readonly asked: number; readonly taken: number; readonly elapsedS: number };
}

async function beside(flood: Flood, name: string, perSecond: number): Promise<Beside> {
  await flood.begin(`flood-${name}`, perSecond);
  const startedMs = performance.now();
  const samples = await calmRequests(name);
  const elapsedS = (performance.now() - startedMs) / 1000;
  return { samples, flood: { ...(await flood.end()), elapsedS } };
}

/** Latencies in ms, by round. */
interface Measured {
  readonly reads: number[][];
  readonly alone: number[][];
  readonly neighbour: number[][];
  readonly sharing: number[][];
  readonly apart: number[][];
  readonly floods: Beside['flood'][];
}

function report({ reads, alone, neighbour, sharing, apart, floods }: Measured): PartResult {
  const p99 = (rounds: readonly (readonly number[])[]): number =>
    median(rounds.map((samples) => percentile(samples, 0.99)));
  const row = (name: string, rounds: readonly (readonly number[])[]): (string | number)[] => {
    const samples = rounds.flat();
    return [name, rounded(median(samples)), rounded(p99(rounds)), rounded(spread(samples)), samples.length];
  };
  const rates = floods.map(({ taken, elapsedS }) => taken / (POLICY.burst + POLICY.perSecond * elapsedS));
  const asked = median(floods.map((flood) => flood.asked / flood.elapsedS));
  return {
    tables: [
      {
        caption: 'Latency in ms at the local engine, p99 the median of the rounds’ p99',
        columns: ['', 'p50', 'p99', 'spread', 'samples'],
        rows: [
          row('one read of the table', reads),
          row('a request taken, alone', alone),
          row('a request taken, beside a partner that keeps to its rate', neighbour),
          row('a request taken, the flood of another partner on another engine', apart),
          row('a request taken, the flood on the same engine', sharing),
        ],
      },
      {
        caption: 'The flood: 20 clients in a process of their own',
        columns: ['asked per second', 'taken, of what its rate allows'],
        rows: [[Math.round(asked), `${rounded(100 * median(rates), 1)} %`]],
      },
    ],
    bars: [
      {
        text: 'p99 beside a flood in another partition over p99 beside a partner that keeps to its rate',
        limit: 1.2,
        value: p99(apart) / p99(neighbour),
        side: 'at most',
      },
      {
        text: 'requests the flood got over those its rate allows',
        limit: 1.1,
        value: Math.max(...rates),
        side: 'at most',
      },
    ],
  };
}

/** Latencies in ms of a partner that keeps well within its rate. */
function calmRequests(partner: string): Promise<number[]> {
  return paced(async () => {
    const { allowed } = await takeRequest(partner, POLICY, Date.now());
    if (!allowed) throw new Error('The calm partner was refused');
  });
}

/** The same number of look-ups without a limit. */
function bareReads(): Promise<number[]> {
  return paced(async () => {
    await readItem(requestRateKey('bare'));
  });
}

async function paced(work: () => Promise<void>): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < SAMPLES_PER_ROUND; n += 1) {
    const startedMs = performance.now();
    await work();
    taken.push(performance.now() - startedMs);
    await pause(1000 / CALM_PER_S);
  }
  return taken;
}

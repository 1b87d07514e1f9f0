import { setTimeout as sleep } from 'node:timers/promises';
import { useLocalTable } from '#local/start/local-table';
import { requestRateKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import { takeRequest } from '#shared/partners/request-rates/repository';
import { type AtEnd, startChild, withCleanUp } from '../processes';
import type { functions as floodProcess } from '../rate/flood-process';
import { atMost, type Part, table } from '../report/part';
import { inTurns, median, percentile, rounded, spread } from '../report/statistics';
import { startStackProcess } from '../stack/start-stack';

const SAMPLES_PER_ROUND = 200;
const CALM_PER_S = 40;
const FLOOD_PER_S = 1000;
/** The limit of each partner, the service's own default. */
const POLICY = { perSecond: 50, burst: 100 };

/** Latencies, ms; and of a flood, what it asked for a second and what it got over what its rate allows. */
interface Seen {
  readonly samples: readonly number[];
  readonly flood?: { readonly perSecond: number; readonly taken: number };
}

/**
 * What the limit of requests per partner costs, and whether a partner feels another's flood. The engine here writes one
 * item at a time for all; in the cloud two partners' items lie in partitions that share nothing. So the flood goes once
 * to the calm partner's engine and once to one of its own. Any other partner takes from the two processors of this
 * machine: a flood is compared with one that keeps to its rate.
 */
export const rate: Part = {
  name: 'rate',
  title: 'Request rate of a partner',
  run: ({ quick, progress }) =>
    withCleanUp(async (atEnd) => {
      const other = await startFlood(atEnd);
      // Its table is also this process's.
      const same = await startFlood(atEnd);
      await calm('warm');
      const rounds = quick ? 1 : 8;
      const sides: readonly [text: string, measure: (round: number) => Promise<Seen>][] = [
        ['one read of the table', () => paced(() => readItem(requestRateKey('bare')))],
        ['a request taken, alone', (round) => calm(`alone-${round}`)],
        ['a request taken, beside a partner that keeps to its rate', () => same(POLICY.perSecond)],
        ['a request taken, the flood of another partner on another engine', () => other(FLOOD_PER_S)],
        ['a request taken, the flood on the same engine', () => same(FLOOD_PER_S)],
      ];
      progress(`${rounds} rounds`);
      const seen = await inTurns(
        rounds,
        sides.map(([, measure]) => measure),
      );
      const rows = seen.map((all, at) => {
        const samples = all.flatMap((one) => one.samples);
        const figures = [rounded(median(samples)), rounded(p99(all)), spread(samples)];
        return [sides[at]?.[0] ?? '', ...figures, samples.length];
      });
      const [, , keeping = [], apart = [], sharing = []] = seen;
      const floods = [...apart, ...sharing].flatMap(({ flood }) => flood ?? []);
      const taken = floods.map((flood) => flood.taken);
      const asked = Math.round(median(floods.map(({ perSecond }) => perSecond)));
      const caption = 'Latency in ms at the local engine, p99 the median of the rounds’ p99';
      return {
        tables: [
          table(caption, ' | p50 | p99 | spread | samples', rows),
          table(
            'The flood: 20 clients in a process of their own',
            'asked per second | taken, of what its rate allows',
            [[asked, `${rounded(100 * median(taken), 1)} %`]],
          ),
        ],
        bars: [
          atMost(
            1.2,
            'p99 beside a flood in another partition over p99 beside a partner that keeps to its rate',
            p99(apart) / p99(keeping),
          ),
          atMost(1.1, 'requests the flood got over those its rate allows', Math.max(...taken)),
        ],
      };
    }),
};

/** An engine with a table and a process that floods it. @returns measures the calm partner beside such a flood */
async function startFlood(atEnd: AtEnd): Promise<(perSecond: number) => Promise<Seen>> {
  const { database, tableName } = await startStackProcess(atEnd, { apiOnly: true });
  useLocalTable(database, tableName);
  const { call } = await startChild<typeof floodProcess>('rate/flood-process.ts', atEnd);
  return async (perSecond) => {
    const name = crypto.randomUUID();
    await call.begin(`flood-${name}`, perSecond, POLICY);
    const startedMs = performance.now();
    const { samples } = await calm(name);
    const elapsedS = (performance.now() - startedMs) / 1000;
    const { asked, taken } = await call.end();
    const allowed = POLICY.burst + POLICY.perSecond * elapsedS;
    return { samples, flood: { perSecond: asked / elapsedS, taken: taken / allowed } };
  };
}

function p99(rounds: readonly Seen[]): number {
  return median(rounds.map(({ samples }) => percentile(samples, 0.99)));
}

/** A partner that keeps well within its rate. */
function calm(partner: string): Promise<Seen> {
  return paced(async () => {
    const { allowed } = await takeRequest(partner, POLICY, Date.now());
    if (!allowed) throw new Error('The calm partner was refused');
  });
}

async function paced(work: () => Promise<unknown>): Promise<Seen> {
  const samples: number[] = [];
  for (let n = 0; n < SAMPLES_PER_ROUND; n += 1) {
    const startedMs = performance.now();
    await work();
    samples.push(performance.now() - startedMs);
    await sleep(1000 / CALM_PER_S);
  }
  return { samples };
}

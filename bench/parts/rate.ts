import { setTimeout as sleep } from 'node:timers/promises';
import { useLocalTable } from '#local/start/local-table';
import { requestRateKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import { takeRequest } from '#shared/partners/request-rates/repository';
import { type AtEnd, startChild, withCleanUp } from '../processes';
import { definePart } from '../report/part';
import { column, elapsedMs, inTurns, median, percentile, rounded, spread } from '../report/statistics';
import { startStackProcess } from '../stack/stack';

const SAMPLES_PER_ROUND = 200;
const CALM_PER_S = 40;
const FLOOD_PER_S = 1000;
/** The limit of each partner, the service's own default. */
const POLICY = { perSecond: 50, burst: 100 };

/** Requests per second of a flood, and those it got over what its rate allows. */
type Flood = Readonly<Record<'perSecond' | 'taken', number>>;

/**
 * Cost of the limit of requests per partner, and the effect of one partner's flood on another. The engine here writes
 * one item at a time for all; in the cloud two partners' items lie in partitions that share nothing. So the flood goes
 * once to the calm partner's engine and once to one of its own. Any other partner takes from the two processors of this
 * machine: a flood is compared with one that keeps to its rate.
 */
export const rate = definePart('rate', ({ quick, progress }) =>
  withCleanUp(async (atEnd) => {
    const other = await startFlood(atEnd);
    // Its table is also this process's.
    const same = await startFlood(atEnd);
    await calm('warm');
    const floods: Flood[] = [];
    const sides: Readonly<Record<string, (round: number) => Promise<number[]>>> = {
      'one read of the table': () => paced(() => readItem(requestRateKey('bare'))),
      'a request taken, alone': (round) => calm(`alone-${round}`),
      'a request taken, beside a partner that keeps to its rate': () => same(POLICY.perSecond, []),
      'a request taken, the flood of another partner on another engine': () => other(FLOOD_PER_S, floods),
      'a request taken, the flood on the same engine': () => same(FLOOD_PER_S, floods),
    };
    const rounds = quick ? 1 : 8;
    progress(`${rounds} rounds`);
    const seen = await inTurns(rounds, Object.values(sides));
    const rows = Object.keys(sides).map((text, at) => {
      const samples = seen[at]?.flat() ?? [];
      return [text, rounded(median(samples)), rounded(p99(seen[at])), spread(samples), samples.length];
    });
    const [, , keeping, apart] = seen;
    const taken = column(floods, 'taken');
    const perSecond = Math.round(median(column(floods, 'perSecond')));
    return {
      rows: [rows, [[perSecond, `${rounded(100 * median(taken), 1)} %`]]],
      values: [p99(apart) / p99(keeping), Math.max(...taken)],
    };
  }),
);

/** An engine with a table and a process that floods it. @returns measures the calm partner beside such a flood */
async function startFlood(atEnd: AtEnd) {
  const { database, tableName } = await startStackProcess(atEnd, { apiOnly: true });
  useLocalTable(database, tableName);
  const { call } = startChild<typeof import('../rate/flood-process')>('rate/flood-process.ts', atEnd);
  return async (perSecond: number, floods: Flood[]) => {
    const name = crypto.randomUUID();
    await call.begin(`flood-${name}`, perSecond, POLICY);
    const startedMs = performance.now();
    const samples = await calm(name);
    const elapsedS = (performance.now() - startedMs) / 1000;
    const { asked, taken } = await call.end();
    const allowed = POLICY.burst + POLICY.perSecond * elapsedS;
    floods.push({ perSecond: asked / elapsedS, taken: taken / allowed });
    return samples;
  };
}

function p99(rounds: readonly number[][] = []): number {
  return median(rounds.map((samples) => percentile(samples, 0.99)));
}

/** A partner that keeps well within its rate. */
function calm(partner: string): Promise<number[]> {
  return paced(async () => {
    const { allowed } = await takeRequest(partner, POLICY, Date.now);
    if (!allowed) throw new Error('The calm partner was refused');
  });
}

async function paced(work: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let n = 0; n < SAMPLES_PER_ROUND; n += 1) {
    samples.push(await elapsedMs(work));
    await sleep(1000 / CALM_PER_S);
  }
  return samples;
}

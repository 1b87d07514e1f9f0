import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Counts, countsShape, total } from '../cost/counts';
import { hotKeysShape, SIMULATED, widestPartitions } from '../cost/hot-keys';
import { dollarsOf, invocationsOf, queueRequestsOf } from '../cost/prices';
import { type Child, startChild } from '../processes/child';
import type { Bar, Part, PartResult, RunOptions, Table } from '../report/part';
import { inPercent, median, rounded, spread } from '../report/statistics';

const FOLDER = join(import.meta.dirname, '../cost');
const countedShape = z.array(z.object({ name: z.string(), counts: countsShape }));

/** Requests of one partition key that the table and each index take a second. */
const KEY_LIMIT = 1000;
/** The journey whose creation and whose whole life are looked at. */
const CROSS_RAMP = 'cross-ramp';

/** What each journey asks of the cloud, what that costs, and how far its writes are spread. */
export const cost: Part = {
  name: 'cost',
  title: 'Cost: units, calls and dollars',
  async run(options: RunOptions): Promise<PartResult> {
    const rounds = await within('journey-process.ts', (child) => play(child, options));
    const hot = await within('hot-keys-process.ts', (child) =>
      child.ask('simulate', hotKeysShape, { ...SIMULATED, seconds: options.quick ? 1 : SIMULATED.seconds }),
    );
    const lives = countsOf(rounds, (name) => name.startsWith(CROSS_RAMP));
    const creations = lives.map(({ functions }) => {
      const own = Object.entries(functions).find(([name]) => name.includes('createCrossRamp'))?.[1];
      if (own === undefined) throw new Error('The creation of a cross-ramp asked nothing of the table');
      return own;
    });
    const hottest = hot.keys[0]?.perSecond ?? 0;
    const reads = creations.map(({ calls }) =>
      total({ ...calls, TransactWriteItems: 0, UpdateItem: 0, PutItem: 0, DeleteItem: 0 }),
    );
    return {
      tables: [
        unitsTable(rounds),
        dollarsTable(rounds),
        {
          caption: `Busiest partition keys at ${SIMULATED.perSecond} creations a second, ${SIMULATED.partners} partners of Zipf sizes`,
          columns: ['Key', 'Write units a second', 'Of all write units', 'Of what a key takes'],
          rows: hot.keys.map(({ key, perSecond, share }) => [
            key,
            rounded(perSecond, 0),
            `${rounded(share * 100, 2)} %`,
            inPercent(perSecond / KEY_LIMIT),
          ]),
        },
        {
          caption:
            'Write units of a whole cross-ramp, alone, on the keys that its partner has one of, and the creations a second at which each is full',
          columns: ['Key', 'Write units', 'Creations a second'],
          rows: widestPartitions(lives).map(({ key, units }) => [
            key,
            units,
            units === 0 ? '' : rounded(KEY_LIMIT / units, 0),
          ]),
        },
      ],
      bars: [
        bar(
          'transactional writes of a creation',
          1,
          Math.max(...creations.map(({ calls }) => calls.TransactWriteItems ?? 0)),
        ),
        bar('reads of a creation', 2, Math.max(...reads)),
        bar(
          `write units a second of the busiest key at ${SIMULATED.perSecond} creations a second`,
          KEY_LIMIT,
          rounded(hottest, 0),
        ),
      ],
    };
  },
};

type Round = z.infer<typeof countedShape>;

async function within<T>(file: string, work: (child: Child) => Promise<T>): Promise<T> {
  const child = await startChild(join(FOLDER, file));
  try {
    return await work(child);
  } finally {
    await child.end();
  }
}

/** Rounds of all journeys; the first warms keys and settings and does not count. */
async function play(child: Child, { quick, progress }: RunOptions): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round <= (quick ? 1 : 5); round += 1) {
    progress(`round ${round}`);
    const counted = await child.ask('play', countedShape);
    if (round > 0) rounds.push(counted);
  }
  return rounds;
}

function countsOf(rounds: readonly Round[], wanted: (name: string) => boolean): Counts[] {
  return rounds.flatMap((round) => round.filter(({ name }) => wanted(name)).map(({ counts }) => counts));
}

function perJourney(
  rounds: readonly Round[],
  cells: (counts: readonly Counts[]) => (string | number)[],
): (string | number)[][] {
  return (rounds[0] ?? []).map(({ name }) => [name, ...cells(countsOf(rounds, (other) => other === name))]);
}

function unitsTable(rounds: readonly Round[]): Table {
  return {
    caption: 'Per journey with all that follows from it, counted',
    columns: [
      'Journey',
      'Read units',
      'Write units',
      'Spread',
      'Calls of the table',
      'Invocations',
      'Bus events',
      'Queue requests',
    ],
    rows: perJourney(rounds, (counts) => {
      const middle = (figure: (one: Counts) => number) => rounded(median(counts.map(figure)), 1);
      return [
        middle(({ reads }) => reads),
        middle(({ writes }) => writes),
        inPercent(spread(counts.map(({ writes }) => writes))),
        middle(({ database }) => total(database)),
        middle((one) => Object.values(invocationsOf(one)).reduce((sum, kind) => sum + kind, 0)),
        middle(({ events }) => events),
        middle(queueRequestsOf),
      ];
    }),
  };
}

function dollarsTable(rounds: readonly Round[]): Table {
  return {
    caption: 'Dollars per 1,000 at list prices (docs/cost-model.md), without the fixed part',
    columns: ['Journey', 'The table', 'All'],
    rows: perJourney(rounds, (counts) => {
      const dollars = counts.map(dollarsOf);
      return [
        rounded(1000 * median(dollars.map(({ table }) => table)), 4),
        rounded(1000 * median(dollars.map(({ all }) => all)), 4),
      ];
    }),
  };
}

function bar(text: string, limit: number, value: number): Bar {
  return { text, limit, value, side: 'at most' };
}

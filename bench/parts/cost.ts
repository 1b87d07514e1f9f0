import { DUE_SHARDS } from '#shared/dynamodb/keys';
import { type Asked, type Counts, total } from '../cost/counts';
import { CROSS_RAMP, playJourneys } from '../cost/journeys';
import { dollars, queueRequests } from '../cost/prices';
import { withCleanUp } from '../processes';
import { atMost, type Cell, type Part, type RunOptions, type Table, table } from '../report/part';
import { inPercent, median, rounded, spread } from '../report/statistics';
import { Partner } from '../stack/partner';
import { startReceiver } from '../stack/receiver';
import { startStackProcess } from '../stack/start-stack';

/** Nothing has been asked for this long: what followed is over. */
const QUIET_MS = 1000;
/** Write units of one partition key that the table and each index take a second. */
const KEY_LIMIT = 1000;
/** The load that is reckoned with: the second partner is half as large as the first, the third a third. */
const LOAD = { perSecond: 1000, partners: 50 };
/** Keys of which a partner has one, whatever its number of transactions. */
const PER_PARTNER = /^(L#(?!.*#USER#)|FEED#|COUNT#(?!.*#USER#)|RATE#)/;
const WRITES = ['TransactWriteItems', 'UpdateItem', 'PutItem', 'DeleteItem'];
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** What each journey asked, by its name. */
type Round = ReadonlyMap<string, Counts>;

/** What each journey asks of the cloud, what that costs, and how far its writes are spread. */
export const cost: Part = {
  name: 'cost',
  title: 'Cost: units, calls and dollars',
  async run(options) {
    const rounds = await play(options);
    const lives = rounds.flatMap((round) => round.get(CROSS_RAMP) ?? []);
    const creations = lives.map(creationAlone);
    const [creation, life] = [creations[0], lives[0]];
    if (creation === undefined || life === undefined) throw new Error('No cross-ramp was counted');
    const hot = busiestKeys(creation, 'partner 1', LOAD.perSecond * largestShare());
    const reads = creations.map(({ calls }) =>
      total({ ...calls, ...Object.fromEntries(WRITES.map((one) => [one, 0])) }),
    );
    const transactions = creations.map(({ calls }) => calls.TransactWriteItems ?? 0);
    const load = `at ${LOAD.perSecond} creations a second`;
    return {
      tables: [
        unitsTable(rounds),
        dollarsTable(rounds),
        table(
          `Busiest partition keys ${load}, ${LOAD.partners} partners of Zipf sizes`,
          'Key | Write units a second | Of all write units | Of what a key takes',
          hot.map(([key, units]) => {
            const share = rounded((100 * units) / (creation.writes * LOAD.perSecond));
            return [key, rounded(units, 0), `${share} %`, inPercent(units / KEY_LIMIT)];
          }),
        ),
        table(
          'Write units of a whole cross-ramp, alone, on the keys that its partner has one of, and the creations a second at which each is full',
          'Key | Write units | Creations a second',
          busiestKeys(life, '…', 1).map(([key, units]) => [key, units, Math.round(KEY_LIMIT / units)]),
        ),
      ],
      bars: [
        atMost(1, 'transactional writes of a creation', Math.max(...transactions)),
        atMost(2, 'reads of a creation', Math.max(...reads)),
        atMost(KEY_LIMIT, `write units a second of the busiest key ${load}`, rounded(hot[0]?.[1] ?? 0, 0)),
      ],
    };
  },
};

/** Rounds of all journeys; the first warms keys and settings and does not count. */
function play({ quick, progress }: RunOptions): Promise<Round[]> {
  return withCleanUp(async (atEnd) => {
    const { url: webhookUrl } = await startReceiver(atEnd);
    // A limit that is never reached, so that its cost is counted.
    const settings = { SANDBOX_STEP_MS: '50', WEBHOOK_DELAYS_S: '0,1,1,1,1', RATE_LIMIT_RPS: '1000' };
    const { call } = await startStackProcess(atEnd, { settings, counts: true });
    const partner = new Partner(await call.newPartner({ webhookUrl, users: 0 }));
    const rounds: Round[] = [];
    for (let round = 0; round <= (quick ? 1 : 5); round += 1) {
      progress(`round ${round}`);
      const counted = new Map<string, Counts>();
      await playJourneys(partner, async (name, work) => {
        await call.count();
        const result = await work();
        counted.set(name, await call.counted(QUIET_MS));
        return result;
      });
      if (round > 0) rounds.push(counted);
    }
    return rounds;
  });
}

/** What the creating function itself asked. */
function creationAlone({ functions }: Counts): Asked {
  const asked = Object.entries(functions).find(([name]) => name.includes('createCrossRamp'))?.[1];
  if (asked === undefined) throw new Error('The creation of a cross-ramp asked nothing of the table');
  return asked;
}

/** Of all creations, those of the largest partner. */
function largestShare(): number {
  return 1 / Array.from({ length: LOAD.partners }, (_, rank) => 1 / (rank + 1)).reduce((sum, size) => sum + size);
}

/**
 * The keys of a partner that are written to most, and its share of one of the index.
 * @param id takes the place of ids
 * @param times how often the work is done
 */
function busiestKeys({ partitions, indexWrites }: Asked, id: string, times: number): [key: string, units: number][] {
  const keys = Object.entries(partitions)
    .filter(([key]) => PER_PARTNER.test(key))
    .map(([key, units]): [string, number] => [key.replaceAll(ID, id), units * times])
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, 5);
  const ofAll = times === 1 ? 1 : LOAD.perSecond;
  return [...keys, [`index DUE#0–${DUE_SHARDS - 1}, each, of all partners`, (indexWrites * ofAll) / DUE_SHARDS]];
}

/** A row for each journey: the median of each figure over the rounds. */
function perJourney(rounds: readonly Round[], cells: (counts: readonly Counts[]) => Cell[]): Cell[][] {
  const names = [...(rounds[0]?.keys() ?? [])];
  return names.map((name) => [name, ...cells(rounds.flatMap((round) => round.get(name) ?? []))]);
}

function unitsTable(rounds: readonly Round[]): Table {
  const columns =
    'Journey | Read units | Write units | Spread | Calls of the table | Invocations | Bus events | Queue requests';
  const rows = perJourney(rounds, (counts) => {
    const middle = (figure: (one: Counts) => number) => rounded(median(counts.map(figure)), 1);
    return [
      ...[middle(({ reads }) => reads), middle(({ writes }) => writes), spread(counts.map(({ writes }) => writes))],
      ...[middle(({ calls }) => total(calls)), middle(({ invocations }) => total(invocations))],
      ...[middle(({ events }) => events), middle(queueRequests)],
    ];
  });
  return table('Per journey with all that follows from it, counted', columns, rows);
}

function dollarsTable(rounds: readonly Round[]): Table {
  const rows = perJourney(rounds, (counts) => {
    const sums = counts.map(dollars);
    const [ofTable, all] = [sums.map((sum) => sum.table), sums.map((sum) => sum.all)];
    return [ofTable, all].map((values) => rounded(1000 * median(values), 4));
  });
  const caption = 'Dollars per 1,000 at list prices (docs/cost-model.md), without the fixed part';
  return table(caption, 'Journey | The table | All', rows);
}

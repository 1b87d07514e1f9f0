import { Partner } from '#local/partner/partner';
import { DUE_SHARDS } from '#shared/dynamodb/keys';
import { type Asked, type Counts, isWrite, total } from '#test/support/metering/counts';
import { CROSS_RAMP, playJourneys } from '../cost/journeys';
import { dollars, queueRequests } from '../cost/prices';
import { withCleanUp } from '../processes';
import { definePart, type Row, type RunOptions } from '../report/part';
import { inPercent, median, rounded, spread } from '../report/statistics';
import { acceptWebhooks, startStackProcess } from '../stack/stack';

/** Nothing has been asked for this long: what followed is over. */
const QUIET_MS = 1000;
/** Write units of one partition key that the table and each index take a second. */
const KEY_LIMIT = 1000;
/** The load that is reckoned with: the second partner is half as large as the first, the third a third. */
const LOAD = { perSecond: 1000, partners: 50 };
/** Keys of which a partner has one, whatever its number of transactions. */
const PER_PARTNER = /^(L#(?!.*#USER#)|FEED#|COUNT#(?!.*#USER#)|RATE#)/;
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Calls of each journey, by its name. */
type Round = ReadonlyMap<string, Counts>;

/** Calls of each journey to the cloud, their cost, and the spread of its writes. */
export const cost = definePart('cost', async (options) => {
  const rounds = await play(options);
  const lives = rounds.flatMap((round) => round.get(CROSS_RAMP) ?? []);
  // Calls of the creating function itself.
  const creations = lives.flatMap(({ functions }) =>
    Object.entries(functions).flatMap(([name, asked]) => (name.includes('createCrossRamp') ? [asked] : [])),
  );
  const [[creation], [life]] = [creations, lives];
  if (creation === undefined || life === undefined) throw new Error('No cross-ramp was counted');
  const ranks = Array.from({ length: LOAD.partners }, (_, rank) => 1 / (rank + 1));
  const largestShare = 1 / ranks.reduce((sum, size) => sum + size);
  const hot = busiestKeys(creation, 'partner 1', [LOAD.perSecond * largestShare, LOAD.perSecond]);
  const counted = creations.map(({ calls }) => Object.entries(calls));
  const reads = counted.map((calls) => total(Object.fromEntries(calls.filter(([name]) => !isWrite(name)))));
  const transactions = creations.map(({ calls }) => calls.TransactWriteItems ?? 0);
  const keys = hot.map(([key, units]) => {
    const share = rounded((100 * units) / (creation.writes * LOAD.perSecond));
    return [key, rounded(units, 0), `${share} %`, inPercent(units / KEY_LIMIT)];
  });
  const alone = busiestKeys(life, '…', [1, 1]).map(([key, units]) => [key, units, Math.round(KEY_LIMIT / units)]);
  return {
    rows: [perJourney(rounds, toUnits), perJourney(rounds, toDollars), keys, alone],
    values: [Math.max(...transactions), Math.max(...reads), rounded(hot[0]?.[1] ?? 0, 0)],
    texts: LOAD,
  };
});

/** Rounds of all journeys; the first warms keys and settings and does not count. */
function play({ quick, progress }: RunOptions): Promise<Round[]> {
  return withCleanUp(async (atEnd) => {
    const webhookUrl = await acceptWebhooks(atEnd);
    // A limit that is never reached, so that its cost is counted. Pages of the feed are those of production.
    const settings = {
      SANDBOX_STEP_MS: '50',
      WEBHOOK_DELAYS_S: '0,1,1,1,1',
      RATE_LIMIT_RPS: '1000',
    };
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

/**
 * The keys of a partner that are written to most, and its share of one of the index.
 * @param id takes the place of ids
 * @param times how often the work is done, by this partner and by all
 */
function busiestKeys({ partitions, indexWrites }: Asked, id: string, [times, ofAll]: readonly [number, number]) {
  const keys = Object.entries(partitions)
    .filter(([key]) => PER_PARTNER.test(key))
    .map(([key, units]): [key: string, units: number] => [key.replaceAll(ID, id), units * times])
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, 5);
  const index = `index DUE#0–${DUE_SHARDS - 1}, each, of all partners`;
  return keys.concat([[index, (indexWrites * ofAll) / DUE_SHARDS]]);
}

/** A row for each journey. */
function perJourney(rounds: readonly Round[], cells: (counts: readonly Counts[]) => Row): Row[] {
  const names = [...(rounds[0]?.keys() ?? [])];
  return names.map((name) => [name, ...cells(rounds.flatMap((round) => round.get(name) ?? []))]);
}

function toUnits(counts: readonly Counts[]): Row {
  const middle = (figure: (one: Counts) => number) => rounded(median(counts.map(figure)), 1);
  return [
    ...[middle(({ reads }) => reads), middle(({ writes }) => writes), spread(counts.map(({ writes }) => writes))],
    ...[middle(({ calls }) => total(calls)), middle(({ invocations }) => total(invocations))],
    ...[middle(({ events }) => events), middle(queueRequests)],
  ];
}

function toDollars(counts: readonly Counts[]): Row {
  const sums = counts.map(dollars);
  return [sums.map(({ table }) => table), sums.map(({ all }) => all)].map((own) => rounded(1000 * median(own), 4));
}

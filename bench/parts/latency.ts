import { useLocalTable } from '#local/start/local-table';
import { requestRateKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import { issueKey } from '#shared/partners/api-keys/changes/repository';
import { scenarioFor } from '#test/support/scenarios/registry';
import { PROVIDER_TIMES, startTimedProviders } from '#test/support/servers/timed-providers';
import { openModel } from '../load/open-model';
import { ask, REQUESTS, type Target, toTargets } from '../load/requests';
import { type AtEnd, withCleanUp } from '../processes';
import { definePart, type Row } from '../report/part';
import { elapsedMs, inPercent, inTurns, median, percentile, rounded, spread } from '../report/statistics';
import { makePartners, startStackProcess } from '../stack/stack';

/** Connections with which the capacity is measured. */
const MANY = 16;
/** Of the capacity. */
const SHARES = [0.25, 0.5, 0.75] as const;
const FULL = { rounds: 3, seconds: 7, warmUp: 1, stored: 200, reads: 500 };
const QUICK = { rounds: 1, seconds: 2, warmUp: 0.1, stored: 30, reads: 50 };

/** Time that a partner waits for an answer, and the service's own share of it. */
export const latency = definePart('latency', ({ quick, progress }) =>
  withCleanUp(async (atEnd) => {
    const { rounds, seconds, ...scale } = quick ? QUICK : FULL;
    const sides = await startSides(atEnd, scale.stored);
    const client = openModel(atEnd);
    // One read of the table, alone, by the SDK.
    const [readsMs = []] = await inTurns(scale.reads, [() => elapsedMs(() => readItem(requestRateKey('no partner')))]);
    const tripMs = median(readsMs);
    const [waits, trips, quoteP99]: [Row[], Row[], number[]] = [[], [], []];
    for (const [place, { id, text, warmUp, providers }] of REQUESTS.entries()) {
      const targets = sides.flatMap((all, side) => (side === 0 || providers ? (all[place] ?? []) : []));
      for (const target of targets) await ask(target, { connections: MANY, amount: warmUp * scale.warmUp });
      const rate = await client.capacity(targets[0], { connections: MANY, seconds });
      for (const share of SHARES) {
        progress(`${text}, ${inPercent(share)} of ${Math.round(rate)} a second`);
        const measures = targets.map(
          (target) => (seed: number) => client.send(target, { perSecond: rate * share, seconds, seed }),
        );
        const seen = await inTurns(rounds, measures);
        const [own = [], all = own] = seen.map((each) => each.flatMap(({ ms }) => ms));
        const last = seen.at(-1) ?? [];
        const errors = last.reduce((sum, one) => sum + one.errors, 0) / all.length;
        const at = (ms: readonly number[], shares: readonly number[]) =>
          shares.map((one) => rounded(percentile(ms, one), 1));
        const p99s = last.map(({ ms }) => percentile(ms, 0.99));
        if (place === 0) quoteP99.push(median(p99s));
        waits.push([
          ...[
            text,
            inPercent(share),
            Math.round(rate * share),
            ...at(all, [0.5, 0.99, 0.999]),
            ...at(own, [0.5, 0.99]),
          ],
          ...[inPercent(mean(own) / mean(all)), `${rounded(100 * errors)} %`],
          rounded(median(p99s), 1),
          spread(p99s),
        ]);
        if (share !== SHARES[0]) continue;
        const depth = scenarioFor(id).roundTrips ?? Number.NaN;
        const ownP50 = percentile(own, 0.5);
        trips.push([text, depth, rounded(tripMs), rounded(ownP50, 1), inPercent((depth * tripMs) / ownP50)]);
      }
    }
    const values = [
      ...trips.slice(0, 2).map(([, depth]) => Number(depth)),
      (quoteP99.at(-1) ?? Number.NaN) / (quoteP99[0] ?? Number.NaN),
    ];
    const texts = {
      ...PROVIDER_TIMES,
      faults: `${Math.round(1000 * PROVIDER_TIMES.faults) / 10} %`,
      share: inPercent(SHARES[0]),
    };
    return { rows: [waits, trips], values, texts };
  }),
);

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The API on one database, twice: with providers that answer at once, and with slow ones. @returns the targets of each */
async function startSides(atEnd: AtEnd, stored: number) {
  const providers = await startTimedProviders();
  atEnd(() => providers.stop());
  const { database, tableName, partners } = await makePartners(atEnd, [{ completed: stored }, { completed: 1 }]);
  useLocalTable(database, tableName);
  const keys = partners.map(async (partner) => {
    const order = { partnerId: partner.partnerId, name: 'Live', stage: 'production', atMs: Date.now() } as const;
    return { ...partner, apiKey: (await issueKey(order)).apiKey };
  });
  const [lister, creator] = await Promise.all(keys);
  if (lister === undefined || creator === undefined) throw new Error('Two partners were asked for');
  const sides: Target[][] = [];
  for (const speed of ['instant', 'slow'] as const) {
    // A limit that is never reached, so that what it costs is measured.
    const settings = { RATE_LIMIT_RPS: '1000000', ...providers.settings(speed) };
    const { baseUrl } = await startStackProcess(atEnd, { apiOnly: true, database, settings });
    sides.push(toTargets(baseUrl, lister, creator));
  }
  return sides;
}

import { describe, expect, it } from 'vitest';
import { furtherDelivery, type Journey, journeys } from '#infra/capacity/journeys';
import { FunctionRuntime } from '#local/lambda/runtime';
import { type Counts, isWrite, total } from '#local/metering/counts';
import { Tally } from '#local/metering/tally';
import { Partner } from '#local/partner/partner';
import { crossRampLife } from '#ops/capacity/life';
import { JOURNAL_WRITES } from '#ops/capacity/resources';
import { playJourneys } from '#test/support/journeys/journeys';
import { newReceiver } from '#test/support/lifetime';
import { ownStack } from '#test/support/own-stack';

/** Nothing has been asked for this long: what followed is over. */
const QUIET_MS = 1500;
/** A webhook that comes while the one before it is on its way, or a write that is repeated, costs some units more. */
const SPREAD = { below: 0.08, above: 0.08 };
/**
 * Spread of the costs and reads of feed and totals: records fall into batches by chance. On a busy machine batches are
 * fuller, and cost less.
 */
const SPREAD_OF_BATCHES = { below: 0.7, above: 0.35 };

interface Counted extends Counts {
  /** Records by the name of the reader that they were given to. */
  readonly records: Readonly<Record<string, number>>;
}

const tally = Tally.start();
const counted = new Map<string, Counted>();
/** A cross-ramp of a partner with one further endpoint, which accepts at once as the first one does. */
const countedWithEndpoint = new Map<string, Counted>();
let records = new Map<string, number>();

countRecords();
// A rate that is never reached, so that its cost is counted, and no proofs: capacity is reckoned for a stage without them.
const running = await ownStack({ settings: { RATE_LIMIT_RPS: '1000', PAYMENT_PROOFS: 'OFF' } });
const receiver = await newReceiver();
const partner = new Partner(await running.newPartner());
await partner.put('/webhook-settings', { url: receiver.url });
const play = async (wanted: readonly Journey[], counts?: Map<string, Counted>) => {
  const count = async <T>(name: string, work: () => Promise<T>) => {
    records = new Map();
    tally.begin();
    const result = await work();
    const found = await tally.endWhenQuiet(QUIET_MS);
    counts?.set(name, { ...found, records: Object.fromEntries(records) });
    return result;
  };
  const names = wanted.map(({ name }) => name);
  await playJourneys(partner, count, names);
};
// The first round warms keys and settings, and does not count.
await play(Object.values(journeys));
await play(Object.values(journeys), counted);
await partner.create('/webhook-endpoints', { url: receiver.url });
const { userVerified, quoteLocked, crossRamp } = journeys;
await play([userVerified, quoteLocked, crossRamp], countedWithEndpoint);

/** Counts the records of the stream by the function that takes them. */
function countRecords(): void {
  const invoke = FunctionRuntime.prototype.invoke;
  FunctionRuntime.prototype.invoke = function (this: FunctionRuntime, key, event) {
    const { Records = [] }: { readonly Records?: readonly { readonly dynamodb?: unknown }[] } = Object(event);
    const taken = Records.filter(({ dynamodb }) => dynamodb !== undefined).length;
    const name = ['projectChanges', 'publishEvents'].find((id) => key.includes(id)) ?? key;
    records.set(name, (records.get(name) ?? 0) + taken);
    return invoke.call(this, key, event);
  };
}

function countOf({ name }: Journey, of: ReadonlyMap<string, Counted> = counted): Counted {
  const found = of.get(name);
  if (found === undefined) throw new Error(`${name} was not played`);
  return found;
}

/** Write units on the keys that match. */
function unitsOn({ partitions }: Counted, key: RegExp): number {
  return Object.entries(partitions)
    .filter(([name]) => key.test(name))
    .reduce((sum, [, units]) => sum + units, 0);
}

const ID = '[0-9a-f-]{36}';
const partnerKeys: Readonly<Record<keyof Journey['partnerKeys'], RegExp>> = {
  feed: new RegExp(`^FEED#${ID}$`),
  pendingNotifications: new RegExp(`^L#${ID}#NTF#STATUS#PENDING$`),
  notifications: new RegExp(`^L#${ID}#NTF#ALL$`),
};

/** Expects a count within the spread of its figure. */
function expectNear(what: string, [count, figure]: readonly [number, number], spread = SPREAD): void {
  const says = `${what}: counted ${count}, infra/capacity/journeys.ts says ${figure}`;
  expect(count, says).toBeLessThanOrEqual(Math.ceil(figure * (1 + spread.above)));
  expect(count, says).toBeGreaterThanOrEqual(Math.floor(figure * (1 - spread.below)));
}

describe.each(Object.values<Journey>(journeys))('$name', (journey) => {
  it('asks for the units that capacity is reckoned with', () => {
    const counts = countOf(journey);
    const projecting = Object.entries(counts.functions).filter(([name]) => name.includes('projectChanges'));
    const ownWrites = counts.writes - projecting.reduce((sum, [, { writes }]) => sum + writes, 0);
    expectNear('write units of its own', [ownWrites, journey.ownWrites]);
    expectNear('write units', [counts.writes, journey.writeUnits], { below: 0.35, above: 0.1 });
    // A function reads a key again when a minute has passed, which on a busy machine a round takes: one unit a request.
    const reads = Math.max(Math.min(counts.reads, journey.readUnits), counts.reads - journey.requests);
    expectNear('read units', [reads, journey.readUnits], SPREAD_OF_BATCHES);
    expectNear('write units of the index', [counts.indexWrites, journey.indexWrites]);
    for (const [name, key] of Object.entries(partnerKeys)) {
      const spread = name === 'feed' ? SPREAD_OF_BATCHES : SPREAD;
      expectNear(name, [unitsOn(counts, key), new Map(Object.entries(journey.partnerKeys)).get(name) ?? 0], spread);
    }
  });

  it('brings as many records, events and messages as it is reckoned with', () => {
    const counts = countOf(journey);
    expect(counts.records.projectChanges ?? 0).toBe(journey.changeRecords);
    expect(counts.records.publishEvents ?? 0).toBe(journey.outboxRecords);
    expect(counts.events).toBe(journey.webhooks + journey.steps);
  });
});

describe('a delivery to a further endpoint', () => {
  it('costs the units that capacity is reckoned with, from its birth to its outcome', () => {
    const { crossRamp } = journeys;
    const [before, after] = [countOf(crossRamp), countOf(crossRamp, countedWithEndpoint)];
    const delivering = ({ functions }: Counted) =>
      Object.entries(functions).find(([name]) => name.includes('deliverWebhook'))?.[1].reads ?? 0;
    const more = (figure: (one: Counted) => number) => figure(after) - figure(before);
    const { readUnits, writeUnits, indexWrites } = furtherDelivery;
    const ofTable = writeUnits - indexWrites;
    expectNear('write units', [unitsOn(after, /#EP#/), crossRamp.webhooks * ofTable]);
    expectNear('write units of the index', [more((one) => one.indexWrites), crossRamp.webhooks * indexWrites]);
    expectNear('read units', [more(delivering), crossRamp.webhooks * readUnits], SPREAD_OF_BATCHES);
    expect(more(({ events }) => events)).toBe(crossRamp.webhooks);
    expect(more(({ records }) => records.publishEvents ?? 0)).toBe(crossRamp.webhooks);
    expect(more(({ records }) => records.projectChanges ?? 0)).toBe(0);
  });
});

describe('a cross-ramp that is simulated', () => {
  it('writes what was counted, but for feed and totals', () => {
    const counts = countOf(journeys.crossRamp);
    const life = crossRampLife({ partner: 'p', user: 'u', transaction: 't' }).flatMap(({ writes }) => writes);
    const units = life.reduce((sum, one) => sum + one.units, 0);
    const projected = unitsOn(counts, /^(FEED|FEEDSEEN|COUNT|RATE)#/);
    expectNear('units of the simulated life', [units, total(counts.partitions) - projected]);
    expect(unitsOn(counts, /^JOURNAL#/)).toBe(JOURNAL_WRITES);
  });

  it('writes to the lists that the service writes to', () => {
    const life = crossRampLife({ partner: 'P', user: 'U', transaction: 'T' }).flatMap(({ writes }) => writes);
    const lists = (keys: readonly string[]) => [...new Set(keys.filter((key) => key.startsWith('L#')))].toSorted();
    const known = Object.keys(countOf(journeys.crossRamp).partitions).map((key) =>
      key.replace(new RegExp(`#USER#${ID}$`), '#USER#U').replace(new RegExp(`^L#${ID}`), 'L#P'),
    );
    expect(lists(life.map(({ key }) => key))).toEqual(lists(known));
  });

  it('is made by one write of the creation', () => {
    const creation = Object.entries(countOf(journeys.crossRamp).functions).find(([name]) =>
      name.includes('createCrossRamp'),
    );
    expect(Object.keys(creation?.[1].calls ?? {}).filter(isWrite)).toEqual(['UpdateItem', 'TransactWriteItems']);
  });
});

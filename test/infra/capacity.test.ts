import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failingDelivery, furtherDelivery, journeys } from '#infra/capacity/journeys';
import { pathGroup, stageLimits } from '#infra/capacity/limits';
import {
  loadOf,
  PLANNED_FAILING_SHARE,
  partnerTransactions,
  stageLoad,
  withFailingDeliveries,
  withFurtherEndpoints,
} from '#infra/capacity/load';
import { quotas } from '#infra/capacity/quotas';
import { crossRampLife } from '#ops/capacity/life';
import { dollars } from '#ops/capacity/prices';
import { creationsAlone, holds, overfull, partnerResources, sharedResources } from '#ops/capacity/resources';
import { simulated } from '#ops/capacity/results';
import { scenarios } from '#ops/capacity/scenarios';
import { partitionOf, simulate } from '#ops/capacity/simulate';
import { shippedStages } from '#scripts/docs/capacity';
import { endpointsIn } from '#shared/api/endpoints';
import type { PageForm } from '#shared/changes/item';
import { BURST_S } from '#shared/partners/domain/request-rate';
import { STAGES } from '#test/infra/support/stage-templates';

/** Seconds that the feed of a stage which holds what it promises is behind at most, but for one change in a hundred. */
const FEED_LAG_S = 3;
const shipped = shippedStages();

describe.each(STAGES)('capacity of %s', (env) => {
  const config = shipped[env];
  const limits = stageLimits(config);

  it('adds up: no resource is asked for more than it holds', () => {
    expect(overfull(sharedResources(config))).toEqual([]);
    expect(overfull(partnerResources(config))).toEqual([]);
  });

  it('names what stops first, and what to raise, where it does not', () => {
    const load = loadOf(10 * stageLoad(config).transactions);
    const [first = ''] = overfull(sharedResources(config, load));
    expect(first).toMatch(/^table.*: writes.*raise /);
    const few = { ...config, capacity: { ...config.capacity, functionsAtOnce: 50 } };
    expect(overfull(sharedResources(few)).join()).toContain('functions at once');
  });

  it('keeps the promise of 50 requests a second, and of bursts of 100, to each partner', () => {
    expect(config.requestsPerPartnerS).toBe(50);
    const { default: route, routes } = limits.gateway;
    const partners = config.capacity.partnersAtFullRate;
    // On one route, even when all of them use the same one.
    expect(route.requestsPerS).toBeGreaterThanOrEqual(partners * 50);
    expect(route.burst).toBeGreaterThanOrEqual(partners * 50 * BURST_S);
    for (const { id, scope } of endpointsIn(env)) if (scope === 'partner') expect(routes.get(id), id).toBeUndefined();
    // Behind one address.
    expect(limits.firewall.partners).toBeGreaterThanOrEqual(60 * 50 * config.capacity.partnersPerAddress);
  });

  it.each(endpointsIn(env).filter(({ scope }) => scope !== 'partner'))(
    'lets no single address use up $id for the others',
    ({ id, scope }) => {
      const perAddress = limits.firewall[pathGroup[scope]] / 60;
      const route = limits.gateway.routes.get(id)?.requestsPerS ?? 0;
      expect(route / perAddress).toBeGreaterThan(2);
      expect(route).toBeLessThanOrEqual(quotas.gatewayRequestsPerS.limit);
      expect(limits.gateway.routes.get(id)?.burst).toBeLessThanOrEqual(quotas.gatewayBurst.limit);
    },
  );

  it('reserves nothing in an account that has no room for it', () => {
    const small = { ...config, capacity: { ...config.capacity, functionsAtOnce: 10 } };
    expect(stageLimits(small).reserved.size).toBe(0);
  });

  it.each([10, 12, 50, 200, 1000])(
    'leaves callers some of %i invocations at once, however long the queues are',
    (functionsAtOnce) => {
      const { queueReaders } = stageLimits({ ...config, capacity: { ...config.capacity, functionsAtOnce } });
      const readers = Object.values(queueReaders);
      expect(Math.min(...readers)).toBeGreaterThanOrEqual(2);
      expect(readers.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(0.8 * functionsAtOnce);
    },
  );

  it('has batches for an endpoint that never answers, where the account has room for them', () => {
    const readersWith = (functionsAtOnce: number) =>
      stageLimits({ ...config, capacity: { ...config.capacity, functionsAtOnce } });
    const [usual, small] = [readersWith(quotas.functionsAtOnce.limit), readersWith(50)];
    expect(usual.spareBatches).toBeGreaterThan(100);
    expect(small.spareBatches).toBeLessThan(10);
    expect(readersWith(10).spareBatches).toBe(0);
    // No other queue has fewer for it.
    if (env === 'sandbox') expect(small.queueReaders).toMatchObject({ retries: usual.queueReaders.retries, steps: 4 });
  });

  it('has a feed that keeps up, in the simulation', () => {
    const promised = simulated.find(({ name }) => name === `${env}, as it promises`);
    expect(promised?.outcome.lagS.p99).toBeLessThan(FEED_LAG_S);
    expect(promised?.outcome.backlogS).toBeLessThan(2);
  });
});

describe('capacity', () => {
  it('grows with one setting, up to what only a quota or other code raises', () => {
    const { production } = shipped;
    const twice = { ...production, capacity: { ...production.capacity, partnersAtFullRate: 20 } };
    const short = sharedResources(twice).filter(({ demand, limit }) => demand > limit);
    // Warm throughput is decided for itself.
    const settings = short.filter(({ raised }) => raised === 'setting').map(({ raise }) => raise);
    expect(new Set(settings)).toEqual(new Set(['`capacity.warm`']));
    expect(short.map(({ name }) => name)).toContain('table with its index: writes of the account');
  });

  it('tells at how many transactions a resource is full', () => {
    expect(holds({ demand: 10, limit: 40 }, { transactions: 5 })).toBe(20);
  });

  it('lets a partner that only creates reach its rate before its lists are full', () => {
    expect(creationsAlone.pendingNotifications).toBeGreaterThanOrEqual(shipped.production.requestsPerPartnerS);
    expect(creationsAlone.feed).toBeGreaterThan(partnerTransactions(shipped.production));
  });

  it('plays lives with as many records as were counted', () => {
    const life = crossRampLife({ partner: 'p', user: 'u', transaction: 't' });
    const brought = life.flatMap(({ writes }) => writes.filter(({ brings }) => brings !== 'nothing'));
    // A notification is leased without a change that partners see: five records more.
    expect(brought).toHaveLength(journeys.crossRamp.changeRecords - journeys.crossRamp.webhooks);
    expect(life.reduce((sum, { outboxRecords }) => sum + outboxRecords, 0)).toBe(journeys.crossRamp.outboxRecords);
    const pending = life
      .flatMap(({ writes }) => writes)
      .filter(({ key }) => key === 'L#p#NTF#STATUS#PENDING')
      .reduce((sum, { units }) => sum + units, 0);
    expect(pending).toBe(journeys.crossRamp.partnerKeys.pendingNotifications);
  });
});

describe('the simulation', () => {
  const small = {
    creationsPerS: 4,
    partners: 2,
    sizes: 'equal',
    partitions: 4,
    reader: { memoryMb: 256, batchSize: 50, windowMs: 0, feedPages: 'PLAIN' },
    seconds: 20,
    seed: 7,
  } as const;

  it('gives the same for the same seed, and other figures for another', () => {
    const once = simulate(small);
    expect(simulate(small)).toEqual(once);
    expect(simulate({ ...small, seed: 8 })).not.toEqual(once);
  });

  it('keeps up with little, and writes fewer units than lives that are counted alone', () => {
    const { lagS, backlogS, writes, conflictsPerPage } = simulate(small);
    expect(lagS.p50).toBeLessThan(0.5);
    expect(backlogS).toBeLessThan(1);
    expect(conflictsPerPage).toBeLessThan(1);
    // The lives that are under way at the end have not written everything yet.
    expect(writes.all).toBeGreaterThan(0.4 * small.creationsPerS * journeys.crossRamp.writeUnits);
    expect(writes.all).toBeLessThan(small.creationsPerS * journeys.crossRamp.writeUnits);
  });

  it('falls behind where one reader has to do the work of a stage', () => {
    const { lagS, backlogS } = simulate({ ...small, creationsPerS: 60, partitions: 1 });
    expect(backlogS).toBeGreaterThan(2);
    expect(lagS.p99).toBeGreaterThan(2);
  });

  it('writes fuller pages, and fewer units, where batches are gathered', () => {
    const at = (windowMs: number) =>
      simulate({ ...small, creationsPerS: 20, reader: { ...small.reader, batchSize: 500, windowMs } });
    expect(at(1000).changesPerPage).toBeGreaterThan(2 * at(0).changesPerPage);
    expect(at(1000).writes.all).toBeLessThan(at(0).writes.all);
  });

  it('writes fewer units to a feed whose pages are packed', () => {
    const unitsWith = (feedPages: PageForm) =>
      simulate({ ...small, reader: { ...small.reader, feedPages } }).writes.all;
    expect(unitsWith('PACKED')).toBeLessThan(0.97 * unitsWith('PLAIN'));
  });

  it('spreads keys evenly over partitions', () => {
    const counts = [0, 0, 0, 0];
    for (let key = 0; key < 4000; key += 1) {
      const partition = partitionOf(`TX#${key}`, 4);
      counts[partition] = (counts[partition] ?? 0) + 1;
    }
    for (const count of counts) expect(count).toBeGreaterThan(900);
  });

  it('has stored results of the stages as they are now', () => {
    const now = scenarios(shipped.sandbox, shipped.production);
    expect(
      simulated.map(({ name, scenario }) => ({ name, ...scenario })),
      'the stages have changed: run "npm run capacity", then "npm run docs"',
    ).toEqual(now);
    const [sandbox] = now;
    if (sandbox === undefined) throw new Error('Nothing is simulated');
    const { lagS, writes } = simulate(sandbox);
    expect(simulated[0]?.outcome.lagS.p99).toBeCloseTo(lagS.p99, 2);
    expect(simulated[0]?.outcome.writes.all).toBeCloseTo(writes.all, 1);
  });
});

describe('deliveries that fail', () => {
  it('are planned for, with their writes, reads and retries', () => {
    const load = loadOf(10);
    const more = withFailingDeliveries(load, 0.5);
    expect(more.writeUnits - load.writeUnits).toBeCloseTo(0.5 * load.webhooks * failingDelivery.writeUnits);
    expect([more.retries, more.webhooks]).toEqual([2 * load.webhooks, load.webhooks]);
    const config = { requestsPerPartnerS: 50, capacity: shippedStages().production.capacity };
    const planned = stageLoad(config);
    expect(planned.retries).toBeCloseTo(4 * PLANNED_FAILING_SHARE * planned.webhooks);
  });
});

describe('a further webhook endpoint', () => {
  const { webhooks } = loadOf(1);

  it('costs what the cost model says', () => {
    const { readUnits: reads, writeUnits: writes, indexWrites } = furtherDelivery;
    const asked = { reads, writes, indexWrites, calls: {}, partitions: {}, functions: {}, made: [], keyCalls: 0 };
    const delivery = { ...asked, invocations: { deliverWebhook: 1 }, events: 1, sends: 1 };
    const thousand = (1000 * webhooks * dollars(delivery).all).toFixed(2);
    const model = readFileSync(resolve(import.meta.dirname, '../../docs/cost-model.md'), 'utf8');
    expect(model).toContain(`each delivery is ${writes} write units and ${reads} read units`);
    expect(model).toContain(`1,000 transactions cost ${thousand} dollars more for each such endpoint`);
  });

  it('takes writes, events and messages by the number of webhooks, and no request', () => {
    const load = loadOf(10);
    const more = withFurtherEndpoints(load, 2);
    expect(more.writeUnits - load.writeUnits).toBeCloseTo(2 * 10 * webhooks * furtherDelivery.writeUnits);
    expect([more.webhooks, more.outboxRecords - load.outboxRecords]).toEqual([3 * load.webhooks, 2 * load.webhooks]);
    expect([more.requests, more.changeRecords]).toEqual([load.requests, load.changeRecords]);
    expect(withFurtherEndpoints(load, 0)).toEqual(load);
  });
});

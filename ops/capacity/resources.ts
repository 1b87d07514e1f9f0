/**
 * Every resource of a stage, with what is asked of it at the load that the stage promises and what it holds.
 * test/infra/capacity.test.ts holds them together, and docs/capacity.md prints them.
 */
import { assumed, journeys } from '#infra/capacity/journeys';
import {
  batchesPerShard,
  hostileAddresses,
  MESSAGES_PER_BATCH,
  partitionsOf,
  stageLimits,
} from '#infra/capacity/limits';
import { keyWrites, type Load, partnerTransactions, retriesIn, stageLoad } from '#infra/capacity/load';
import { quotas } from '#infra/capacity/quotas';
import type { StageConfig } from '#infra/config/stages';
import { DUE_SHARDS, JOURNAL_SHARDS } from '#shared/dynamodb/keys';

export interface Resource {
  readonly name: string;
  readonly unit: string;
  readonly demand: number;
  readonly limit: number;
  /** Means of raising the limit: the settings, AWS on request, or other code alone. */
  readonly raised: 'setting' | 'quota' | 'code';
  /** Quota of the account that has to hold the demand. Absent: none, or the demand is a part of another resource's. */
  readonly quota?: keyof typeof quotas;
  /** Name of the setting, quota or constant that is to be raised. */
  readonly raise: string;
}

/** Write units of a cross-ramp in the day's journal. */
export const JOURNAL_WRITES = 6;
const SETTING = '`capacity.partnersAtFullRate`';
/** Raised for itself, and never lowered (docs/adr/046). */
const WARM_SETTING = '`capacity.warm`';

/** Lists what all partners share. What is asked grows with the transactions of the stage. */
export function sharedResources(config: StageConfig, load: Load = stageLoad(config)): readonly Resource[] {
  return [...gatewayResources(config, load), ...functionResources(config, load), ...tableResources(config, load)];
}

function gatewayResources(config: StageConfig, load: Load): readonly Resource[] {
  const { gateway } = stageLimits(config);
  return [
    {
      name: 'gateway: all partners on one route',
      unit: 'requests/s',
      demand: load.requests,
      limit: gateway.default.requestsPerS,
      raised: 'setting',
      raise: SETTING,
    },
    {
      name: 'gateway: the account',
      unit: 'requests/s',
      demand: load.requests + load.providerReports,
      limit: quotas.gatewayRequestsPerS.limit,
      raised: 'quota',
      quota: 'gatewayRequestsPerS',
      raise: 'requests a second of API Gateway',
    },
    {
      name: 'gateway: a burst of all partners',
      unit: 'requests',
      demand: load.burst,
      limit: quotas.gatewayBurst.limit,
      raised: 'quota',
      quota: 'gatewayBurst',
      raise: 'requests a second of API Gateway; the burst grows with them',
    },
    {
      name: 'event bus: requests, of one event each',
      unit: 'requests/s',
      demand: load.outboxRecords,
      limit: quotas.busEvents.limit,
      raised: 'quota',
      quota: 'busEvents',
      raise: 'PutEvents of EventBridge',
    },
    {
      name: 'event bus: deliveries to queues',
      unit: 'events/s',
      // Steps: webhooks go to their queues without a rule.
      demand: load.outboxRecords - load.webhooks,
      limit: quotas.busDeliveries.limit,
      raised: 'quota',
      quota: 'busDeliveries',
      raise: 'invocations of EventBridge',
    },
    {
      name: 'queue of first attempts: in flight',
      unit: 'messages',
      demand: load.webhooks * assumed.delivery.seconds,
      limit: quotas.messagesInFlight.limit,
      raised: 'quota',
      quota: 'messagesInFlight',
      raise: 'messages in flight of SQS',
    },
    {
      name: 'key service: tokens of links',
      unit: 'calls/s',
      // A link is made, shown and opened.
      demand: 3 * load.users,
      limit: quotas.keyCalls.limit,
      raised: 'quota',
      quota: 'keyCalls',
      raise: 'symmetric operations of KMS',
    },
  ];
}

/** By Little's law: as many are at work as come in a second, times the seconds that each takes. */
function functionResources(config: StageConfig, load: Load): readonly Resource[] {
  const { firewall, table, queueReaders, spareBatches, reserved } = stageLimits(config);
  const readers = (name: string, messages: number, limit: number, seconds: number): Resource => ({
    name: `queue of ${name}: batches at once`,
    unit: 'batches',
    demand: (messages * seconds) / MESSAGES_PER_BATCH,
    limit,
    raised: 'setting',
    raise: SETTING,
  });
  const floods = Object.entries(hostileAddresses).reduce(
    (sum, [group, addresses]) => sum + (addresses * (new Map(Object.entries(firewall)).get(group) ?? 0)) / 60,
    0,
  );
  const isSandbox = config.name === 'sandbox';
  const queued = Object.values(queueReaders).reduce((sum, one) => sum + one, 0);
  const streamed = Object.values(batchesPerShard).reduce((sum, one) => sum + one * partitionsOf(table), 0);
  return [
    readers('first attempts', load.webhooks, queueReaders.firstAttempts - spareBatches, assumed.delivery.seconds),
    readers('retries', retriesIn(load), queueReaders.retries, assumed.delivery.seconds),
    readers(
      'steps',
      isSandbox ? load.steps : load.providerSteps,
      queueReaders.steps,
      isSandbox ? assumed.worker.seconds : assumed.step.seconds,
    ),
    {
      name: 'stream: readers of feed and totals',
      unit: 'invocations',
      demand: partitionsOf(table) * batchesPerShard.projectChanges,
      limit: reserved.get('projectChanges') ?? config.capacity.functionsAtOnce,
      ...raisedWith(reserved.has('projectChanges')),
    },
    {
      name: 'stream: readers of events',
      unit: 'invocations',
      demand: Math.max(
        partitionsOf(table) * batchesPerShard.publishEvents,
        load.outboxRecords * assumed.worker.seconds,
      ),
      limit: reserved.get('publishEvents') ?? config.capacity.functionsAtOnce,
      ...raisedWith(reserved.has('publishEvents')),
    },
    {
      name: 'functions at once: endpoints, workers, and refusals of floods',
      unit: 'invocations',
      demand:
        load.requests * assumed.endpoint.seconds +
        floods * assumed.refusal.seconds +
        queued +
        ([...reserved.values()].reduce((sum, one) => sum + one, 0) || streamed),
      limit: config.capacity.functionsAtOnce,
      ...raisedWith(false),
      quota: 'functionsAtOnce',
    },
  ];
}

/** Finds out how to get more invocations at once: those that are reserved follow from the promise, others from the account. */
function raisedWith(isReserved: boolean): Pick<Resource, 'raised' | 'raise'> {
  if (isReserved) return { raised: 'setting', raise: SETTING };
  return { raised: 'quota', raise: 'concurrent executions of Lambda, and `capacity.functionsAtOnce`' };
}

function tableResources(config: StageConfig, load: Load): readonly Resource[] {
  const { table, index } = stageLimits(config);
  return [
    {
      name: 'table with its index: writes',
      unit: 'units/s',
      demand: load.writeUnits,
      limit: table.maximum.write,
      raised: 'setting',
      raise: SETTING,
    },
    {
      name: 'table with its index: writes of the account',
      unit: 'units/s',
      demand: load.writeUnits,
      limit: quotas.tableWrites.limit,
      raised: 'quota',
      quota: 'tableWrites',
      raise: 'write units of a table of DynamoDB',
    },
    {
      name: 'table: writes from the first second',
      unit: 'units/s',
      demand: load.writeUnits,
      limit: table.warm?.write ?? quotas.newTableWrites.limit,
      raised: 'setting',
      raise: WARM_SETTING,
    },
    {
      name: 'table: reads',
      unit: 'units/s',
      demand: load.readUnits,
      limit: table.maximum.read,
      raised: 'setting',
      raise: SETTING,
    },
    {
      name: 'table: reads of the account',
      unit: 'units/s',
      demand: load.readUnits,
      limit: quotas.tableReads.limit,
      raised: 'quota',
      quota: 'tableReads',
      raise: 'read units of a table of DynamoDB',
    },
    {
      name: 'table: reads from the first second',
      unit: 'units/s',
      demand: load.readUnits,
      limit: table.warm?.read ?? quotas.newTableReads.limit,
      raised: 'setting',
      raise: WARM_SETTING,
    },
    {
      name: 'index of due items: writes',
      unit: 'units/s',
      demand: load.indexWrites,
      limit: index.maximum.write,
      raised: 'setting',
      raise: SETTING,
    },
    {
      name: 'index of due items: writes from the first second',
      unit: 'units/s',
      demand: load.indexWrites,
      limit: index.warm?.write ?? quotas.newTableWrites.limit,
      raised: 'setting',
      raise: WARM_SETTING,
    },
    {
      name: `index of due items: each of ${DUE_SHARDS} keys`,
      unit: 'units/s',
      demand: load.indexWrites / DUE_SHARDS,
      limit: quotas.partitionWrites.limit,
      raised: 'code',
      raise: '`DUE_SHARDS`',
    },
    {
      name: `journal of the day: each of ${JOURNAL_SHARDS} keys`,
      unit: 'units/s',
      demand: (load.transactions * JOURNAL_WRITES) / JOURNAL_SHARDS,
      limit: quotas.partitionWrites.limit,
      raised: 'code',
      raise: '`JOURNAL_SHARDS`',
    },
  ];
}

/** Lists what one partner has for itself, at its whole rate of the daily mix. */
export function partnerResources(config: StageConfig): readonly Resource[] {
  const transactions = partnerTransactions(config);
  const key = (name: string, perTransaction: number): Resource => ({
    name,
    unit: 'units/s',
    demand: transactions * perTransaction,
    limit: quotas.partitionWrites.limit,
    raised: 'code',
    raise: 'shards of the partner (docs/adr/017)',
  });
  return [
    key('its feed', keyWrites('feed')),
    key('its list of pending notifications', keyWrites('pendingNotifications')),
    key('its list of notifications', keyWrites('notifications')),
    {
      ...key('its request rate', 0),
      demand: config.requestsPerPartnerS,
      raise: 'nothing: the rate itself is the bound',
    },
  ];
}

/** Transactions a second that a resource holds, all partners together. */
export function holds({ demand, limit }: Pick<Resource, 'demand' | 'limit'>, load: Pick<Load, 'transactions'>): number {
  return (load.transactions * limit) / demand;
}

/** Those that are asked for more than they hold, the fullest first. */
export function overfull(resources: readonly Resource[]): readonly string[] {
  return resources
    .filter(({ demand, limit }) => demand > limit)
    .toSorted((one, other) => other.demand / other.limit - one.demand / one.limit)
    .map(({ name, demand, limit, unit, raise }) => `${name}: ${Math.ceil(demand)} of ${limit} ${unit}; raise ${raise}`);
}

/** Creations a second of one partner that does nothing else, at which its own keys are full. */
export const creationsAlone = {
  feed: quotas.partitionWrites.limit / journeys.crossRamp.partnerKeys.feed,
  pendingNotifications: quotas.partitionWrites.limit / journeys.crossRamp.partnerKeys.pendingNotifications,
} as const;

/** Compares what a stage needs of the warm throughput of its table and index with what its settings give. */
export function warmth(config: StageConfig): readonly Resource[] {
  return tableResources(config, stageLoad(config)).filter(({ raise }) => raise === WARM_SETTING);
}

/** docs/capacity.md: what a stage holds, what stops first, and what to raise next. */
import { assumed, failingDelivery, furtherDelivery, journeys } from '#infra/capacity/journeys';
import {
  batchesPerShard,
  hostileAddresses,
  type PathGroup,
  partitionsOf,
  pathGroup,
  stageLimits,
} from '#infra/capacity/limits';
import {
  loadOf,
  PLANNED_FAILING_SHARE,
  partnerTransactions,
  requestsPerTransaction,
  stageLoad,
  withFailingDeliveries,
  withFurtherEndpoints,
} from '#infra/capacity/load';
import { quotas } from '#infra/capacity/quotas';
import { loadStage, type StageConfig } from '#infra/config/stages';
import { creationsAlone, holds, partnerResources, sharedResources, warmth } from '#ops/capacity/resources';
import { simulated } from '#ops/capacity/results';
import { batchModel } from '#ops/capacity/stream-batches';
import { endpointsIn } from '#shared/api/endpoints';
import { renderPage, table } from './markdown';

/** Creations a second that the page plans for. */
const PLANNED = [100, 1000, 10_000] as const;
/** Partners at their full rate whose feeds one table keeps up with, by the simulation below. */
const PARTNERS_OF_ONE_FEED = 20;

const SANDBOX = { env: 'sandbox', configPath: 'infra/config/sandbox.json' };

/** Loads the stages as shipped, the sandbox in an account with the usual quota: it is shipped for a new one. */
export function shippedStages(): { readonly sandbox: StageConfig; readonly production: StageConfig } {
  const sandbox = loadStage(SANDBOX);
  return {
    sandbox: { ...sandbox, capacity: { ...sandbox.capacity, functionsAtOnce: quotas.functionsAtOnce.limit } },
    production: loadStage({ env: 'production', configPath: 'infra/config/production.example.json' }),
  };
}

/** Invocations at once that the sandbox is shipped for, and the most that readers of its queues and of its stream may take. */
function sandboxAsShipped(): Readonly<Record<'invocations' | 'readers' | 'streamed', number>> {
  const config = loadStage(SANDBOX);
  const { queueReaders, table: tableLimits } = stageLimits(config);
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  return {
    invocations: config.capacity.functionsAtOnce,
    readers: sum(Object.values(queueReaders)),
    streamed: sum(Object.values(batchesPerShard)) * partitionsOf(tableLimits),
  };
}

export function capacityPage(): string {
  const { sandbox, production } = shippedStages();
  const stages = [sandbox, production];
  const newAccount = sandboxAsShipped();
  return renderPage('Capacity', 'infra/capacity and ops/capacity', [
    `Every figure follows from three kinds of numbers: what a stage promises (\`capacity\` in its settings), what a journey was counted to cost (\`infra/capacity/journeys.ts\`, held by a test) and AWS's quotas as they were known in November 2026 (\`infra/capacity/quotas.ts\`). Nothing here was measured in an account. Assumed are the seconds of an invocation (${assumed.endpoint.seconds} an endpoint, ${assumed.delivery.seconds} a delivery, ${assumed.step.seconds} a step that calls a provider) and the latencies of the table; [what is assumed](#what-is-assumed) lists the rest. [Why the limits are derived](adr/035-limits-follow-from-what-a-stage-promises.md).`,
    '## What a stage holds',
    `A partner may send ${production.requestsPerPartnerS} requests a second. The daily mix takes ${number(requestsPerTransaction)} for one transaction: a quote, a creation, two reads and a tenth of a new user. A partner that sends nothing else makes ${number(partnerTransactions(production))} transactions a second.`,
    table(
      ['', ...stages.map(({ name }) => name)],
      [
        [
          'Partners at their full rate at the same time',
          ...stages.map((one) => number(one.capacity.partnersAtFullRate)),
        ],
        ['Transactions a second of the daily mix', ...stages.map((one) => number(stageLoad(one).transactions))],
        ...kindsOfCreation.map((kind) => [
          `Creations a second of nothing else: ${journeys[kind].name}`,
          ...stages.map((one) => number(creationsHeld(one, kind))),
        ]),
        ['Requests a second', ...stages.map((one) => number(stageLoad(one).requests))],
        ['Webhooks a second', ...stages.map((one) => number(stageLoad(one).webhooks))],
        ['Write units a second', ...stages.map((one) => number(stageLoad(one).writeUnits))],
      ],
    ),
    `The sandbox holds this with \`capacity.functionsAtOnce\` at ${number(quotas.functionsAtOnce.limit)}, the usual quota. It is shipped with the ${number(newAccount.invocations)} of a new account: the readers of its queues then take ${number(newAccount.readers)} of them at most, so that deliveries are slower, and an endpoint that never answers may keep other partners' first attempts waiting for ten seconds. Nothing bounds the readers of its stream but its shards, ${number(newAccount.streamed)} batches at once: while as many change at the same moment, callers are refused until the batches end, and nothing is lost. It reserves none in either case.`,
    '## What stops first',
    'Demand at that load, and what each resource holds; the fullest comes first. `Full at` is in transactions of the daily mix a second. What to raise then is a setting of the stage, a quota of AWS, or code.',
    ...stages.flatMap((stage) => [`### ${stage.name}`, resourceTable(stage)]),
    `The queue of first attempts has more batches than its row holds, ${stages.map((stage) => `${number(stageLimits(stage).spareBatches)} in the stage ${stage.name}`).join(' and ')}: as many are held by an endpoint that never answers, of a partner at its full rate, until the first attempt has run into its deadline.`,
    '### Warm throughput',
    `Units that table and index take from the first second, and after idle weeks. They are a decision of each stage (\`capacity.warm\` in its settings, recorded in \`infra/baseline\`) and follow from nothing, since DynamoDB never lowers them ([decision](adr/046-warm-throughput-is-decided-and-never-lowered.md)). Without the setting they are those of any new table: ${number(quotas.newTableWrites.limit)} writes and ${number(quotas.newTableReads.limit)} reads. \`npm run capacity -- --warmth\` prints the same comparison.`,
    warmthTable(stages),
    '### One partner',
    'A partner has these keys for itself, and no other partner is slowed down when they are full.',
    table(
      ['Key', 'Demand at its full rate', 'Holds', 'Raise'],
      partnerResources(production).map((one) => [
        one.name,
        `${number(one.demand)} ${one.unit}`,
        number(one.limit),
        one.raise,
      ]),
    ),
    `The promise is one of requests. A partner that spends it on creations alone fills its feed's key at ${number(creationsAlone.feed)} a second (later in full or packed pages, see below) and its list of pending notifications at ${number(creationsAlone.pendingNotifications)}: from there its own writes are repeated, its feed lags, and nothing is lost.`,
    '### Further webhook endpoints',
    `The load above is that of partners with their first endpoint alone. Each delivery to a further one that accepts at once takes ${number(furtherDelivery.writeUnits)} write units (${number(furtherDelivery.indexWrites)} of them of the index), ${number(furtherDelivery.readUnits)} read units, an event of the bus, a message of the queue of first attempts and an invocation; it stands in no list and in no feed. When every partner has so many that are sent every event, each stage holds so many transactions of the daily mix a second:`,
    furtherEndpointsTable(stages),
    `Partners with further endpoints count for more than their rate: one that is sent every event adds ${percent(furtherShare())} to the write units of its partner. Raise \`capacity.partnersAtFullRate\` by that share where most of them have some. A further endpoint that fails takes its attempts and its messages from the queue of retries, as the first one does, and holds up no other.`,
    '### Deliveries that fail',
    `The promised load holds ${percent(PLANNED_FAILING_SHARE)} of deliveries that fail five times. Each takes ${number(failingDelivery.writeUnits)} write units (${number(failingDelivery.indexWrites)} of them of the index) and ${number(failingDelivery.readUnits)} read units more than one that is accepted at once, with answers of 4 KB: four more leases and outcomes, four more answers as items of their own, and four more versions in the change feed ([decision](adr/049-long-answers-are-items-of-their-own.md)). When a larger share of all deliveries fails at the same time, each stage holds so many transactions of the daily mix a second:`,
    failingDeliveriesTable(stages),
    '## Limits of gateway and firewall',
    'A limit of a route is shared by all callers of it. It lets through the promised load and, besides, so many addresses that send as much as the firewall lets one send. More addresses than that are noticed by others on that one route. The firewall needs some ten to thirty seconds to refuse an address; until then one address alone can use up a route, and no more than that route.',
    ...stages.flatMap((stage) => [`### Routes of ${stage.name}`, floodTable(stage)]),
    '## Feed, totals and partitions, simulated',
    `\`npm run capacity\` plays the lives of cross-ramps on the service's own keys, spread over partitions by a hash, and the readers of the stream. \`projectChanges\` takes one batch of a shard at a time; it counts lists and writes pages of each partner's feed, one after the other, on the condition that no other shard wrote one in between. Seeds are fixed.`,
    simulationTable(),
    [
      '- **The sandbox takes what is there, production gathers for a second.** With many shards each brings a few changes of every partner, and pages of two changes each, written one after the other, do not keep up: the feed falls behind for as long as the load lasts. Batches that are gathered for a second make fuller pages.',
      '- **The busiest partition is above 1,000 units** where some keys of large partners fall together. The model splits no partition. DynamoDB moves such keys apart within minutes, and lends a partition what it left unused in the last five minutes: 300,000 units at most, which carries an excess of 800 a second for six minutes. A table that is busy from its first second is throttled for some minutes, and the clients repeat.',
      `- **One table holds some ${PARTNERS_OF_ONE_FEED} partners at their full rate.** With 40 the feed lags more than five seconds at worst, and more the longer it lasts. Above that, partners with shards of their own ([decision](adr/017-a-partner-that-outgrows-a-partition-gets-shards.md)), or cells.`,
    ].join('\n'),
    '## 100, 1,000 and 10,000 creations a second',
    planTable(production),
    '## Cells',
    `A cell is a stage as it is: an account with its table, bus, queues and functions. Production as shipped holds ${number(stageLoad(production).transactions)} transactions a second, so ${PLANNED.map((rate) => `${number(rate)} a second take ${number(cells(production, rate))}`).join(', ')}. What one cell is full of can be raised instead, up to where only other code helps; accounts are the unit because most quotas are the account's.`,
    [
      '- **A partner lives in one cell**, with its users, transactions, feed and keys: no transaction crosses partners, so no cell ever asks another.',
      '- **Which cell**: by name (`eu1.api.…`), which is `domain` in the settings and needs no code, given to a partner with its key; or by the key, which would carry the cell after its prefix, and an edge in front that reads it. The second is not built.',
      '- **Pages and reports**: links carry the name of their cell already, as they are made from the address that was called. A provider reports to the address that it is given, so it needs an account of ours for each cell.',
      '- **To move a partner**: stop its writes (`partner suspend`), export and import its items by their partitions, change its name, resume. Ids stay. Not built.',
      '- **Operators** choose the cell by their credentials and `--env`, as they choose the account today.',
    ].join('\n'),
    '## What is assumed',
    [
      `- Seconds of invocations, as above. By Little's law, twice as many seconds need twice as many invocations at once.`,
      `- ${batchModel.readMs} ms a read, ${batchModel.writeMs} ms a write and ${batchModel.transactionMs} ms a transaction of the table; ${batchModel.cpuMsPerCall} ms of a whole processor for each call and ${batchModel.cpuMsPerRecord} ms for each record, from docs/benchmarks.md (part delivery).`,
      '- Shares of the daily mix. A partner that reads more creates less within its rate, and costs less.',
      '- Units of journeys are counted alone. Under load, in fuller batches, feed and totals take less: the simulation has a fifth less write units for a creation.',
      `- Quotas are those of us-east-1 (${number(quotas.busEvents.limit)} requests of the bus, ${number(quotas.gatewayRequestsPerS.limit)} of the gateway); other regions start with less.`,
      '- Throttled requests are repeated by the clients; the simulation lets every write through and says what was asked.',
    ].join('\n'),
  ]);
}

const kindsOfCreation = ['crossRamp', 'onRamp', 'offRamp'] as const;

/** Counts the creations of one kind alone that table and request rates of the promised partners hold. */
function creationsHeld(config: StageConfig, kind: (typeof kindsOfCreation)[number]): number {
  const { table: units } = stageLimits(config);
  return Math.min(stageLoad(config).requests, units.maximum.write / journeys[kind].writeUnits);
}

function resourceTable(config: StageConfig): string {
  const load = stageLoad(config);
  const all = [...sharedResources(config)].sort((one, other) => holds(one, load) - holds(other, load));
  return table(
    ['Resource', 'Demand', 'Holds', 'Full at', 'Raise'],
    all.map((one) => [
      one.name,
      `${number(one.demand)} ${one.unit}`,
      number(one.limit),
      `${number(holds(one, load))}/s`,
      `${one.raised}: ${one.raise}`,
    ]),
  );
}

/** Prints what each stage needs from the first second, and what it is warm for. */
function warmthTable(stages: readonly StageConfig[]): string {
  return table(
    ['Stage', 'Needs', 'Is warm for', 'Serves'],
    stages.flatMap((config) =>
      warmth(config).map(({ name, demand, limit, unit, raise }) => [
        `${config.name}, ${name}`,
        `${number(demand)} ${unit}`,
        number(limit),
        demand <= limit ? 'yes' : `no: raise ${raise}`,
      ]),
    ),
  );
}

/** Returns the deliveries to one further endpoint as a share of the write units of the daily mix. */
function furtherShare(): number {
  const load = loadOf(1);
  return withFurtherEndpoints(load, 1).writeUnits / load.writeUnits - 1;
}

/** Tells for each number of additional endpoints which resource is full first. */
function furtherEndpointsTable(stages: readonly StageConfig[]): string {
  return table(
    ['Further endpoints of each partner', ...stages.flatMap(({ name }) => [`${name} holds`, 'What stops first'])],
    [0, 1, 4].map((endpoints) => [
      String(endpoints),
      ...stages.flatMap((config) => {
        const load = withFurtherEndpoints(stageLoad(config), endpoints);
        const [fullest] = sharedResources(config, load).toSorted((one, other) => holds(one, load) - holds(other, load));
        return fullest === undefined ? [] : [`${number(holds(fullest, load))}/s`, fullest.name];
      }),
    ]),
  );
}

/** The shares of deliveries that fail at the same time for which the page says what a stage holds. */
const FAILING_SHARES = [0.01, 0.1, 0.5] as const;

/** Tells for each share of deliveries that fail which resource is full first. */
function failingDeliveriesTable(stages: readonly StageConfig[]): string {
  return table(
    ['Deliveries that fail', ...stages.flatMap(({ name }) => [`${name} holds`, 'What stops first'])],
    FAILING_SHARES.map((share) => [
      percent(share),
      ...stages.flatMap((config) => {
        const load = withFailingDeliveries(stageLoad(config), share - PLANNED_FAILING_SHARE);
        const [fullest] = sharedResources(config, load).toSorted((one, other) => holds(one, load) - holds(other, load));
        return fullest === undefined ? [] : [`${number(holds(fullest, load))}/s`, fullest.name];
      }),
    ]),
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function floodTable(config: StageConfig): string {
  const { gateway, firewall } = stageLimits(config);
  const rows = endpointsIn(config.name)
    .filter(({ scope }) => scope !== 'partner')
    .map(({ id, scope }): [string, PathGroup] => [`\`${id}\``, pathGroup[scope]]);
  return table(
    ['Route', 'Of one address', 'Of the route', 'Addresses that fill it', 'At the promised load'],
    [['each route of partners', 'partners'] satisfies [string, PathGroup], ...rows].map(([name, group]) => {
      const limit = gateway.routes.get(name.replaceAll('`', '')) ?? gateway.default;
      return [
        name,
        `${number(firewall[group])} a minute`,
        `${number(limit.requestsPerS)} a second, ${number(limit.burst)} at once`,
        number(Math.ceil(limit.requestsPerS / (firewall[group] / 60))),
        number(hostileAddresses[group] + 1),
      ];
    }),
  );
}

function simulationTable(): string {
  return table(
    [
      'Scenario',
      'Creations/s',
      'Shards',
      'Batch',
      'Lag of the feed, p50 and p99',
      'Changes a page',
      'Writes a creation',
      'Busiest partition, key (units/s)',
    ],
    simulated.map(({ name, scenario, outcome }) => [
      name,
      number(scenario.creationsPerS),
      number(scenario.partitions),
      `${scenario.reader.batchSize} in ${scenario.reader.windowMs / 1000} s`,
      `${number(outcome.lagS.p50)} s, ${number(outcome.lagS.p99)} s${outcome.backlogS > 2 ? ', and growing' : ''}`,
      number(outcome.changesPerPage),
      number(outcome.writes.all / scenario.creationsPerS),
      `${number(outcome.writes.partition)}, ${number(outcome.writes.key)}`,
    ]),
  );
}

function planTable(production: StageConfig): string {
  const full = stageLoad(production).transactions;
  return table(
    ['Creations a second', 'Asks for', 'Production as shipped', 'One table needs', 'Cells as shipped'],
    PLANNED.map((rate) => {
      const load = loadOf(rate);
      const needed = Math.ceil(rate / partnerTransactions(production));
      return [
        number(rate),
        `${number(load.requests)} requests, ${number(load.writeUnits)} write units and ${number(load.webhooks)} webhooks a second: ${number(needed)} partners at full rate`,
        rate <= full ? 'holds it' : `full at ${number(full)}`,
        rate <= full ? 'nothing' : stepsTo(production, needed).join('<br>'),
        number(cells(production, rate)),
      ];
    }),
  );
}

/** Lists the limits to raise so that one table and account hold so many partners. */
function stepsTo(production: StageConfig, partnersAtFullRate: number): string[] {
  const raised = { ...production, capacity: { ...production.capacity, partnersAtFullRate } };
  const steps = sharedResources(raised)
    .filter(({ demand, limit, raised: by, quota }) => demand > limit && (by === 'code' || quota !== undefined))
    .map((one) => `${one.raised}: ${one.raise} (${number(one.demand)} of ${number(one.limit)} ${one.unit})`);
  const warm = warmth(raised).some(({ demand, limit }) => demand > limit)
    ? ['setting: `capacity.warm` to what those partners need']
    : [];
  const feed = partnersAtFullRate > PARTNERS_OF_ONE_FEED ? ['code: shards of the feed (docs/adr/017)'] : [];
  return [`setting: \`capacity.partnersAtFullRate\` to ${number(partnersAtFullRate)}`, ...warm, ...steps, ...feed];
}

function cells(config: StageConfig, rate: number): number {
  return Math.ceil(rate / stageLoad(config).transactions);
}

/** Writes a number for people: thousands apart, and no more digits than say something. */
function number(value: number): string {
  const digits = value >= 20 ? 0 : value >= 2 ? 1 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

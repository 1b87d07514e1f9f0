import { usAccount } from '#local/partner/api-client';
import { Partner } from '#local/partner/partner';
import { workers } from '#shared/contract/endpoints';
import { DUE_SHARDS } from '#shared/dynamodb/keys';
import { type Asked, type Counts, isWrite, total } from '#test/support/metering/counts';
import journeys from '../cost/journeys.json';
import { withCleanUp } from '../processes';
import { definePart, type Row, type RunOptions } from '../report/part';
import { inPercent, median, rounded, spread } from '../report/statistics';
import { acceptWebhooks, startStackProcess } from '../stack/stack';

/*
 * List prices, dollars, us-east-1, on-demand, before free tiers, from AWS's pricing page of each service as known in
 * November 2026, and what is assumed where nothing can be counted. docs/cost-model.md explains both.
 */

const prices = {
  /** DynamoDB request unit. */
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  /** Lambda on arm64. */
  invocation: 0.2e-6,
  gbSecond: 0.0000133334,
  /** API Gateway, REST. */
  request: 3.5e-6,
  /** EventBridge, own events. */
  event: 1e-6,
  /** SQS, standard. */
  queueRequest: 0.4e-6,
  /** CloudWatch logs taken in. */
  logByte: 0.5e-9,
  keyCall: 3e-6,
} as const;

/**
 * Bytes that an invocation logs. Its own were counted on the local stack: some 550 of an endpoint, 150 of a worker. An
 * endpoint has two lines of the platform besides, and one of the gateway.
 */
const logBytes = { endpoint: 1500, worker: 200 } as const;
const WORKERS = new RegExp(workers.map(({ id }) => id).join('|'));

/** Seconds of one invocation, and its memory in GB. Assumed: no account has run this yet. A delivery waits for the partner's endpoint. */
const assumed = {
  endpoint: { seconds: 0.06, gb: 1 },
  delivery: { seconds: 0.3, gb: 0.5 },
  worker: { seconds: 0.05, gb: 0.25 },
} as const;

const DELIVERY = { name: /deliverWebhook/, ...assumed.delivery, requests: 0, bytes: logBytes.worker };
const WORKER = { name: WORKERS, ...assumed.worker, requests: 0, bytes: logBytes.worker };
const ENDPOINT = { ...assumed.endpoint, requests: 1, bytes: logBytes.endpoint };
/** Each message is sent, received and deleted, at worst alone. */
const REQUESTS_PER_MESSAGE = 3;

/** Requests that a deployed stage makes of its queues. */
function queueRequests({ sends }: Counts): number {
  return sends * REQUESTS_PER_MESSAGE;
}

/** Dollars of the counts; the table's are separate. */
function dollars(counts: Counts): { readonly table: number; readonly all: number } {
  const { invocations, events, keyCalls } = counts;
  const table = counts.writes * prices.writeUnit + counts.reads * prices.readUnit;
  let all = table + total(invocations) * prices.invocation;
  all += events * prices.event + queueRequests(counts) * prices.queueRequest + keyCalls * prices.keyCall;
  for (const [name, times] of Object.entries(invocations)) {
    const { seconds, gb, requests, bytes } = [DELIVERY, WORKER].find((one) => one.name.test(name)) ?? ENDPOINT;
    all += times * (seconds * gb * prices.gbSecond + requests * prices.request + bytes * prices.logByte);
  }
  return { table, all };
}

/** The journey whose creation and whose whole life are examined. */
const CROSS_RAMP = 'cross-ramp, creation to COMPLETED, 5 webhooks';

type Play = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Plays each journey once. Keys and settings are warm from the second time on.
 * @param play runs one journey and waits for all that follows from it. No journey waits by asking: that would count
 * @param names of those that are played. @default all
 */
async function playJourneys(partner: Partner, play: Play): Promise<void> {
  const values = new Map<string, unknown>([['{account}', usAccount]]);
  const fill = (value: unknown) => JSON.parse(JSON.stringify(value), (_, inner) => values.get(inner) ?? inner);
  const played: string[] = [];
  for (const { name, request, body } of journeys) {
    const [method = '', path = ''] = request.split(' ');
    const response = await play(name, async () => {
      if (method === 'verified') return { userId: await partner.submitUser() };
      if (method === 'GET') return (await partner.get(path.replace('{id}', String(played[0])))).body.data;
      return (await partner[method === 'CREATE' ? 'create' : 'post'](path, fill(body))).body.data;
    });
    for (const key of ['userId', 'quoteId']) if (key in response) values.set(`{${key}}`, response[key]);
    if (method === 'CREATE') played.push(response.id);
  }
  for (const id of played) {
    const { status } = (await partner.get(`/transactions/${id}`)).body.data;
    if (status !== 'COMPLETED') throw new Error(`A transaction that should be completed is ${status}`);
  }
}

/** Time without calls after which the follow-up work is over. */
const QUIET_MS = 1000;
/** Write units of one partition key that the table and each index take a second. */
const KEY_LIMIT = 1000;
/** The load that is reckoned with: the second partner is half as large as the first, the third a third. */
const LOAD = { perSecond: 1000, partners: 50 };
/** Keys that a partner has once, regardless of its number of transactions. */
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
    // A limit that is never reached, so that its cost is counted. Pages of the feed have production's size.
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

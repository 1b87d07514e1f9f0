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
  /** Ingestion of CloudWatch Logs, per byte. */
  logByte: 0.5e-9,
  keyCall: 3e-6,
} as const;

/**
 * Log bytes per invocation, rounded up. On the local stack, an API function (`endpoint`) logs about 550 bytes and a worker about
 * 150. In AWS, an API function also has two log lines of Lambda and one of API Gateway.
 */
const logBytes = { endpoint: 1500, worker: 200 } as const;
const WORKERS = new RegExp(workers.map(({ id }) => id).join('|'));

/**
 * Duration of an invocation in seconds, and memory in GB. These values are assumed, because the service has not run in AWS yet. A
 * delivery takes longer, because it waits for the partner's endpoint.
 */
const assumed = {
  endpoint: { seconds: 0.06, gb: 1 },
  delivery: { seconds: 0.3, gb: 0.5 },
  worker: { seconds: 0.05, gb: 0.25 },
} as const;

const DELIVERY = { name: /deliverWebhook/, ...assumed.delivery, requests: 0, bytes: logBytes.worker };
const WORKER = { name: WORKERS, ...assumed.worker, requests: 0, bytes: logBytes.worker };
const ENDPOINT = { ...assumed.endpoint, requests: 1, bytes: logBytes.endpoint };
/** A message needs three requests (send, receive, delete) in the worst case, in which no request contains several messages. */
const REQUESTS_PER_MESSAGE = 3;

/** Returns the number of SQS requests in a deployed stage. */
function queueRequests({ sends }: Counts): number {
  return sends * REQUESTS_PER_MESSAGE;
}

/** Returns the cost of the counted calls in dollars: for the table alone, and in total. */
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

/** Name of the entry in `journeys` that the detailed tables show. An entry is a request with its follow-up work. */
const CROSS_RAMP = 'cross-ramp, creation to COMPLETED, 5 webhooks';

type Play = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs each entry of `journeys` (a request with its follow-up work) once.
 * @param play runs one entry and waits for its follow-up work; entries do not poll, because polling requests would be counted
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

/** If there are no calls for this time (in ms), the follow-up work counts as finished. */
const QUIET_MS = 1000;
/** Write units per second that DynamoDB accepts for one partition key, in the table and in each index. */
const KEY_LIMIT = 1000;
/**
 * Assumed cross-ramp creations per second, of all partners together. The second partner has half of the load of the first
 * partner, the third a third, and so on.
 */
const LOAD = { perSecond: 1000, partners: 50 };
/** Partition keys that exist once per partner, regardless of the number of transactions. */
const PER_PARTNER = /^(L#(?!.*#USER#)|FEED#|COUNT#(?!.*#USER#)|RATE#)/;
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

type Round = ReadonlyMap<string, Counts>;

/** Measures the AWS calls of each entry of `journeys`, their cost, and the distribution of writes over partition keys. */
export const cost = definePart('cost', async (options) => {
  const rounds = await play(options);
  const lives = rounds.flatMap((round) => round.get(CROSS_RAMP) ?? []);
  // Counts only the calls of the function that creates the cross-ramp.
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

/** Runs several rounds of all entries of `journeys`. The first round fills the caches of keys and settings and is not counted. */
function play({ quick, progress }: RunOptions): Promise<Round[]> {
  return withCleanUp(async (atEnd) => {
    const webhookUrl = await acceptWebhooks(atEnd);
    // No request reaches the rate limit, but the cost of the rate-limit check is counted.
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
 * Returns the partner's partition keys with the most writes. The last row is one partition of the due-item index.
 * @param times factors for the counted writes, for example creations per second: of this partner, and of all partners
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

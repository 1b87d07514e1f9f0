/**
 * Request rates, stored in one item per partner. A request normally needs one write and no read. While a bucket is known to be
 * empty, a process rejects requests from memory, so a flood of requests does not cause a flood of writes.
 */
import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { absent, allOf, anyOf, type Change, compare, hasVersion } from '#shared/dynamodb/expressions';
import { manualRetriesKey, requestRateKey } from '#shared/dynamodb/keys';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { documentClient, readRecord } from '#shared/dynamodb/table';
import { conditionally } from '#shared/dynamodb/unit-of-work';
import { updateInput } from '#shared/dynamodb/writes';
import { type Admission, admitCall, MAX_RETRY_CALLS } from '#shared/partners/domain/manual-retry-rate';
import {
  type Allowance,
  allowanceAt,
  latestFullUs,
  type RatePolicy,
  requestCostUs,
} from '#shared/partners/domain/request-rate';

/** TTL in seconds after the last request. */
const RETENTION_S = 3600;
/**
 * Maximum random time in ms that a process adds to `untilMs`. Otherwise all processes would write to the bucket's item at the
 * same time when the bucket refills.
 */
const JITTER_MS = 50;
const MAX_REMEMBERED = 1000;
/** Maximum attempts. Two writers can repeatedly invalidate each other's condition, but not for long. */
const MAX_ATTEMPTS = 4;

const knownFullUs = new Map<string, number>();
const emptyUntilMs = new Map<string, { readonly untilMs: number; readonly fullUs: number }>();

/**
 * Takes one request from a partner's bucket if the bucket is not empty. A retry reads `clock` (epoch ms) again, because the
 * bucket can refill while the table is slow.
 */
export async function takeRequest(partnerId: string, policy: RatePolicy, clock: () => number): Promise<Allowance> {
  const arrivedUs = clock() * 1000;
  let nowUs = arrivedUs;
  const empty = emptyUntilMs.get(partnerId);
  if (empty !== undefined && nowUs < empty.untilMs * 1000)
    return allowanceAt(policy, { allowed: false, fullUs: empty.fullUs, nowUs });
  let fullUs = knownFullUs.get(partnerId) ?? 0;
  const cost = requestCostUs(policy);
  const take = async (): Promise<Allowance | undefined> => {
    const response =
      fullUs <= arrivedUs
        ? await chargeFullBucket(partnerId, { cost, fromUs: arrivedUs, nowUs, ttl: ttlFrom(nowUs) })
        : await takeFromRefillingBucket(partnerId, policy, { fromUs: arrivedUs, nowUs });
    fullUs = response.fullUs;
    remember(knownFullUs, partnerId, fullUs);
    nowUs = clock() * 1000;
    if (response.taken) return allowanceAt(policy, { allowed: true, fullUs, nowUs });
    if (fullUs <= latestFullUs(policy, nowUs)) return undefined;
    const refused = allowanceAt(policy, { allowed: false, fullUs, nowUs });
    const untilMs = nowUs / 1000 + refused.waitMs + Math.random() * JITTER_MS;
    remember(emptyUntilMs, partnerId, { untilMs, fullUs });
    return refused;
  };
  return retryOnConflict(take, {
    maxAttempts: MAX_ATTEMPTS,
    waits: false,
    // Concurrent requests changed the bucket in every attempt.
    whenExhausted: () => allowanceAt(policy, { allowed: false, fullUs, nowUs }),
  });
}

/**
 * Takes additional requests from a partner's bucket, even if too few are left. Later requests are rejected until the bucket
 * refills.
 */
export async function chargeRequests(
  partnerId: string,
  policy: RatePolicy,
  { requests, nowMs }: { readonly requests: number; readonly nowMs: number },
): Promise<void> {
  const nowUs = nowMs * 1000;
  const cost = requests * requestCostUs(policy);
  const ttl = ttlFrom(nowUs + cost);
  const isCharged = async (): Promise<true | undefined> => {
    const condition = compare('fullUs', '>', nowUs);
    const busy = await update(partnerId, { add: { fullUs: cost }, set: { ttl }, condition });
    const response = busy.taken ? busy : await chargeFullBucket(partnerId, { cost, fromUs: nowUs, nowUs, ttl });
    remember(knownFullUs, partnerId, response.fullUs);
    return response.taken || undefined;
  };
  await retryOnConflict(isCharged, { maxAttempts: MAX_ATTEMPTS, waits: false });
}

/** Times in µs. */
interface Attempt {
  /**
   * Arrival time of the request, the same for all attempts. If the bucket was full at this time, an attempt overwrites `fullUs`.
   * With a later time, an attempt could overwrite charges that other requests made after the arrival.
   */
  readonly fromUs: number;
  readonly nowUs: number;
}

interface UpdateResult {
  readonly taken: boolean;
  readonly fullUs: number;
}

/** Charges a bucket that was full at `fromUs` or does not exist. Costs and times in µs, `ttl` in s. */
function chargeFullBucket(
  partnerId: string,
  { cost, fromUs, nowUs, ttl }: { readonly cost: number; readonly ttl: number } & Attempt,
): Promise<UpdateResult> {
  const condition = anyOf(absent('fullUs'), compare('fullUs', '<=', fromUs));
  return update(partnerId, { set: { fullUs: nowUs + cost, ttl }, condition });
}

/** Charges a bucket that was not full at `fromUs`, when the request arrived. The bucket may have refilled since then. */
function takeFromRefillingBucket(
  partnerId: string,
  policy: RatePolicy,
  { fromUs, nowUs }: Attempt,
): Promise<UpdateResult> {
  const condition = allOf(compare('fullUs', '>', fromUs), compare('fullUs', '<=', latestFullUs(policy, nowUs)));
  return update(partnerId, { add: { fullUs: requestCostUs(policy) }, set: { ttl: ttlFrom(nowUs) }, condition });
}

async function update(partnerId: string, change: Change): Promise<UpdateResult> {
  const input = updateInput(requestRateKey(partnerId), change, 'ALL_OLD');
  const command = new UpdateCommand({ ...input, ReturnValues: 'UPDATED_NEW' });
  const { held, item } = await conditionally(documentClient().send(command));
  return { taken: held, fullUs: Number(item?.fullUs ?? 0) };
}

/** Returns the TTL time of the item, in epoch seconds. */
function ttlFrom(lastUs: number): number {
  return Math.ceil(lastUs / 1_000_000) + RETENTION_S;
}

function remember<T>(map: Map<string, T>, partnerId: string, value: T): void {
  map.delete(partnerId);
  const [oldest] = map.keys();
  if (map.size >= MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
  map.set(partnerId, value);
}

/**
 * Schema of the item that counts a partner's manual retries. A function creates the schema, so that only the bundle of the manual
 * retry contains it.
 */
const callsItem = () => z.object({ calls: z.array(z.number()), version: z.number() });

/** Counted manual retries of a partner, with the version of their item in the table. */
export type ManualRetryCalls = Readonly<z.infer<ReturnType<typeof callsItem>>>;

/** Time in seconds until the table can delete the item. The item is not needed after a minute. */
const RETRIES_RETENTION_S = 3600;

/** Reads the manual retries of a partner that were counted recently. */
export function findManualRetryCalls(partnerId: string): Promise<ManualRetryCalls | undefined> {
  return readRecord(manualRetriesKey(partnerId), (raw) => callsItem().parse(raw));
}

/**
 * Counts a manual retry if it is within the limit. Writes are conditional on the version, so concurrent requests cannot exceed
 * the limit. A conflict usually means that another retry was counted; after ten, the limit rejects this retry.
 * @throws WriteContention
 */
export async function countManualRetry(
  partnerId: string,
  nowMs: number,
  read: ManualRetryCalls | undefined,
): Promise<Admission> {
  const key = manualRetriesKey(partnerId);
  let found = read;
  const count = async (): Promise<Admission | undefined> => {
    const { calls, version } = found ?? { calls: [], version: 0 };
    const admission = admitCall(calls, nowMs);
    if (!admission.admitted) return admission;
    const ttl = Math.ceil(nowMs / 1000) + RETRIES_RETENTION_S;
    const set = { calls: admission.calls, version: version + 1, ttl, entity: 'RETRY_CALLS' };
    const command = new UpdateCommand(updateInput(key, { set, condition: hasVersion(found?.version) }, 'ALL_OLD'));
    try {
      const { held, item } = await conditionally(documentClient().send(command));
      if (held) return admission;
      // If the failed condition returns no item, the item has expired in the meantime.
      found = item && callsItem().parse(item);
    } catch (error) {
      if (!(error instanceof TransactionConflictException)) throw error;
      found = await findManualRetryCalls(partnerId);
    }
    return undefined;
  };
  return retryOnConflict(count, { maxAttempts: 2 * MAX_RETRY_CALLS + 1, waits: false });
}

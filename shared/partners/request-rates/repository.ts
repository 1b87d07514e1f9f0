/**
 * How fast each partner calls, kept in one item of its own: one write per request, no read. A partner that
 * floods is refused from memory for as long as its bucket is known to be empty, so its flood does not become
 * a flood of writes.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { requestRateKey } from '#shared/dynamodb/keys';
import { documentClient, tableName } from '#shared/dynamodb/table';
import {
  type Allowance,
  allowanceAt,
  latestFullUs,
  type RatePolicy,
  requestCostUs,
} from '#shared/partners/domain/request-rate';

/** TTL of the item after the last request. */
const RETENTION_S = 3600;
/** Each process that was refused waits this much longer at random, so that they do not all ask at once. */
const JITTER_MS = 50;
const MAX_REMEMBERED = 1000;
/** Attempts: two writers may repeatedly invalidate each other's condition, but not for long. */
const MAX_ATTEMPTS = 4;

const knownFullUs = new Map<string, number>();
const emptyUntilMs = new Map<string, { readonly untilMs: number; readonly fullUs: number }>();

/** Takes one request from a partner's bucket, if it holds one. */
export async function takeRequest(partnerId: string, policy: RatePolicy, nowMs: number): Promise<Allowance> {
  const nowUs = nowMs * 1000;
  const empty = emptyUntilMs.get(partnerId);
  if (empty !== undefined && nowMs < empty.untilMs)
    return allowanceAt(policy, { allowed: false, fullUs: empty.fullUs, nowUs });
  let fullUs = knownFullUs.get(partnerId) ?? 0;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const answer =
      fullUs <= nowUs
        ? await takeFromFullBucket(partnerId, policy, nowUs)
        : await takeFromRefillingBucket(partnerId, policy, nowUs);
    fullUs = answer.fullUs;
    remember(knownFullUs, partnerId, fullUs);
    if (answer.taken) return allowanceAt(policy, { allowed: true, fullUs, nowUs });
    if (fullUs > latestFullUs(policy, nowUs)) {
      const refused = allowanceAt(policy, { allowed: false, fullUs, nowUs });
      const untilMs = nowMs + refused.waitMs + Math.random() * JITTER_MS;
      remember(emptyUntilMs, partnerId, { untilMs, fullUs });
      return refused;
    }
  }
  return allowanceAt(policy, { allowed: true, fullUs, nowUs });
}

/**
 * Takes further requests from a partner's bucket, even beyond its content: the next requests wait until the bucket has
 * recovered.
 */
export async function chargeRequests(
  partnerId: string,
  policy: RatePolicy,
  { requests, nowMs }: { readonly requests: number; readonly nowMs: number },
): Promise<void> {
  const nowUs = nowMs * 1000;
  const cost = requests * requestCostUs(policy);
  const ttl = Math.ceil((nowUs + cost) / 1_000_000) + RETENTION_S;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const busy = await update(partnerId, {
      change: 'SET fullUs = fullUs + :cost, #ttl = :ttl',
      condition: 'fullUs > :now',
      values: { ':cost': cost, ':now': nowUs, ':ttl': ttl },
    });
    const answer = busy.taken ? busy : await chargeFullBucket(partnerId, { cost, nowUs, ttl });
    remember(knownFullUs, partnerId, answer.fullUs);
    if (answer.taken) return;
  }
  throw new Error('A bucket changes faster than it can be charged');
}

interface UpdateResult {
  readonly taken: boolean;
  readonly fullUs: number;
}

function takeFromFullBucket(partnerId: string, policy: RatePolicy, nowUs: number): Promise<UpdateResult> {
  return chargeFullBucket(partnerId, {
    cost: requestCostUs(policy),
    nowUs,
    ttl: Math.ceil(nowUs / 1_000_000) + RETENTION_S,
  });
}

/** For a bucket that is full, or not there yet. Costs and times in µs, `ttl` in s. */
function chargeFullBucket(
  partnerId: string,
  { cost, nowUs, ttl }: { readonly cost: number; readonly nowUs: number; readonly ttl: number },
): Promise<UpdateResult> {
  return update(partnerId, {
    change: 'SET fullUs = :full, #ttl = :ttl',
    condition: 'attribute_not_exists(fullUs) OR fullUs <= :now',
    values: { ':full': nowUs + cost, ':now': nowUs, ':ttl': ttl },
  });
}

/** For a bucket that is filling up again. */
function takeFromRefillingBucket(partnerId: string, policy: RatePolicy, nowUs: number): Promise<UpdateResult> {
  return update(partnerId, {
    change: 'SET fullUs = fullUs + :cost, #ttl = :ttl',
    condition: 'fullUs > :now AND fullUs <= :latest',
    values: {
      ':cost': requestCostUs(policy),
      ':now': nowUs,
      ':latest': latestFullUs(policy, nowUs),
      ':ttl': Math.ceil(nowUs / 1_000_000) + RETENTION_S,
    },
  });
}

async function update(
  partnerId: string,
  {
    change,
    condition,
    values,
  }: {
    readonly change: string;
    readonly condition: string;
    readonly values: Readonly<Record<string, number>>;
  },
): Promise<UpdateResult> {
  try {
    const { Attributes } = await documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { ...requestRateKey(partnerId) },
        UpdateExpression: change,
        ConditionExpression: condition,
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: values,
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { taken: true, fullUs: Number(Attributes?.fullUs ?? 0) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const old = error.Item === undefined ? {} : unmarshall(error.Item);
    return { taken: false, fullUs: Number(old.fullUs ?? 0) };
  }
}

function remember<T>(map: Map<string, T>, partnerId: string, value: T): void {
  map.delete(partnerId);
  const [oldest] = map.keys();
  if (map.size >= MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
  map.set(partnerId, value);
}

/** Failure rows around a commit of the API: a creation, and a manual retry. Real handlers on a real table. */
import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handler as createCrossRamp } from '#functions/cross-ramp/create/handler';
import { handler as retryByHand } from '#functions/webhook-notifications/retry/handler';
import { deliver } from '#functions/workers/deliver-webhook/deliver-webhook';
import { usAccount } from '#local/partner/api-client';
import { webhookSettingsKey } from '#shared/dynamodb/keys';
import { documentClient, readItem, tableName } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { createPartner } from '#shared/partners/repository';
import { encodeUser } from '#shared/users/item';
import { testPayload } from '#shared/webhooks/domain/payload';
import { type NotificationItem, notificationItem } from '#shared/webhooks/item';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import { newNotificationItem, notificationItemWrites } from '#shared/webhooks/repository';
import { aUser } from '#test/support/builders/users';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event';
import { linkKeysInMemory } from '#test/support/link-keys';
import { startedForTests } from '#test/support/started-for-tests';
import { allItems } from '#test/support/table-census';
import { crashAt, expectNothingLost, Line } from '#test/unit/delivery/failures/line';
import { Crash, defaultEndpoint, ok } from '#test/unit/delivery/fakes';
import { startTable } from '#test/unit/delivery/table';

type Partner = Awaited<ReturnType<typeof createPartner>>;
const FAILURE = 'failure';
linkKeysInMemory();
const engine = startedForTests(startTable);
let partner: Partner;

beforeAll(async () => {
  const variables = { STAGE: 'sandbox', SANDBOX_STEP_MS: '2000', QUOTE_TTL_S: '60' };
  Object.assign(process.env, variables);
  partner = await newPartner();
});
afterEach(() => {
  globalThis.atCrashPoint = undefined;
  documentClient().middlewareStack.remove(FAILURE);
});

/** A partner with a webhook URL. */
async function newPartner(): Promise<Partner> {
  const created = await createPartner({ name: 'Partner', stage: 'sandbox', atMs: Date.now() });
  const { partnerId } = created;
  const { isDefault: _, ...endpoint } = defaultEndpoint({ partnerId });
  const Item = { ...webhookSettingsKey(partnerId), entity: 'WEBHOOK', ...endpoint };
  await documentClient().send(new PutCommand({ TableName: tableName(), Item }));
  return created;
}

async function verifiedUser(): Promise<string> {
  const id = randomUUID();
  const Item = encodeUser(
    aUser({ id, partnerId: partner.partnerId, firstName: 'Ana', lastName: 'García', kycStatus: 'VERIFIED' }),
  );
  await documentClient().send(new PutCommand({ TableName: tableName(), Item }));
  return id;
}

async function create(userId: string, key: string) {
  const headers = { 'partner-api-key': partner.apiKey, 'content-type': 'application/json' };
  const amount = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000 };
  const event = gatewayEvent({
    httpMethod: 'POST',
    resource: '/api/partner/v2/cross-ramp',
    headers,
    multiValueHeaders: { 'Idempotency-Key': [key] },
    body: JSON.stringify({ userId, ...amount, targetBankAccount: usAccount }),
  });
  const { statusCode, body } = await createCrossRamp(event, lambdaContext());
  return { status: statusCode, text: body };
}

async function retry(item: NotificationItem, by = partner) {
  const event = gatewayEvent({
    httpMethod: 'POST',
    resource: '/api/partner/v2/webhook-notifications/{id}/retry',
    pathParameters: { id: item.id },
    headers: { 'partner-api-key': by.apiKey },
  });
  const { statusCode, body, headers } = await retryByHand(event, lambdaContext());
  return { status: statusCode, message: JSON.parse(body).message, headers };
}

async function readItems(userId: string) {
  const items = await allItems({ dynamodbEndpoint: engine().endpoint, tableName: tableName() });
  const transactions = items.filter((item) => item.entity === 'TX' && item.userId === userId);
  const ids = transactions.map(({ id }) => id);
  const notifications = items
    .filter(({ entity, transactionId }) => entity === 'NTF' && ids.includes(transactionId))
    .map((item) => notificationItem.parse(item));
  return { transactions, notifications };
}

/** Delivers the stored notifications in a new simulation. */
async function delivered(notifications: readonly NotificationItem[]): Promise<Line> {
  const line = new Line();
  line.clock.ms = Date.now();
  line.commit(...notifications);
  expect(await line.run()).toBe(true);
  expectNothingLost(line);
  return line;
}

/** Loses the answers of the first transactional writes, after the table has committed them. */
function loseAnswers(times: number, error: Error): void {
  let left = times;
  documentClient().middlewareStack.add(
    (next, context) => async (args) => {
      const answer = await next(args);
      if (context.commandName !== 'TransactWriteItemsCommand' || left === 0) return answer;
      left -= 1;
      throw error;
    },
    { step: 'finalizeRequest', priority: 'low', name: FAILURE },
  );
}

describe('a creation', () => {
  it('F01 that crashes before its write leaves nothing, and the client tries again', async () => {
    const [userId, key] = [await verifiedUser(), randomUUID()];
    crashAt('api.beforeTx');
    expect((await create(userId, key)).status).toBe(500);
    expect(await readItems(userId)).toEqual({ transactions: [], notifications: [] });
    expect((await create(userId, key)).status).toBe(201);
    const { notifications } = await readItems(userId);
    expect((await delivered(notifications)).posts).toHaveLength(1);
  });

  it('F02 whose write is sent twice because its answer was lost commits once, outbox and all', async () => {
    const [userId, key] = [await verifiedUser(), randomUUID()];
    loseAnswers(1, Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));
    expect((await create(userId, key)).status).toBe(201);
    const { transactions, notifications } = await readItems(userId);
    expect([transactions.length, notifications.length]).toEqual([1, 1]);
    expect(notifications).toMatchObject([{ status: 'PENDING' }]);
    for (const { PK, SK } of notifications) expect(await readItem({ PK, SK })).toMatchObject({ outbox: 'OPEN' });
    await delivered(notifications);
  });

  it('F03 that crashes after its write is replayed byte for byte, with one notification', async () => {
    const [userId, key] = [await verifiedUser(), randomUUID()];
    crashAt('api.afterTx');
    expect((await create(userId, key)).status).toBe(500);
    const [again, oncemore] = [await create(userId, key), await create(userId, key)];
    expect(again.status).toBe(201);
    expect(oncemore).toEqual(again);
    const { transactions, notifications } = await readItems(userId);
    expect(transactions).toMatchObject([{ id: JSON.parse(again.text).data.id }]);
    expect((await delivered(notifications)).posts).toHaveLength(1);
  });
});

let sequence = 0;
/** A notification that has used up its attempts. */
async function failed(by: Partner, overrides: Partial<NotificationItem> = {}): Promise<NotificationItem> {
  sequence += 1;
  const atMs = Date.now();
  const item = newNotificationItem({
    subject: { kind: 'TX', id: `retry-${sequence}` },
    sequence: 1,
    partnerId: by.partnerId,
    event: 'TEST_EVENT',
    userId: null,
    payload: testPayload(),
    deliver: true,
    atMs,
  });
  const given: NotificationItem = {
    ...item,
    status: 'FAILED',
    retryAttempts: 5,
    failedReason: 'ATTEMPTS_EXHAUSTED',
    firstAttemptAt: atMs,
    nextReleased: true,
    ...overrides,
  };
  await writeAtomically(notificationItemWrites(given));
  return given;
}

async function stored({ PK, SK }: NotificationItem): Promise<NotificationItem> {
  return notificationItem.parse(await readItem({ PK, SK }));
}

describe('a manual retry', () => {
  it('F33 that crashes after its write is still delivered, and a second request gets 409', async () => {
    const by = await newPartner();
    const item = await failed(by);
    loseAnswers(1, new Crash());
    expect((await retry(item, by)).status).toBe(500);
    expect(await readItem({ PK: item.PK, SK: item.SK })).toMatchObject({ outbox: 'OPEN' });
    const after = await stored(item);
    expect(after).toMatchObject({ status: 'PENDING', deliveryRun: 2, manualRetryCount: 1 });
    expect(await retry(item, by)).toMatchObject({
      status: 409,
      message: 'Notification is not in FAILED status',
    });
    expect((await delivered([after])).posts).toHaveLength(1);
  });

  it('F34 while a worker of the old delivery run is still posting: only the new one counts attempts', async () => {
    const by = await newPartner();
    const item = await failed(by, { status: 'PENDING', retryAttempts: 4 });
    const line = new Line();
    line.clock.ms = Date.now();
    line.store.put(item);
    line.answer = async () => {
      // The old attempt hangs; in between the item is given up and retried by hand.
      await documentClient().send(new PutCommand({ TableName: tableName(), Item: { ...item, status: 'FAILED' } }));
      expect((await retry(item, by)).status).toBe(200);
      line.store.put(await stored(item));
      return { statusCode: 503, durationMs: 9000, error: 'HTTP 503' };
    };
    expect(await deliver(line.on, nextAttemptMessage(item))).toBe('done');
    expect(line.store.get(item)).toMatchObject({
      status: 'PENDING',
      deliveryRun: 2,
      retryAttempts: 0,
      attempts: [],
    });
    line.answer = () => ok;
    line.queued = [];
    line.commit(line.store.get(item));
    expect(await line.run()).toBe(true);
    expect(line.store.get(item)).toMatchObject({ status: 'SENT', deliveryRun: 2, retryAttempts: 1 });
    // The old worker's message asks for an attempt of a delivery run that is over.
    expect(await deliver(line.on, nextAttemptMessage(item))).toBe('done');
    expect(line.posts).toHaveLength(2);
  });

  it('F35 eleven at once: ten are accepted, and the refused one changes nothing', async () => {
    const by = await newPartner();
    const items = await Promise.all(Array.from({ length: 11 }, () => failed(by)));
    const answers = await Promise.all(items.map((item) => retry(item, by)));
    const refusals = answers.flatMap(({ status }, index) => (status === 429 ? [index] : []));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(refusals).toHaveLength(1);
    for (const [index, item] of items.entries()) {
      const manualRetryCount = refusals.includes(index) ? 0 : 1;
      expect(await stored(item)).toMatchObject({ manualRetryCount });
      if (refusals.includes(index)) expect(await stored(item)).toEqual(item);
    }
  });
});

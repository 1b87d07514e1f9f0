import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { InternalServerError, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { handler as createCrossRamp } from '#functions/cross-ramp/create/handler';
import { handler as lockQuote } from '#functions/cross-ramp/quote/handler';
import { handler as createOffRamp } from '#functions/off-ramp/create/handler';
import { handler as createOnRamp } from '#functions/on-ramp/create/handler';
import { usAccount } from '#local/partner/api-client';
import { idempotencyItemKey } from '#shared/dynamodb/keys';
import { documentClient, readItem, tableName } from '#shared/dynamodb/table';
import { IDEMPOTENCY_WINDOW_MS, MAX_RESPONSE_BYTES, storeResponse } from '#shared/http/idempotency/repository';
import { createPartner } from '#shared/partners/repository';
import { encodeUser } from '#shared/users/item';
import { aUser } from '#test/support/builders/users';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event';
import { linkKeysInMemory } from '#test/support/link-keys';
import { startedForTests } from '#test/support/started-for-tests';
import { allItems } from '#test/support/table-census';
import { startTable } from '#test/unit/delivery/table';

type Partner = Awaited<ReturnType<typeof createPartner>>;
interface Sending {
  readonly by?: Partner;
  readonly to?: keyof typeof handlers;
  readonly keys?: readonly string[];
}

const handlers = {
  'cross-ramp': createCrossRamp,
  'cross-ramp/quotes': lockQuote,
  'on-ramp': createOnRamp,
  'off-ramp': createOffRamp,
};
const FAILURE = 'failure';
const FAILURE_BEFORE = 'failure before';
linkKeysInMemory();
const engine = startedForTests(startTable);
let partner: Partner;

beforeAll(async () => {
  const settings = { STAGE: 'sandbox', SANDBOX_STEP_MS: '2000', QUOTE_TTL_S: '60', REQUIRED_SCOPE: 'quotes:write' };
  Object.assign(process.env, settings);
});
beforeEach(async () => {
  partner = await newPartner();
});
afterEach(() => {
  documentClient().middlewareStack.remove(FAILURE);
  documentClient().middlewareStack.remove(FAILURE_BEFORE);
  delete process.env.CLOCK_OFFSET_S;
  vi.useRealTimers();
});

const newPartner = () => createPartner({ name: 'Partner', stage: 'sandbox', atMs: Date.now() });

async function verifiedUser({ partnerId } = partner): Promise<string> {
  const id = randomUUID();
  const Item = encodeUser(aUser({ id, partnerId, firstName: 'Ana', lastName: 'García', kycStatus: 'VERIFIED' }));
  await documentClient().send(new PutCommand({ TableName: tableName(), Item }));
  return id;
}

function crossRamp(userId: string, overrides: Readonly<Record<string, unknown>> = {}) {
  const amount = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000 };
  return { userId, ...amount, targetBankAccount: usAccount, ...overrides };
}

/** Invokes a function as API Gateway does. A text body is sent unchanged. */
async function send(body: unknown, { by = partner, to = 'cross-ramp', keys = [] }: Sending = {}) {
  const headers = { 'partner-api-key': by.apiKey, 'content-type': 'application/json' };
  const event = gatewayEvent({
    httpMethod: 'POST',
    resource: `/api/partner/v2/${to}`,
    headers,
    multiValueHeaders: { 'Idempotency-Key': [...keys] },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const response = await handlers[to](event, lambdaContext());
  const { code, message, data } = z
    .object({
      code: z.optional(z.string()),
      message: z.optional(z.string()),
      data: z.optional(z.looseObject({})),
    })
    .parse(JSON.parse(response.body));
  const replayed = response.headers?.['idempotency-replayed'] === 'true';
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    replayed,
    code,
    message,
    data,
  };
}

/**
 * Returns the items of the test's partner and the items without a partner. Excludes API keys, because a request changes the day
 * of their last use.
 */
async function everything(): Promise<Record<string, unknown>[]> {
  const items = await allItems({ dynamodbEndpoint: engine().endpoint, tableName: tableName() }, partner.partnerId);
  return items.filter(({ entity }) => entity !== 'KEY');
}

/** Returns the transaction ids of a user. Expects exactly one notification for each transaction. */
async function created(userId: string): Promise<unknown[]> {
  const found: Record<string, unknown>[] = [];
  const ofPartner = paginateScan(
    { client: documentClient() },
    {
      TableName: tableName(),
      ConsistentRead: true,
      FilterExpression: 'partnerId = :partner AND entity IN (:tx, :ntf)',
      ExpressionAttributeValues: { ':partner': partner.partnerId, ':tx': 'TX', ':ntf': 'NTF' },
    },
  );
  for await (const { Items = [] } of ofPartner) found.push(...Items);
  const ids = found.filter((item) => item.entity === 'TX' && item.userId === userId).map(({ id }) => id);
  const notifications = found.filter(({ entity, transactionId }) => entity === 'NTF' && ids.includes(transactionId));
  expect(notifications.map(({ transactionId }) => transactionId).sort()).toEqual([...ids].sort());
  return ids;
}

const written = z.object({ request: z.object({ body: z.instanceof(Uint8Array) }) });
const token = z.object({ ClientRequestToken: z.string() });

/**
 * Makes transactional writes fail before the request, or after the response of the table.
 * @returns the `ClientRequestToken` of each request, including retries
 */
function breakWrites(when: 'before' | 'after', error: Error, times = 1, name = FAILURE, spared = 0): string[] {
  const tokens: string[] = [];
  documentClient().middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName !== 'TransactWriteItemsCommand') return next(args);
      const sent = token.parse(JSON.parse(new TextDecoder().decode(written.parse(args).request.body)));
      const count = tokens.push(sent.ClientRequestToken);
      const broken = count > spared && count <= spared + times;
      if (broken && when === 'before') throw error;
      const response = await next(args);
      if (broken) throw error;
      return response;
    },
    // Retries of the AWS SDK have a high priority, so this middleware runs for each attempt.
    { step: 'finalizeRequest', priority: 'low', name },
  );
  return tokens;
}

const connectionLost = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
const conflict = () => cancelled([{ Code: 'None' }, { Code: 'TransactionConflict' }]);
const cancelled = (CancellationReasons: { readonly Code: string }[]) =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: { httpStatusCode: 400 },
    CancellationReasons,
  });

/** Stops the clock at the current time. `at` sets the clock to `ms` milliseconds after this time. */
function stoppedClock(): { at(ms: number): void } {
  vi.useFakeTimers({ toFake: ['Date'] });
  return { at: (ms) => void Object.assign(process.env, { CLOCK_OFFSET_S: String(ms / 1000) }) };
}

describe('a creation with an idempotency key', () => {
  it('I01 F01 runs again after a crash before the write', async () => {
    const [userId, key] = [await verifiedUser(), randomUUID()];
    breakWrites('before', new Error('The process ends'));
    expect((await send(crossRamp(userId), { keys: [key] })).status).toBe(500);
    expect(await created(userId)).toEqual([]);
    expect(await readItem(idempotencyItemKey(partner.partnerId, userId, key))).toBeUndefined();
    const again = await send(crossRamp(userId), { keys: [key] });
    expect(again).toMatchObject({ status: 201, replayed: false });
    expect(await created(userId)).toEqual([again.data?.id]);
  });

  it('I02 F02 commits once when the response of the write is lost and the client sends it again', async () => {
    const userId = await verifiedUser();
    const tokens = breakWrites('after', connectionLost());
    const response = await send(crossRamp(userId), { keys: [randomUUID()] });
    expect(tokens).toHaveLength(2);
    expect(tokens[1]).toBe(tokens[0]);
    expect(response).toMatchObject({ status: 201, replayed: false });
    expect(await created(userId)).toEqual([response.data?.id]);
  });

  it('I02 commits once without a key, too', async () => {
    const userId = await verifiedUser();
    breakWrites('after', connectionLost());
    const response = await send(crossRamp(userId));
    expect(response.status).toBe(201);
    expect(await created(userId)).toEqual([response.data?.id]);
  });

  it('I03 F03 replays byte for byte what was committed and got no response', async () => {
    const [userId, key] = [await verifiedUser(), randomUUID()];
    breakWrites('after', new Error('The process ends'));
    expect((await send(crossRamp(userId), { keys: [key] })).status).toBe(500);
    const record = await readItem(idempotencyItemKey(partner.partnerId, userId, key));
    const committed = inflateRawSync(z.instanceof(Uint8Array).parse(record?.text)).toString();
    const texts = [1, 2].map(async () => {
      const response = await send(crossRamp(userId), { keys: [key] });
      expect(response).toMatchObject({ status: 201, replayed: true });
      expect(await created(userId)).toEqual([response.data?.id]);
      return response.text;
    });
    const [text, again] = await Promise.all(texts);
    expect(again).toBe(text);
    // The payment link is secret, so it is not stored. Each response calculates the same link again.
    expect(text?.replace(/"[^"]+\/pay\/[\w-]{43}"/, 'null')).toBe(committed);
  });

  it('I03 replays a long response byte for byte, from a record below 1 KB', async () => {
    const [userId, key] = [await verifiedUser(), randomUUID()];
    const targetBankAccount = { ...usAccount, bankName: 'é'.repeat(200) };
    const body = crossRamp(userId, { targetBankAccount });
    const first = await send(body, { keys: [key] });
    expect(first.status, first.text).toBe(201);
    expect(Buffer.byteLength(first.text)).toBeGreaterThan(750);
    const record = await readItem(idempotencyItemKey(partner.partnerId, userId, key));
    expect(record?.text).toBeInstanceOf(Uint8Array);
    expect(z.instanceof(Uint8Array).parse(record?.text).byteLength).toBeLessThan(750);
    const again = await send(body, { keys: [key] });
    expect([again.status, again.replayed, again.text]).toEqual([201, true, first.text]);
  });

  it('I04 creates one transaction for 50 identical requests at once', async () => {
    const [userId, key] = [await verifiedUser(), randomUUID()];
    const responses = await Promise.all(Array.from({ length: 50 }, () => send(crossRamp(userId), { keys: [key] })));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(responses.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await created(userId)).toEqual([responses[0]?.data?.id]);
  });

  it('I05 is refused with another body, one after the other', async () => {
    const [userId, key] = [await verifiedUser(), randomUUID()];
    expect((await send(crossRamp(userId), { keys: [key] })).status).toBe(201);
    const before = await everything();
    const other = await send(crossRamp(userId, { sourceAmount: 2001 }), { keys: [key] });
    expect(other).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await everything()).toEqual(before);
  });

  it('I05 lets one of two bodies win when both come at once', async () => {
    const [userId, key] = [await verifiedUser(), randomUUID()];
    const responses = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const sourceAmount = 2000 + (index % 2);
        return { sourceAmount, ...(await send(crossRamp(userId, { sourceAmount }), { keys: [key] })) };
      }),
    );
    const winner = responses.find(({ status, replayed }) => status === 201 && !replayed);
    for (const response of responses) {
      if (response.sourceAmount === winner?.sourceAmount)
        expect(response).toMatchObject({ status: 201, text: winner.text });
      else expect(response).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
    }
    expect(await created(userId)).toEqual([winner?.data?.id]);
  });

  it('I06 replays whatever the order of members and the spacing', async () => {
    const [userId, key] = [await verifiedUser(), randomUUID()];
    const first = await send(crossRamp(userId), { keys: [key] });
    const reordered = Object.fromEntries(Object.entries(crossRamp(userId)).reverse());
    const again = await send(JSON.stringify(reordered, null, 4), { keys: [key] });
    expect(again).toMatchObject({ status: 201, replayed: true, text: first.text });
  });

  it('I06 tells null from what is left out, which creates the same', async () => {
    const [userId, key] = [await verifiedUser(), randomUUID()];
    const first = await send(crossRamp(userId), { keys: [key] });
    const again = await send(crossRamp(userId, { reference: null }), { keys: [key] });
    expect([first.status, again.status, again.code]).toEqual([201, 422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await send(crossRamp(userId, { reference: null }), { keys: [randomUUID()] })).toMatchObject({ status: 201 });
  });

  it('I07 is bound to the operation, and free for other users and partners', async () => {
    const [userId, key, stranger] = [await verifiedUser(), randomUUID(), await newPartner()];
    // A body that is valid for a cross-ramp and for an on-ramp.
    const both = {
      ...crossRamp(userId),
      fiatAmount: 1000,
      fiatCurrency: 'MXN',
      blockchainSymbol: 'POL',
      tokenSymbol: 'USDC',
      destinationWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    };
    const first = await send(both, { keys: [key] });
    expect(first.status).toBe(201);
    const before = await everything();
    const elsewhere = await send(both, { keys: [key], to: 'on-ramp' });
    expect(elsewhere).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await everything()).toEqual(before);
    expect((await send(both, { keys: [randomUUID()], to: 'on-ramp' })).status).toBe(201);

    const [secondUser, theirUser] = [await verifiedUser(), await verifiedUser(stranger)];
    const second = await send(crossRamp(secondUser), { keys: [key] });
    const third = await send(crossRamp(theirUser), { keys: [key], by: stranger });
    for (const response of [second, third]) expect(response).toMatchObject({ status: 201, replayed: false });
    expect(new Set([first, second, third].map(({ data }) => data?.id)).size).toBe(3);
    // A request of another partner returns the same response for a used key as for an unused key.
    const [used, unused] = await Promise.all(
      [key, randomUUID()].map((one) => send(crossRamp(userId), { keys: [one], by: stranger })),
    );
    expect(used?.status).toBeGreaterThanOrEqual(400);
    expect(used?.text).toBe(unused?.text);
  });

  it('I08 is free again after a refused body', async () => {
    const [userId, key] = [await verifiedUser(), randomUUID()];
    const refused = await send(crossRamp(userId, { sourceAmount: -1 }), { keys: [key] });
    const failed = await send(crossRamp(userId, { targetBankAccount: undefined }), { keys: [key] });
    expect([refused.status, failed.status]).toEqual([400, 400]);
    expect(await send(crossRamp(userId), { keys: [key] })).toMatchObject({ status: 201, replayed: false });
  });

  it('I09 is free again after the table failed before the commit', async () => {
    const [userId, key] = [await verifiedUser(), randomUUID()];
    const failure = new InternalServerError({ message: 'Internal', $metadata: { httpStatusCode: 500 } });
    const tokens = breakWrites('before', failure, Number.POSITIVE_INFINITY);
    expect(await send(crossRamp(userId), { keys: [key] })).toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'retry-after': '1' },
    });
    // The AWS SDK retried with the same token.
    expect(tokens.length).toBeGreaterThan(1);
    expect(new Set(tokens).size).toBe(1);
    expect(await created(userId)).toEqual([]);
    documentClient().middlewareStack.remove(FAILURE);
    const response = await send(crossRamp(userId), { keys: [key] });
    expect(response).toMatchObject({ status: 201, replayed: false });
    expect(await created(userId)).toEqual([response.data?.id]);
  });

  it('I10 replays until 47:59:59 and is new at 48:00:01, whether or not the record is still stored', async () => {
    const [userId, key, clock] = [await verifiedUser(), randomUUID(), stoppedClock()];
    const first = await send(crossRamp(userId), { keys: [key] });
    clock.at(IDEMPOTENCY_WINDOW_MS - 1000);
    const within = await send(crossRamp(userId), { keys: [key] });
    expect(within).toMatchObject({ status: 201, replayed: true, text: first.text });
    clock.at(IDEMPOTENCY_WINDOW_MS + 1000);
    const place = idempotencyItemKey(partner.partnerId, userId, key);
    expect(await readItem(place)).toMatchObject({ text: expect.anything() });
    const beyond = await send(crossRamp(userId, { sourceAmount: 2001 }), { keys: [key] });
    expect(beyond).toMatchObject({ status: 201, replayed: false });
    await documentClient().send(new DeleteCommand({ TableName: tableName(), Key: place }));
    const removed = await send(crossRamp(userId), { keys: [key] });
    expect(removed).toMatchObject({ status: 201, replayed: false });
    expect((await created(userId)).sort()).toEqual([first, beyond, removed].map(({ data }) => data?.id).sort());
  });

  it('I11 creates one new transaction for two requests at the instant of expiry', async () => {
    const [userId, key, clock] = [await verifiedUser(), randomUUID(), stoppedClock()];
    const first = await send(crossRamp(userId), { keys: [key] });
    clock.at(IDEMPOTENCY_WINDOW_MS - 1);
    expect(await send(crossRamp(userId), { keys: [key] })).toMatchObject({
      replayed: true,
      text: first.text,
    });
    clock.at(IDEMPOTENCY_WINDOW_MS);
    const [one, other] = await Promise.all([1, 2].map(() => send(crossRamp(userId), { keys: [key] })));
    expect(one?.text).toBe(other?.text);
    expect([one?.replayed, other?.replayed].sort()).toEqual([false, true]);
    expect((await created(userId)).sort()).toEqual([first.data?.id, one?.data?.id].sort());
  });

  it('I12 accepts 16 to 128 printable ASCII characters, sent once', async () => {
    const userId = await verifiedUser();
    const bad = ['x'.repeat(15), 'x'.repeat(129), 'ñ'.repeat(20), `${'x'.repeat(20)}\u0007`, ''].map((key) => [key]);
    for (const keys of [...bad, [randomUUID(), randomUUID()]]) {
      const response = await send(crossRamp(userId), { keys });
      expect(response, keys.join()).toMatchObject({ status: 400, code: 'INVALID_USER_INPUT_ERROR' });
    }
    expect(await created(userId)).toEqual([]);
    for (const key of ['x'.repeat(16), 'x'.repeat(128), 'a key ~ of !"#$%']) {
      const [first, again] = [
        await send(crossRamp(userId), { keys: [key] }),
        await send(crossRamp(userId), { keys: [key] }),
      ];
      expect([first.status, first.replayed, again.replayed], key).toEqual([201, false, true]);
    }
  });

  it('I13 replays although the first request has used the quote, which has expired since', async () => {
    const [userId, key, clock] = [await verifiedUser(), randomUUID(), stoppedClock()];
    const pair = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000 };
    const quote = await send(pair, { to: 'cross-ramp/quotes' });
    const body = { userId, quoteId: quote.data?.quoteId, targetBankAccount: usAccount };
    const first = await send(body, { keys: [key] });
    expect(first, first.text).toMatchObject({ status: 201, replayed: false });
    const other = await send(body, { keys: [randomUUID()] });
    expect(other).toMatchObject({ status: 400, message: 'Quote has already been used' });
    for (const ms of [0, 3_600_000]) {
      clock.at(ms);
      expect(await send(body, { keys: [key] })).toMatchObject({
        status: 201,
        replayed: true,
        text: first.text,
      });
    }
    expect(await created(userId)).toEqual([first.data?.id]);
  });

  it('I14 stores no response that could exceed an item, and no request causes one', async () => {
    const scope = { partnerId: 'p', userId: 'u', key: 'k', fingerprint: 'f' };
    const stored = (length: number) => () => storeResponse(scope, 'x'.repeat(length), 0);
    expect(stored(MAX_RESPONSE_BYTES)).not.toThrow();
    expect(stored(MAX_RESPONSE_BYTES + 1)).toThrow('too large');
    const inBytes = 'é'.repeat(MAX_RESPONSE_BYTES / 2 + 1);
    expect(() => storeResponse(scope, inBytes, 0)).toThrow('too large');

    const long = '語'.repeat(200);
    const address = {
      ...{ streetLine1: 'é'.repeat(70), streetLine2: 'é'.repeat(70), buildingNumber: 'é'.repeat(16) },
      ...{ city: 'ñ'.repeat(35), state: 'é'.repeat(35), postalCode: 'é'.repeat(16), country: 'DE' },
    };
    const accountHolder = { firstName: long, lastName: long };
    const targetBankAccount = { ...usAccount, bankName: long, accountHolder, address };
    const body = crossRamp(await verifiedUser(), { targetBankAccount, reference: '語'.repeat(140) });
    const response = await send(body, { keys: [randomUUID()] });
    expect(response.status, response.text).toBe(201);
    expect(Buffer.byteLength(response.text)).toBeLessThan(MAX_RESPONSE_BYTES / 10);
  });

  it('I15 is another transaction each time without a key', async () => {
    const userId = await verifiedUser();
    const responses = await Promise.all([1, 2].map(() => send(crossRamp(userId))));
    expect(responses.map(({ status, replayed }) => [status, replayed])).toEqual([
      [201, false],
      [201, false],
    ]);
    expect((await created(userId)).sort()).toEqual(responses.map(({ data }) => data?.id).sort());
  });

  it('I16 gives up after four times five conflicts, with nothing written and the key free', async () => {
    const [userId, key] = [await verifiedUser(), randomUUID()];
    const before = await everything();
    const tokens = breakWrites('before', conflict(), 20);
    const response = await send(crossRamp(userId), { keys: [key] });
    expect(response).toMatchObject({ status: 409, code: 'CONFLICT', headers: { 'retry-after': '1' } });
    expect(tokens).toHaveLength(20);
    // The service tries the creation four times. The five attempts of each try share one token.
    expect(new Set(tokens).size).toBe(4);
    expect(await everything()).toEqual(before);
    expect(await send(crossRamp(userId), { keys: [key] })).toMatchObject({ status: 201, replayed: false });
  });

  it.each([
    ['with a key', [randomUUID()]],
    ['without one', []],
  ])('commits once %s when a response is lost and the next attempt meets a conflict', async (_which, keys) => {
    const userId = await verifiedUser();
    const lost = breakWrites('after', connectionLost());
    breakWrites('before', conflict(), 2, FAILURE_BEFORE);
    const response = await send(crossRamp(userId), { keys });
    expect([response.status, new Set(lost).size]).toEqual([201, 1]);
    expect(await created(userId)).toEqual([response.data?.id]);
  });

  it('returns 503 and not 409 when a response was lost and every later attempt meets a conflict', async () => {
    const [userId, key] = [await verifiedUser(), randomUUID()];
    breakWrites('after', connectionLost());
    breakWrites('before', conflict(), 100, FAILURE_BEFORE, 1);
    const response = await send(crossRamp(userId), { keys: [key] });
    expect(response).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    const [id] = await created(userId);
    documentClient().middlewareStack.remove(FAILURE_BEFORE);
    const again = await send(crossRamp(userId), { keys: [key] });
    expect(again).toMatchObject({ status: 201, replayed: true, data: { id } });
  });

  it('I16 survives a conflict of one attempt', async () => {
    const userId = await verifiedUser();
    const tokens = breakWrites('before', conflict());
    const response = await send(crossRamp(userId), { keys: [randomUUID()] });
    expect([response.status, tokens.length]).toEqual([201, 2]);
    expect(await created(userId)).toEqual([response.data?.id]);
  });
});

type Failure = 'lost' | 'dropped' | 'conflict' | 'throttled' | 'failing';
const failures: readonly Failure[] = ['lost', 'dropped', 'conflict', 'throttled', 'failing'];

const responses = {
  lost: connectionLost,
  dropped: connectionLost,
  conflict,
  throttled: () => cancelled([{ Code: 'None' }, { Code: 'ThrottlingError' }]),
  failing: () => new InternalServerError({ message: 'Internal', $metadata: { httpStatusCode: 500 } }),
} as const;

/**
 * Makes table requests fail as listed (`conflict` and `throttled`: only writes); `undefined` means no failure. For `lost`, the
 * table has executed the request.
 */
function failing(calls: readonly (Failure | undefined)[]): void {
  const script = [...calls];
  documentClient().middlewareStack.add(
    (next, context) => async (args) => {
      const failure = script.shift();
      const writes = context.commandName === 'TransactWriteItemsCommand';
      if (failure === undefined || ((failure === 'conflict' || failure === 'throttled') && !writes)) return next(args);
      if (failure === 'lost') await next(args);
      throw responses[failure]();
    },
    { step: 'finalizeRequest', priority: 'low', name: FAILURE },
  );
}

it('explains every transaction by a response, whatever the table returns or loses', async () => {
  const ramp = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
  const bodies = {
    'cross-ramp': crossRamp,
    'on-ramp': (userId: string) => ({
      userId,
      ...ramp,
      fiatAmount: 1000,
      destinationWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    }),
    'off-ramp': (userId: string) => ({
      userId,
      ...ramp,
      cryptoAmount: 50,
      userBankInformation: { accountIdentifier: '012180015500000008' },
    }),
  } as const;
  const requests = fc.record({
    to: fc.constantFrom('cross-ramp' as const, 'on-ramp' as const, 'off-ramp' as const),
    keyed: fc.boolean(),
    calls: fc.array(fc.option(fc.constantFrom(...failures), { nil: undefined, freq: 2 }), { maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(requests, async ({ to, keyed, calls }) => {
      partner = await newPartner();
      const userId = await verifiedUser();
      const keys = keyed ? [randomUUID()] : [];
      failing(calls);
      const response = await send(bodies[to](userId), { to, keys });
      documentClient().middlewareStack.remove(FAILURE);
      const ids = await created(userId);
      expect([201, 409, 503], response.text).toContain(response.status);
      if (response.status === 201) expect(ids).toEqual([response.data?.id]);
      if (response.status === 409) expect(ids).toEqual([]);
      if (response.status !== 503) return;
      expect(response.headers).toMatchObject({ 'retry-after': '1' });
      expect(ids.length).toBeLessThanOrEqual(1);
      if (!keyed) return;
      const again = await send(bodies[to](userId), { to, keys });
      expect(again.status, again.text).toBe(201);
      expect(again.replayed).toBe(ids.length === 1);
      expect(await created(userId)).toEqual([again.data?.id]);
    }),
    { numRuns: 40 },
  );
});

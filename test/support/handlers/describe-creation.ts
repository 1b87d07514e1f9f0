import { expect, it } from 'vitest';
import { badRequest, namedQuoteNotFound, quoteExpired, quoteUsed, userNotVerified } from '#shared/api/problems';
import type { Contract } from '#shared/contract/define-contract';
import { limitsAt } from '#shared/limits/domain/limit';
import { takeWrite } from '#shared/limits/repository';
import { setAgreement } from '#shared/partners/repository';
import type { CrossRampQuote, RampQuote } from '#shared/quotes/domain/quote';
import { saveQuote, spendQuote } from '#shared/quotes/repository';
import { decodeTransaction } from '#shared/transactions/item';
import { toTransactionResponse } from '#shared/transactions/response';
import type { KycStatus, User } from '#shared/users/domain/user';
import { findUser, replaceUser } from '#shared/users/repository';
import { metadataOf, wrongAnnotations } from '#test/support/annotations';
import { describeEndpoint, type EndpointUnderTest, refusal } from './describe-endpoint';
import { START_MS } from './randomness';
import { createWorld, type EndpointHandler, type TestResponse, type World } from './world';

interface Creation extends Pick<EndpointUnderTest, 'wrong'> {
  readonly order: object;
  /** Quote of this transaction type. */
  readonly quote: RampQuote | CrossRampQuote;
  /** Request body that creates a transaction from `quote`. The tests add `userId` and `quoteId`. */
  readonly quoted: object;
  /** Quotes of other transaction types, and the error message for them. */
  readonly others: readonly (RampQuote | CrossRampQuote)[];
  readonly wrongKind: string;
}

const UNKNOWN = '019bc1c5-0000-7000-8000-0000000000ff';

/** Annotations with the maximum size. */
const fullAnnotations = { externalId: '1042'.repeat(32), metadata: { ...metadataOf(19), last: 'é'.repeat(500) } };

const headers = { 'idempotency-key': 'a-key-of-the-partner-0001' };

/** Stores the next version of a user. */
async function change({ id }: User, changes: Partial<User>): Promise<void> {
  const user = await findUser(id);
  if (user !== undefined) await replaceUser(user, { ...user, ...changes, version: user.version + 1 });
}

/** Defines tests of creations: only a verified user can create a transaction, and a quote is used once. */
export function describeCreation(contract: Contract, handler: EndpointHandler, creation: Creation): void {
  const { order, quote, quoted, others, wrongKind, wrong } = creation;
  const create = (world: World, body: object, sent = {}) => world.call(handler, { body, headers: sent });
  const expectNothingCreated = (world: World) => {
    for (const entity of ['TX', 'BANK', 'NTF', 'SIM', 'IDEMPOTENCY']) expect(world.table.items(entity)).toEqual([]);
  };

  /** Stores a quote and a verified user. @returns the request body of a creation with this quote */
  async function locked(world: World, stored: RampQuote | CrossRampQuote = quote) {
    await saveQuote({ ...stored, partnerId: stored.partnerId === UNKNOWN ? UNKNOWN : world.partner.id });
    const { id: userId } = await world.verifiedUser();
    return { ...quoted, userId, quoteId: quote.id };
  }

  describeEndpoint(contract, handler, {
    request: async (world) => ({ body: { ...order, userId: (await world.verifiedUser()).id } }),
    foreign: 'UNAUTHORIZED',
    wrong: [...wrongAnnotations, ...(wrong ?? [])],
  });

  it.each<[string, object, object]>([
    ['nothing', {}, { externalId: null, metadata: {} }],
    ['null, which counts as nothing', { externalId: null, metadata: null }, { externalId: null, metadata: {} }],
    ['a blank id and no keys', { externalId: ' ', metadata: {} }, { externalId: null, metadata: {} }],
    ['an id with spaces around it', { externalId: ' 1042 ' }, { externalId: ' 1042 ', metadata: {} }],
    ['as much as there may be', fullAnnotations, fullAnnotations],
  ])('stores and shows the own data of its partner: %s', async (_, body, shown) => {
    const world = await createWorld(contract.id);
    await world.webhookTarget();
    const { id: userId } = await world.verifiedUser();
    const response = await create(world, { ...order, ...body, userId });
    expect(response.body.data).toMatchObject(shown);
    const [stored] = world.table.items('TX');
    expect(toTransactionResponse(decodeTransaction(stored), Date.now())).toMatchObject(shown);
    expect(JSON.parse(String(world.table.items('NTF')[0]?.body))).toMatchObject(shown);
    const rows = world.table.items().filter(({ PK }) => String(PK).includes('#EXTERNAL#'));
    expect(rows.map(({ SK }) => SK)).toEqual('externalId' in shown && shown.externalId !== null ? [stored?.id] : []);
    expect(JSON.stringify(world.log.lines)).not.toMatch(/1042|value 1/);
  });

  it('counts its own data for the key, but not the order of keys', async () => {
    const world = await createWorld(contract.id);
    const { id: userId } = await world.verifiedUser();
    const ask = (metadata: object, externalId = 'a') =>
      create(world, { ...order, userId, externalId, metadata }, headers);
    const first = await ask({ a: '1', b: '2' });
    expect(await ask({ b: '2', a: '1' })).toMatchObject({ status: 201, text: first.text });
    expect(await ask({ a: '1', b: '2' }, 'A')).toMatchObject({ status: 422 });
    expect(await ask({ a: '1', b: '3' })).toMatchObject({ status: 422 });
    expect(world.table.items('TX')).toHaveLength(1);
  });

  it('gives two orders at once the same external id', async () => {
    const world = await createWorld(contract.id);
    const { id: userId } = await world.verifiedUser();
    const body = { ...order, userId, externalId: 'batch' };
    const responses = await Promise.all([create(world, body), create(world, body)]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    const rows = world.table.items().filter(({ PK }) => String(PK).includes('#EXTERNAL#'));
    expect(new Set(rows.map(({ PK, SK }) => `${PK} ${SK}`)).size).toBe(2);
    expect(new Set(rows.map(({ PK }) => PK)).size).toBe(1);
  });

  it.each<KycStatus>(['NOT_STARTED', 'IN_PROGRESS', 'REJECTED', 'REVIEW_NEEDED'])(
    'refuses a user who is %s, with and without a key',
    async (kycStatus) => {
      const world = await createWorld(contract.id);
      const { id: userId } = await world.user({ kycStatus });
      for (const sent of [{}, headers])
        expect(await create(world, { ...order, userId }, sent)).toMatchObject(refusal(userNotVerified()));
      expectNothingCreated(world);
    },
  );

  it.each<KycStatus>(['IN_PROGRESS', 'REJECTED', 'REVIEW_NEEDED'])(
    'stores nothing for a user who is %s after it was read, and the key stays free',
    async (kycStatus) => {
      const world = await createWorld(contract.id);
      const user = await world.verifiedUser();
      const body = { ...order, userId: user.id };
      world.table.beforeNextWrite(() => change(user, { kycStatus }));
      expect(await create(world, body, headers)).toMatchObject(refusal(userNotVerified()));
      expectNothingCreated(world);
      await change(user, { kycStatus: 'VERIFIED' });
      expect((await create(world, body, headers)).status).toBe(201);
    },
  );

  it('is created beside another change of the user, which keeps the verification', async () => {
    const world = await createWorld(contract.id);
    const user = await world.verifiedUser();
    world.table.beforeNextWrite(() => change(user, { alias: 'Anita' }));
    expect((await create(world, { ...order, userId: user.id })).status).toBe(201);
  });

  it.each([
    ['that has expired, used or not', { expiresAtMs: START_MS, usedBy: 'T' }, quoteExpired()],
    ['that was used', { usedBy: 'T' }, quoteUsed('T')],
    ['that does not exist', { id: UNKNOWN }, namedQuoteNotFound()],
    ['of another partner', { partnerId: UNKNOWN }, namedQuoteNotFound()],
  ])('refuses a quote %s', async (_, facts, problem) => {
    const world = await createWorld(contract.id);
    const body = await locked(world, { ...quote, ...facts });
    expect(await create(world, body)).toMatchObject(refusal(problem));
    expect(world.table.items('TX')).toEqual([]);
  });

  it.each(others)('refuses a quote of another kind: $kind', async (other) => {
    const world = await createWorld(contract.id);
    const body = await locked(world, other);
    expect(await create(world, body)).toMatchObject(refusal(badRequest('QUOTE_KIND', wrongKind)));
  });

  it('loses a quote to an order at the same time', async () => {
    const world = await createWorld(contract.id);
    const body = await locked(world);
    world.table.beforeNextWrite(() => world.store(spendQuote(quote.id, 'T')));
    expect(await create(world, body)).toMatchObject(refusal(quoteUsed('T')));
    expect(world.table.items('TX')).toEqual([]);
  });

  it.each([
    ['nothing without limits over time', undefined, 0],
    ['its amount with them', { userDay: 10_000_000, userMonth: 10_000_000, partnerDay: 80_000_000 }, 3],
  ])('counts %s, in its one read and its one write', async (_, limits, counters) => {
    const world = await createWorld(contract.id);
    const { id: userId } = await world.verifiedUser();
    await setAgreement(world.partner.id, (all) => ({ ...all, limits }), { atMs: Date.now() });
    await world.useKey();
    const before = world.table.calls.length;
    expect((await create(world, { ...order, userId }, headers)).status).toBe(201);
    const own = world.table.calls.slice(before).filter(({ partition }) => partition?.startsWith('RATE#') !== true);
    expect(own.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'TransactWriteItems']);
    const stored = world.table.items('LIMIT');
    expect(stored).toHaveLength(counters);
    const [transaction] = world.table.items('TX');
    const counted = stored.map(({ used }) => ({ cents: used }));
    expect(transaction?.limitUses ?? []).toMatchObject(counted);
    for (const { used, ttl } of stored) {
      expect(used).toBe(stored[0]?.used);
      expect(Number(ttl) * 1000).toBeGreaterThan(Date.now());
    }
  });

  it('reads again where another order has used what it was given, and then is refused', async () => {
    const world = await createWorld(contract.id);
    const { id: userId } = await world.verifiedUser();
    await setAgreement(world.partner.id, (all) => ({ ...all, limits: { userDay: 2_000_000 } }), { atMs: Date.now() });
    const [limit] = limitsAt({ userDay: 2_000_000 }, Date.now());
    if (limit === undefined) throw new Error('There is no limit');
    const owners = { partnerId: world.partner.id, userId };
    world.table.beforeNextWrite(() =>
      world.store(takeWrite(limit, { allotment: 0, cents: 2_000_000n, ceiling: 2_000_000n }, owners)),
    );
    const response = await create(world, { ...order, userId }, headers);
    expect(response.body).toMatchObject({ code: 'LIMIT_EXCEEDED', errors: [{ limit: 'USER_DAY' }] });
    expectNothingCreated(world);
  });

  it('responds as an equal order that was faster', async () => {
    const world = await createWorld(contract.id);
    const body = await locked(world);
    const faster: TestResponse[] = [];
    world.table.beforeNextWrite(async () => faster.push(await create(world, body, headers)));
    const second = await create(world, body, headers);
    expect(second).toMatchObject({ status: 201, text: faster[0]?.text, headers: { 'idempotency-replayed': 'true' } });
    expect(world.table.items('TX')).toHaveLength(1);
  });
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, until } from '#test/support/api-client';
import { startTestStack, type TestStack } from '#test/support/test-stack';

interface Change {
  readonly type: string;
  readonly id: string;
  readonly version: number;
  readonly at: string;
  readonly resource: Readonly<Record<string, unknown>>;
}

let service: TestStack;
let partner: ApiClient;

beforeAll(async () => {
  service = await startTestStack();
  partner = await service.newPartner();
});
afterAll(() => service?.stop());

/** Everything after a cursor, and the cursor at the end. */
async function readOn(cursor?: string, query = ''): Promise<{ changes: Change[]; cursor: string }> {
  const changes: Change[] = [];
  let place = cursor;
  for (;;) {
    const from = place === undefined ? '' : `&cursor=${place}`;
    const { body } = await partner.get(`/changes?limit=7${query}${from}`);
    changes.push(...body.data.data);
    if (body.data.nextCursor === place) return { changes, cursor: body.data.nextCursor };
    place = body.data.nextCursor;
  }
}

describe('the changes of a partner', () => {
  it('tell a journey: each version of each thing once, as it was then', async () => {
    const userId = await partner.verifiedUser();
    const quote = await partner.post('/cross-ramp/quotes', {
      sourceCurrency: 'MXN',
      targetCurrency: 'USD',
      sourceAmount: 2000.01,
    });
    const { quoteId } = quote.body.data;
    const created = await partner.post('/cross-ramp', partner.crossRamp(userId, { quoteId }));
    const { id } = created.body.data;
    await until(async () => (await partner.get(`/transactions/${id}`)).body.data.status === 'COMPLETED');
    const final = (await partner.get(`/transactions/${id}`)).body.data;

    let changes: Change[] = [];
    await until(async () => {
      changes = (await readOn()).changes;
      return changes.some((change) => change.id === id && change.version === final.version);
    });
    const names = changes.map(({ type, id: of, version }) => `${type} ${of} ${version}`);
    expect(new Set(names).size).toBe(names.length);
    const own = changes.filter((change) => change.id === id);
    expect(own.map(({ version }) => version)).toEqual(
      Array.from({ length: final.version }, (_, index) => index + 1),
    );
    expect(own.at(0)?.resource.status).toBe('PENDING');
    expect(own.at(-1)?.resource).toEqual(final);
    expect(own.at(-1)?.at).toBe(final.updatedAt);
    expect(changes.filter(({ type }) => type === 'KYC').map(({ resource }) => resource.status)).toEqual([
      'IN_PROGRESS',
      'VERIFIED',
    ]);
    expect(changes.filter(({ type }) => type === 'USER').at(-1)).toMatchObject({
      id: userId,
      resource: { kycStatus: 'VERIFIED' },
    });
    expect(changes.filter(({ type }) => type === 'QUOTE')).toMatchObject([
      { id: quoteId, version: 1, resource: { quoteId, transactionId: id, sourceAmount: 2000.01 } },
    ]);
    expect(changes.filter(({ type }) => type === 'NOTIFICATION').length).toBeGreaterThan(0);
  });

  it('hold what partners change besides: bank accounts, saved and deleted', async () => {
    const { cursor } = await readOn();
    const userId = await partner.newUser();
    const saved = await partner.post(`/banks/users/${userId}/accounts`, {
      country: 'MX',
      accountIdentifier: '646180110400000007',
    });
    await partner.send('DELETE', `/banks/users/${userId}/accounts/${saved.body.data.id}`);
    let changes: Change[] = [];
    await until(async () => {
      changes = (await readOn(cursor, '&types=BANK_ACCOUNT')).changes;
      return changes.length === 2;
    });
    expect(changes.map(({ id, version }) => [id, version])).toEqual([
      [saved.body.data.id, 1],
      [saved.body.data.id, 2],
    ]);
    expect(changes.at(1)?.resource).toMatchObject({ deletedAt: expect.any(String) });
  });

  it('hold each state of an owner, to the removal, and never a link', async () => {
    const { cursor } = await readOn();
    const userId = await partner.newUser({ type: 'BUSINESS', businessName: 'ACME' });
    const person = await partner.post(`/users/${userId}/associated-persons`, {
      role: 'UBO',
      firstName: 'Ana',
      lastName: 'García',
      email: 'ana@example.com',
    });
    const personId = person.body.data.id;
    await partner.post(`/users/${userId}/associated-persons/signatures`);
    await partner.post(`/sandbox/users/${userId}/associated-persons/${personId}/sign`);
    await partner.send('DELETE', `/users/${userId}/associated-persons/${personId}`);
    let changes: Change[] = [];
    await until(async () => {
      changes = (await readOn(cursor, '&types=SIGNATURE')).changes;
      return changes.length === 4;
    });
    expect(changes.map(({ id, version, resource }) => [id, version, resource.status])).toEqual([
      [personId, 1, undefined],
      [personId, 2, 'PENDING'],
      [personId, 3, 'SIGNED'],
      [personId, 4, 'SIGNED'],
    ]);
    expect(changes.at(3)?.resource).toMatchObject({ removedAt: expect.any(String) });
    expect(JSON.stringify(changes)).not.toContain('/sign/');
  });

  it('give a cursor at the end, which waits for what comes', async () => {
    const { cursor } = await readOn();
    const again = await partner.get(`/changes?cursor=${cursor}`);
    expect(again.body.data).toEqual({ data: [], nextCursor: cursor });
    const userId = await partner.newUser();
    let { changes } = await readOn(cursor);
    await until(async () => {
      changes = (await readOn(cursor)).changes;
      return changes.length > 0;
    });
    expect(changes).toMatchObject([{ type: 'USER', id: userId, version: 1 }]);
  });

  it('are each partner’s own', async () => {
    const stranger = await service.newPartner('Another partner');
    expect((await stranger.get('/changes')).body.data.data).toEqual([]);
  });

  it.each([
    ['types', 'types=TRANSACTION,ORDER'],
    ['types', 'types='],
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['cursor', 'cursor=MTow'],
    ['cursor', 'cursor=%00'],
  ])('refuse a wrong %s (%s)', async (field, query) => {
    const answer = await partner.get(`/changes?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('INVALID_USER_INPUT_ERROR');
    expect(answer.body.errors).toMatchObject([{ field }]);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ApiClient, toFields, toProblem } from '#local/partner/api-client';
import { allItems, countItems } from '#test/support/table-census';
import { startTestStack, type TestStack } from '#test/support/test-stack';

let running: TestStack;
let partner: ApiClient;
let stranger: ApiClient;

beforeAll(async () => {
  running = await startTestStack();
  partner = await running.newPartner();
  stranger = await running.newPartner('Another partner');
});
afterAll(() => running?.stop());

const address = () => `user-${randomUUID()}@example.com`;
const patch = (userId: string, body: unknown): Promise<Answer> => partner.send('PATCH', `/users/${userId}`, body);
const read = async (userId: string) => (await partner.get(`/users/${userId}`)).body.data;
/** Ids of the users that a list shows. */
const listed = async (query: Readonly<Record<string, string>>, client = partner): Promise<string[]> => {
  const answer = await client.get(`/users?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.data.count).toBe(answer.body.data.data.length);
  return answer.body.data.data.map(({ id }: { id: string }) => id);
};
const conflict = (field: string, userId: string) => ({
  success: false,
  code: 'CONFLICT',
  message: 'A user with these details already exists',
  errors: [{ field, message: `Already used by user ${userId}` }],
});

describe('an address and an external id', () => {
  it.each(['email', 'externalUserId'])('(%s) are taken by one of fifty who want them at once', async (field) => {
    const wanted = address();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        partner.post('/users', {
          type: 'INDIVIDUAL',
          email: address(),
          // Addresses are equal in any letter case.
          [field]: field === 'email' && index % 2 === 1 ? wanted.toUpperCase() : wanted,
        }),
      ),
    );
    const [winner, ...more] = answers.filter(({ status }) => status === 201);
    expect([winner === undefined, more.length]).toEqual([false, 0]);
    const { userId } = winner?.body.data ?? {};
    for (const { status, body } of answers.filter((answer) => answer !== winner)) {
      expect(status).toBe(409);
      expect(body).toEqual(conflict(field, userId));
    }
    expect(await listed({ [field]: wanted })).toEqual([userId]);
    const claims = (await allItems(running.stack)).filter((item) => item.userId === userId && item.entity === 'UNIQUE');
    expect(claims).toHaveLength(field === 'email' ? 1 : 2);
  });

  it('and names count as absent when they are blank, and accept no control or direction character', async () => {
    const userId = await partner.newUser({
      type: 'BUSINESS',
      alias: ' ',
      businessName: '\u00a0',
      externalUserId: '',
    });
    expect(await read(userId)).toMatchObject({ alias: null, businessName: null, externalUserId: null });
    const body = {
      type: 'BUSINESS',
      email: address(),
      alias: 'a\u0007',
      businessName: '\u202eemcA',
      externalUserId: 'x\n',
    };
    const refused = await partner.post('/users', body);
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_USER_INPUT_ERROR']);
    expect(toFields(refused)).toEqual(['alias', 'businessName', 'externalUserId']);
  });

  it('of another partner do not conflict', async () => {
    const email = address();
    const ours = await partner.newUser({ email, externalUserId: email });
    const theirs = await stranger.newUser({ email, externalUserId: email });
    expect(theirs).not.toBe(ours);
    expect(await listed({ email })).toEqual([ours]);
    expect(await listed({ email }, stranger)).toEqual([theirs]);
  });
});

describe('changing a user', () => {
  it('changes the named fields, keeps the rest, and clears with null', async () => {
    const userId = await partner.newUser({ type: 'BUSINESS', businessName: 'Acme', alias: 'A' });
    const before = await read(userId);
    const named = await patch(userId, { alias: 'B', externalUserId: `x-${userId}`, unknown: 1 });
    expect([named.status, named.body.data]).toEqual([
      200,
      { ...before, alias: 'B', externalUserId: `x-${userId}`, version: 2, updatedAt: expect.any(String) },
    ]);
    expect(await read(userId)).toEqual(named.body.data);
    const cleared = await patch(userId, { alias: null, externalUserId: null, businessName: null });
    expect(cleared.body.data).toMatchObject({
      alias: null,
      externalUserId: null,
      businessName: null,
      email: before.email,
      version: 3,
    });
    expect(await listed({ externalUserId: `x-${userId}` })).toEqual([]);
  });

  it.each([undefined, {}, { unknown: true }])('with %j changes nothing', async (body) => {
    const userId = await partner.newUser({ alias: 'A' });
    const before = await read(userId);
    const items = await countItems(running.stack);
    const answer = await patch(userId, body);
    expect([answer.status, answer.body.data]).toEqual([200, before]);
    const same = await patch(userId, {
      alias: 'A',
      email: before.email,
      externalUserId: null,
      businessName: null,
    });
    expect([same.status, same.body.data]).toEqual([200, before]);
    expect(await countItems(running.stack)).toBe(items);
  });

  it('keeps the name of a business that is verified or being verified', async () => {
    const userId = await partner.newUser({ type: 'BUSINESS', businessName: 'Acme' });
    const refuse = async (businessName: string | null, name: string) => {
      const before = await read(userId);
      const refused = await patch(userId, { businessName, alias: 'B' });
      expect(toProblem(refused)).toEqual([409, 'CONFLICT', 'The name of a verified business cannot be changed']);
      expect(await read(userId)).toEqual(before);
      expect(before.businessName).toBe(name);
      expect((await patch(userId, { businessName: name, alias: 'C' })).status).toBe(200);
    };
    await partner.post(`/users/${userId}/kyc`, { country: 'MX', businessName: 'Acme Review' });
    await refuse('Acme Two', 'Acme Review');
    await partner.post(`/sandbox/users/${userId}/verification`, { result: 'VERIFIED' });
    await refuse('Acme Two', 'Acme Review');
    await refuse(null, 'Acme Review');
    for (const result of ['REJECTED', 'REVIEW_NEEDED']) {
      await partner.post(`/sandbox/users/${userId}/verification`, { result });
      const businessName = `Acme after ${result}`;
      const renamed = await patch(userId, { businessName });
      expect([renamed.status, renamed.body.data.businessName]).toEqual([200, businessName]);
    }
  });

  it("changes the letter case of the user's own address", async () => {
    const email = address();
    const userId = await partner.newUser({ email });
    const answer = await patch(userId, { email: email.toUpperCase() });
    expect([answer.status, answer.body.data.email]).toEqual([200, email.toUpperCase()]);
    expect(await listed({ email })).toEqual([userId]);
    const other = await partner.post('/users', { type: 'INDIVIDUAL', email });
    expect([other.status, other.body]).toEqual([409, conflict('email', userId)]);
  });

  it('frees its former address', async () => {
    const [email, externalUserId] = [address(), randomUUID()];
    const userId = await partner.newUser({ email, externalUserId });
    const next = { email: address(), externalUserId: randomUUID() };
    expect((await patch(userId, next)).body.data).toMatchObject(next);
    expect(await listed({ email })).toEqual([]);
    expect(await listed({ externalUserId })).toEqual([]);
    expect(await listed({ email: next.email.toUpperCase() })).toEqual([userId]);
    expect(await listed({ externalUserId: next.externalUserId })).toEqual([userId]);
    const second = await partner.newUser({ email, externalUserId });
    expect(await listed({ email, externalUserId })).toEqual([second]);
    // And back, once the other user has another address.
    expect((await patch(userId, { email })).body).toEqual(conflict('email', second));
    await patch(second, { email: address() });
    expect((await patch(userId, { email })).status).toBe(200);
  });

  it('names every conflicting field and the user that has it, and writes nothing', async () => {
    const email = address();
    const externalUserId = randomUUID();
    const first = await partner.newUser({ email });
    const second = await partner.newUser({ externalUserId });
    const third = await partner.newUser();
    const before = await read(third);
    const answer = await patch(third, { email: email.toUpperCase(), externalUserId, alias: 'C' });
    expect(answer.status).toBe(409);
    expect(answer.body.errors).toEqual([
      { field: 'email', message: `Already used by user ${first}` },
      { field: 'externalUserId', message: `Already used by user ${second}` },
    ]);
    expect(await read(third)).toEqual(before);
  });

  it.each([
    [{ email: 'nonsense' }, 'BAD_REQUEST', 'Provided email is not valid', undefined],
    [{ email: null }, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input', 'email'],
    [{ email: '' }, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input', 'email'],
    [{ externalUserId: '' }, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input', 'externalUserId'],
    [{ externalUserId: 'x'.repeat(129) }, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input', 'externalUserId'],
    [{ alias: 'x'.repeat(101) }, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input', 'alias'],
    [{ alias: '  ' }, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input', 'alias'],
    [{ alias: 'A\u202eB' }, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input', 'alias'],
    [{ alias: 1 }, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input', 'alias'],
    [{ businessName: 'Acme' }, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input', 'businessName'],
  ])('refuses %j', async (body, code, message, field) => {
    const userId = await partner.newUser();
    const before = await read(userId);
    const answer = await patch(userId, body);
    expect(toProblem(answer)).toEqual([400, code, message]);
    expect(answer.body.errors?.map((error: { field: string }) => error.field)).toEqual(
      field === undefined ? undefined : [field],
    );
    expect(await read(userId)).toEqual(before);
  });

  it('leaves two users who swap at once as they were', async () => {
    const [one, other] = [address(), address()];
    const first = await partner.newUser({ email: one });
    const second = await partner.newUser({ email: other });
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([patch(first, { email: other }), patch(second, { email: one })]);
      expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    }
    expect([(await read(first)).email, (await read(second)).email]).toEqual([one, other]);
    expect([await listed({ email: one }), await listed({ email: other })]).toEqual([[first], [second]]);
  });

  it('applies all of several at once, and leaves one unique key of each kind', async () => {
    const userId = await partner.newUser();
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        patch(userId, { email: address(), externalUserId: `${userId}-${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const now = await read(userId);
    expect(now.version).toBe(5);
    expect(await listed({ email: now.email, externalUserId: now.externalUserId })).toEqual([userId]);
    const claims = (await allItems(running.stack)).filter((item) => item.userId === userId && item.entity === 'UNIQUE');
    expect(claims).toHaveLength(2);
  });
});

describe('the list of users', () => {
  const ids: Record<'person' | 'verified' | 'business' | 'rejected', string> = {
    person: '',
    verified: '',
    business: '',
    rejected: '',
  };
  let lister: ApiClient;
  const find = (query: Readonly<Record<string, string>>) => listed(query, lister);
  beforeAll(async () => {
    lister = await running.newPartner('Lister');
    ids.person = await lister.newUser({ email: 'Person@example.com', externalUserId: 'p-1' });
    ids.verified = await lister.verifiedUser({ email: 'verified@example.com' });
    ids.business = await lister.newUser({
      type: 'BUSINESS',
      email: 'business@example.com',
      externalUserId: 'b-1',
    });
    ids.rejected = await lister.newUser({ type: 'BUSINESS', email: 'rejected@example.com' });
    await lister.post(`/sandbox/users/${ids.rejected}/verification`, { result: 'REJECTED' });
  });

  it('is newest first, and can be turned', async () => {
    const all = [ids.rejected, ids.business, ids.verified, ids.person];
    expect(await find({})).toEqual(all);
    expect(await find({ sortOrder: 'ASC' })).toEqual(all.toReversed());
  });

  it.each([
    [{ email: 'PERSON@EXAMPLE.COM' }, ['person']],
    [{ email: 'unknown@example.com' }, []],
    [{ externalUserId: 'p-1' }, ['person']],
    [{ externalUserId: 'P-1' }, []],
    [{ type: 'INDIVIDUAL' }, ['verified', 'person']],
    [{ type: 'BUSINESS' }, ['rejected', 'business']],
    [{ kycStatus: 'NOT_STARTED' }, ['business', 'person']],
    [{ kycStatus: 'VERIFIED' }, ['verified']],
    [{ kycStatus: 'REJECTED' }, ['rejected']],
    [{ kycStatus: 'REVIEW_NEEDED' }, []],
    [{ type: 'BUSINESS', kycStatus: 'NOT_STARTED' }, ['business']],
    [{ type: 'BUSINESS', kycStatus: 'VERIFIED' }, []],
    [{ email: 'person@example.com', externalUserId: 'p-1' }, ['person']],
    [{ email: 'person@example.com', externalUserId: 'b-1' }, []],
    [{ email: 'business@example.com', type: 'BUSINESS' }, ['business']],
    [{ email: 'business@example.com', type: 'INDIVIDUAL' }, []],
    [{ externalUserId: 'b-1', kycStatus: 'NOT_STARTED' }, ['business']],
    [{ externalUserId: 'b-1', kycStatus: 'REJECTED' }, []],
    [{ email: 'person@example.com', externalUserId: 'p-1', type: 'INDIVIDUAL', kycStatus: 'NOT_STARTED' }, ['person']],
  ] as const)('with %j holds %j', async (query, names) => {
    expect(await find(query)).toEqual(names.map((name) => ids[name]));
  });

  it('counts the matches and the total', async () => {
    const counts = async (query: string) => {
      const { count, total, data } = (await lister.get(`/users?${query}`)).body.data;
      return [count, total, data.length];
    };
    expect(await counts('')).toEqual([4, 4, 4]);
    expect(await counts('limit=1')).toEqual([4, 4, 1]);
    expect(await counts('type=BUSINESS&limit=1')).toEqual([2, 4, 1]);
    expect(await counts('type=BUSINESS&kycStatus=REJECTED')).toEqual([1, 4, 1]);
    expect(await counts('email=person@example.com')).toEqual([1, 4, 1]);
    expect(await counts('email=person@example.com&skip=1')).toEqual([1, 4, 0]);
  });

  it.each(['type=PERSON', 'kycStatus=DONE', 'kycStatus=', 'email=', 'externalUserId=', 'type=business'])(
    'refuses %s',
    async (query) => {
      const answer = await lister.get(`/users?${query}`);
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_USER_INPUT_ERROR']);
      expect(answer.body.errors).toEqual([expect.objectContaining({ field: query.split('=')[0] })]);
    },
  );
});

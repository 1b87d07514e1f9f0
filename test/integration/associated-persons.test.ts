import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, ApiClient } from '#local/partner/api-client';
import { type Business, newBusiness } from '#test/support/business';
import { startTestStack, type TestStack } from '#test/support/test-stack';

let running: TestStack;
let partner: ApiClient;
let business: Business;
let individual: string;

beforeAll(async () => {
  running = await startTestStack();
  partner = await running.newPartner();
  business = await newBusiness(partner);
  individual = await partner.newUser();
});
afterAll(() => running?.stop());

const NIL = '00000000-0000-0000-0000-000000000000';
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const INSTANT = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

function expectProblem(answer: Answer, status: number, code: string, message?: string): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body).toMatchObject({ success: false, code, ...(message === undefined ? {} : { message }) });
}

describe('a person of a business', () => {
  it('is returned whole, and nothing else is stored', async () => {
    const fresh = await newBusiness(partner);
    const answer = await partner.post(fresh.persons, {
      role: 'UBO',
      firstName: 'Lucía',
      lastName: 'Hernández',
      email: 'lucia@example.com',
      dateOfBirth: '1980-02-29',
      nationality: 'MX',
      taxId: 'HEAL800229AB1',
      ownershipPercent: 33.3333,
      declaration: { status: 'SIGNED' },
      shoeSize: 38,
    });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.data).toEqual({
      id: UUID,
      userId: fresh.userId,
      role: 'UBO',
      firstName: 'Lucía',
      lastName: 'Hernández',
      email: 'lucia@example.com',
      dateOfBirth: '1980-02-29',
      nationality: 'MX',
      taxId: 'HEAL800229AB1',
      ownershipPercent: 33.3333,
      version: 1,
      createdAt: INSTANT,
      updatedAt: INSTANT,
    });
    const list = await partner.get(fresh.persons);
    expect(list.status).toBe(200);
    expect(list.body.data).toEqual({ count: 1, total: 1, data: [answer.body.data] });
  });

  it('needs role and names alone', async () => {
    const answer = await partner.post(business.persons, { role: 'DIRECTOR', firstName: 'A', lastName: 'B' });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.data).toMatchObject({ email: null, dateOfBirth: null, ownershipPercent: null });
  });

  it.each([
    ['role', { role: undefined }],
    ['role', { role: 'OWNER' }],
    ['firstName', { firstName: undefined }],
    ['firstName', { firstName: '' }],
    ['lastName', { lastName: 5 }],
    ['lastName', { lastName: 'x'.repeat(201) }],
    ['email', { email: 'nonsense' }],
    ['dateOfBirth', { dateOfBirth: '2001-02-29' }],
    ['dateOfBirth', { dateOfBirth: '29/02/2000' }],
    ['dateOfBirth', { dateOfBirth: '1899-12-31' }],
    ['dateOfBirth', { dateOfBirth: '2999-01-01' }],
    ['taxId', { taxId: '' }],
    ['firstName', { firstName: '\u202eaicuL' }],
    ['lastName', { lastName: 'Hern\u0007ández' }],
    ['nationality', { nationality: 'M\nX' }],
    ['nationality', { nationality: 7 }],
    ['ownershipPercent', { ownershipPercent: 0 }],
    ['ownershipPercent', { ownershipPercent: -1 }],
    ['ownershipPercent', { ownershipPercent: 100.0001 }],
    ['ownershipPercent', { ownershipPercent: 10.00001 }],
    ['ownershipPercent', { ownershipPercent: '10' }],
  ])('is refused with a wrong %s: %j', async (field, overrides) => {
    const answer = await partner.post(business.persons, business.owner(overrides));
    expectProblem(answer, 400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input');
    expect(answer.body.errors).toEqual([{ field, message: expect.any(String) }]);
  });
});

describe('the shares of owners', () => {
  it('may add up to 100 %, and no more', async () => {
    const whole = await newBusiness(partner);
    await whole.addOwner({ ownershipPercent: 33.3333 });
    await whole.addOwner({ ownershipPercent: 66.6667 });
    const more = await partner.post(whole.persons, whole.owner({ ownershipPercent: 0.0001 }));
    expectProblem(more, 400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input');
    expect(more.body.errors).toEqual([{ field: 'ownershipPercent', message: expect.stringContaining('100') }]);
    // Shares of other roles do not count, and an owner without a share counts as zero.
    const director = await partner.post(whole.persons, whole.owner({ role: 'DIRECTOR', ownershipPercent: 50 }));
    expect(director.status, director.text).toBe(201);
    expect(await whole.addOwner()).toBeTruthy();
  });

  it('leave room again when an owner is removed', async () => {
    const room = await newBusiness(partner);
    const first = await room.addOwner({ ownershipPercent: 100 });
    expect((await partner.post(room.persons, room.owner({ ownershipPercent: 1 }))).status).toBe(400);
    await room.remove(first);
    expect((await partner.post(room.persons, room.owner({ ownershipPercent: 100 }))).status).toBe(201);
  });

  it('never exceed the whole, however many are added at once', async () => {
    const crowd = await newBusiness(partner);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => partner.post(crowd.persons, crowd.owner({ ownershipPercent: 30 }))),
    );
    for (const answer of answers) expect([201, 400, 409], answer.text).toContain(answer.status);
    const { data } = (await partner.get(crowd.persons)).body.data;
    expect(data.length).toBe(answers.filter(({ status }) => status === 201).length);
    expect(data.length).toBeGreaterThan(0);
    expect(data.length).toBeLessThanOrEqual(3);
  });
});

describe('the number of persons', () => {
  it('is fifty at most, and all of them can be asked at once', async () => {
    const large = await newBusiness(partner);
    for (let count = 0; count < 50; count += 1) await large.addOwner();
    expectProblem(
      await partner.post(large.persons, large.owner()),
      400,
      'BAD_REQUEST',
      'A business can have at most 50 associated persons',
    );
    const asked = await large.requestSignatures();
    expect(asked.status, asked.text).toBe(201);
    const urls = asked.body.data.data.map((entry: { signingUrl: string }) => entry.signingUrl);
    expect(new Set(urls).size).toBe(50);
    expect((await large.entries()).data.length).toBe(50);
  });
});

describe('the listing of persons', () => {
  let listed: Business;
  const ids: string[] = [];
  beforeAll(async () => {
    listed = await newBusiness(partner);
    for (const role of ['UBO', 'DIRECTOR', 'UBO', 'LEGAL_REPRESENTATIVE', 'UBO'])
      ids.push(await listed.addOwner({ role }));
  });
  const read = async (query: string) => (await partner.get(`${listed.persons}${query}`)).body.data;
  const toIds = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);

  it('is newest first unless asked otherwise', async () => {
    expect(toIds(await read(''))).toEqual(ids.toReversed());
    expect(toIds(await read('?sortOrder=ASC&sortBy=createdAt'))).toEqual(ids);
  });

  it('filters by role and pages', async () => {
    const owners = await read('?role=UBO&limit=2');
    expect([owners.count, owners.total, toIds(owners)]).toEqual([3, 5, [ids[4], ids[2]]]);
    expect(toIds(await read(`?role=UBO&limit=2&cursor=${owners.nextCursor}`))).toEqual([ids[0]]);
    expect(toIds(await read('?skip=4'))).toEqual([ids[0]]);
    expect(await read('?skip=9')).toEqual({ count: 5, total: 5, data: [] });
  });

  it.each(['limit=0', 'limit=101', 'skip=-1', 'sortBy=name', 'sortOrder=up', 'role=OWNER'])(
    'refuses %s',
    async (query) => {
      expectProblem(await partner.get(`${listed.persons}?${query}`), 400, 'INVALID_USER_INPUT_ERROR');
    },
  );
});

describe('a removed person', () => {
  it('leaves the listing and is unknown from then on', async () => {
    const person = await business.addOwner();
    const removed = await business.remove(person);
    expect([removed.status, removed.body.data]).toEqual([200, { id: person, deletedAt: INSTANT }]);
    const { data } = (await partner.get(business.persons)).body.data;
    expect(data.map(({ id }: { id: string }) => id)).not.toContain(person);
    expectProblem(await business.remove(person), 404, 'NOT_FOUND', 'Associated person not found');
  });

  it('is removed once, however many requests come', async () => {
    const person = await business.addOwner();
    const answers = await Promise.all(Array.from({ length: 8 }, () => business.remove(person)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
  });
});

/** Every operation on the persons of a business, by its path under the user. */
const operations = [
  ['POST', '/associated-persons'],
  ['GET', '/associated-persons'],
  ['POST', '/associated-persons/signatures'],
  ['GET', '/associated-persons/signatures'],
  ['DELETE', '/associated-persons/{personId}'],
  ['DELETE', '/associated-persons/{personId}/signature'],
  ['GET', '/associated-persons/{personId}/signature-document'],
  ['POST', '/associated-persons/{personId}/sign'],
  ['POST', '/associated-persons/{personId}/expire'],
] as const;

function call(method: string, path: string, userId: string, personId = NIL): Promise<Answer> {
  const root = /(sign|expire)$/.test(path) ? '/sandbox/users' : '/users';
  const body = method === 'POST' ? { role: 'UBO', firstName: 'A', lastName: 'B' } : undefined;
  return partner.send(method, `${root}/${userId}${path.replace('{personId}', personId)}`, body);
}

describe.each(operations)('%s %s', (method, path) => {
  it('is for businesses', async () => {
    expectProblem(await call(method, path, individual), 422, 'UNPROCESSABLE_ENTITY', 'User is not a business');
  });

  it("is for the caller's own users", async () => {
    const stranger = await running.newPartner('Another partner');
    const { userId } = await newBusiness(stranger);
    for (const id of [userId, NIL])
      expectProblem(await call(method, path, id), 401, 'UNAUTHORIZED', 'User is not associated with the partner');
    expectProblem(await call(method, path, 'not-an-id'), 400, 'INVALID_USER_INPUT_ERROR');
  });
});

describe.each(operations.filter(([, path]) => path.includes('{personId}')))('%s %s', (method, path) => {
  it('needs a person of that business', async () => {
    const elsewhere = await (await newBusiness(partner)).addOwner();
    for (const id of [NIL, 'not-an-id', elsewhere])
      expectProblem(await call(method, path, business.userId, id), 404, 'NOT_FOUND', 'Associated person not found');
  });
});

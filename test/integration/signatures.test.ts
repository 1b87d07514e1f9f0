import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, ApiClient } from '#local/partner/api-client';
import { until } from '#local/partner/api-client';
import { type Receiver, startReceiver } from '#local/partner/webhook-receiver';
import { findLink } from '#shared/identity/links/repository';
import { listPersons } from '#shared/signatures/associated-persons/repository';
import { findUser } from '#shared/users/repository';
import { type Business, newBusiness } from '#test/support/business';
import { allItems } from '#test/support/table-census';
import { startTestStack, type TestStack } from '#test/support/test-stack';

let running: TestStack;
let receiver: Receiver;
let partner: ApiClient;

beforeAll(async () => {
  running = await startTestStack();
  receiver = await startReceiver();
  partner = await running.newPartner();
  await partner.put('/webhook-settings', { url: receiver.url });
});
afterAll(async () => {
  await running?.stop();
  await receiver?.stop();
});

const INSTANT = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const signingUrl = () => expect.stringMatching(new RegExp(`^${running.baseUrl}/sign/[A-Za-z0-9_-]{43}$`));

function expectProblem(answer: Answer, status: number, code: string, message?: string): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body).toMatchObject({ success: false, code, ...(message === undefined ? {} : { message }) });
}

const toToken = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

describe('asking for signatures', () => {
  it('makes a link for each owner and for no one else', async () => {
    const business = await newBusiness(partner);
    const first = await business.addOwner();
    await business.addOwner({ role: 'DIRECTOR' });
    const second = await business.addOwner({ firstName: 'Ana', lastName: 'García' });
    expect(await business.entries()).toEqual({
      count: 2,
      total: 2,
      data: [
        { associatedPersonId: second, name: 'Ana García', version: 1 },
        { associatedPersonId: first, name: 'Lucía Hernández', version: 1 },
      ],
    });
    const pending = { status: 'PENDING', signingUrl: signingUrl(), version: 2 };
    const answer = await business.requestSignatures();
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.data).toEqual({
      count: 2,
      total: 2,
      data: [
        { associatedPersonId: second, name: 'Ana García', ...pending },
        { associatedPersonId: first, name: 'Lucía Hernández', ...pending },
      ],
    });
    const [one, other] = answer.body.data.data;
    expect(one.signingUrl).not.toBe(other.signingUrl);
  });

  it('again changes nothing, and every poll shows the same links', async () => {
    const business = await newBusiness(partner);
    await business.addOwner();
    await business.signedOwner();
    const asked = await business.requestSignatures();
    for (let poll = 0; poll < 3; poll += 1) expect(await business.entries()).toEqual(asked.body.data);
    expect((await partner.post(business.signatures, { country: 'MX' })).body.data).toEqual(asked.body.data);
    expect((await partner.post(business.signatures, {})).body.data).toEqual(asked.body.data);
  });

  it('at the same time makes one link per owner', async () => {
    const business = await newBusiness(partner);
    await business.addOwner();
    const answers = await Promise.all(Array.from({ length: 10 }, () => business.requestSignatures()));
    for (const answer of answers) expect(answer.status, answer.text).toBe(201);
    expect(new Set(answers.map(({ body }) => body.data.data[0].signingUrl)).size).toBe(1);
  });

  it('reports an owner who cannot be asked, and asks the others', async () => {
    const business = await newBusiness(partner);
    const silent = await business.addOwner({ email: undefined });
    const reachable = await business.addOwner();
    const failure = { error: 'No email address on file', errorCode: 'EMAIL_NOT_FOUND', version: 2 };
    const expected = [
      expect.objectContaining({ associatedPersonId: reachable, status: 'PENDING' }),
      { associatedPersonId: silent, name: 'Lucía Hernández', ...failure },
    ];
    expect((await business.requestSignatures()).body.data.data).toEqual(expected);
    expect((await business.requestSignatures()).body.data.data).toEqual(expected);
    expect((await business.entries()).data).toEqual(expected);
  });

  it('of a business without owners answers an empty listing', async () => {
    const answer = await (await newBusiness(partner)).requestSignatures();
    expect([answer.status, answer.body.data]).toEqual([201, { count: 0, total: 0, data: [] }]);
  });

  it.each(['US', 'mx', 'Mexico', ''])('is not offered in the country %j', async (country) => {
    const business = await newBusiness(partner);
    expectProblem(await partner.post(business.signatures, { country }), 400, 'BAD_REQUEST', 'Country not supported');
  });
});

describe('the listing of signatures', () => {
  let business: Business;
  const owners: Record<string, string> = {};
  beforeAll(async () => {
    business = await newBusiness(partner);
    owners.signed = await business.signedOwner();
    owners.expired = await business.addOwner();
    owners.deleted = await business.addOwner();
    await business.requestSignatures();
    await business.expire(owners.expired);
    await business.withdraw(owners.deleted);
    owners.pending = await business.addOwner();
    owners.silent = await business.addOwner({ email: undefined });
    // Requests the expired and the withdrawn one again, so these two end a second time.
    await business.requestSignatures();
    await business.expire(owners.expired);
    await business.withdraw(owners.deleted);
    for (let count = 0; count < 20; count += 1) await business.addOwner();
  });

  it('shows all owners unless a limit is sent', async () => {
    const all = await business.entries();
    expect([all.count, all.total, all.data.length]).toEqual([25, 25, 25]);
    const page = await business.entries('?limit=2&skip=1&sortOrder=asc');
    expect([page.count, page.total]).toEqual([25, 25]);
    expect(page.data.map((entry: { associatedPersonId: string }) => entry.associatedPersonId)).toEqual([
      owners.expired,
      owners.deleted,
    ]);
  });

  it('shows a link for open declarations only', async () => {
    const { data } = await business.entries('?sortOrder=asc&limit=6');
    const name = 'Lucía Hernández';
    expect(data).toEqual([
      { associatedPersonId: owners.signed, name, version: 3, status: 'SIGNED', signedAt: INSTANT },
      { associatedPersonId: owners.expired, name, version: 5, status: 'EXPIRED' },
      { associatedPersonId: owners.deleted, name, version: 5, status: 'DELETED' },
      { associatedPersonId: owners.pending, name, version: 2, status: 'PENDING', signingUrl: signingUrl() },
      expect.objectContaining({ associatedPersonId: owners.silent, errorCode: 'EMAIL_NOT_FOUND' }),
      // Never asked: no status.
      { associatedPersonId: expect.any(String), name, version: 1 },
    ]);
  });

  it.each(['signed', 'expired', 'deleted', 'pending'])('filters by status: %s', async (status) => {
    const page = await business.entries(`?status=${status.toUpperCase()}`);
    expect([page.count, page.total]).toEqual([1, 25]);
    expect(page.data[0].associatedPersonId).toBe(owners[status]);
  });

  it.each(['status=OPEN', 'status=', 'limit=0', 'limit=101', 'skip=x', 'sortBy=name', 'sortOrder=up'])(
    'refuses %s',
    async (query) => {
      expectProblem(await partner.get(`${business.signatures}?${query}`), 400, 'INVALID_USER_INPUT_ERROR');
    },
  );
});

describe('a signature', () => {
  it('is stored once, and its link is spent', async () => {
    const business = await newBusiness(partner);
    const owner = await business.addOwner();
    const { signingUrl: url } = (await business.requestSignatures()).body.data.data[0];
    const answer = await business.sign(owner);
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { associatedPersonId: owner, name: 'Lucía Hernández', version: 3, status: 'SIGNED', signedAt: INSTANT },
    ]);
    expect(await business.findEntry(owner)).toEqual(answer.body.data);
    expect((await findLink(toToken(url)))?.spentAtMs).toBe(Date.parse(answer.body.data.signedAt));
    for (const again of [business.sign(owner), business.expire(owner), business.withdraw(owner)])
      expectProblem(await again, 409, 'CONFLICT', 'The person has no open declaration');
  });

  it('needs an open declaration', async () => {
    const business = await newBusiness(partner);
    const owner = await business.addOwner();
    const director = await business.addOwner({ role: 'DIRECTOR' });
    await business.requestSignatures();
    await business.expire(owner);
    for (const person of [owner, director, await business.addOwner()]) {
      for (const call of [business.sign, business.expire, business.withdraw])
        expectProblem(await call(person), 409, 'CONFLICT', 'The person has no open declaration');
    }
  });

  it('counts once of twenty at the same time, and the stored one is the one that counts', async () => {
    const business = await newBusiness(partner, { externalUserId: 'twenty-at-once' });
    const owner = await business.addOwner();
    await business.requestSignatures();
    const answers = await Promise.all(Array.from({ length: 20 }, () => business.sign(owner)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    for (const { status, text } of answers) expect([200, 409], text).toContain(status);
    expect((await findUser(business.userId))?.unsignedOwners).toBe(0);
    const { data } = (await partner.get('/webhook-notifications?limit=100')).body.data;
    const signed = data.filter(({ eventType }: { eventType: string }) => eventType === 'DOCUMENT_SIGNED');
    const payloads = await Promise.all(
      signed.map(async ({ id }: { id: string }) => (await partner.get(`/webhook-notifications/${id}`)).text),
    );
    expect(payloads.filter((text: string) => text.includes('twenty-at-once')).length).toBe(1);
    expect((await business.document(owner)).status).toBe(200);
  });

  it('is notified by a webhook without a link, and its link is in neither the table nor the log', async () => {
    const business = await newBusiness(partner, { externalUserId: 'notified-by-webhook' });
    const owner = await business.addOwner();
    const { signingUrl: url } = (await business.requestSignatures()).body.data.data[0];
    await business.sign(owner);
    const webhook = () => receiver.received.find(({ body }) => body.includes('notified-by-webhook'));
    await until(() => webhook() !== undefined);
    expect(JSON.parse(webhook()?.body ?? '')).toEqual({
      type: 'SIGNATURE',
      event: 'DOCUMENT_SIGNED',
      externalUserId: 'notified-by-webhook',
      firstName: 'Lucía',
      lastName: 'Hernández',
      associatedPersonId: owner,
      signatureId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      id: webhook()?.id,
      userId: business.userId,
      sequence: 1,
      occurredAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const token = toToken(url);
    expect(JSON.stringify(receiver.received)).not.toContain(token);
    expect(JSON.stringify(await allItems(running.stack))).not.toContain(token);
    expect(readFileSync(running.logFile, 'utf8')).not.toContain(token);
  });
});

describe('a declaration that ended without a signature', () => {
  it.each(['expire', 'withdraw'] as const)('by %s may be asked for again, with another link', async (end) => {
    const business = await newBusiness(partner);
    const owner = await business.addOwner();
    const before = (await business.requestSignatures()).body.data.data[0].signingUrl;
    const ended = await business[end](owner);
    const status = end === 'expire' ? 'EXPIRED' : 'DELETED';
    expect([ended.status, ended.body.data]).toEqual([
      200,
      { associatedPersonId: owner, name: 'Lucía Hernández', version: 3, status },
    ]);
    const after = (await business.requestSignatures()).body.data.data[0];
    expect(after).toMatchObject({ status: 'PENDING', signingUrl: signingUrl() });
    expect(after.signingUrl).not.toBe(before);
    expect((await business.sign(owner)).status).toBe(200);
    // The old link was never used, and cannot be: another declaration replaced its own.
    expect((await findLink(toToken(before)))?.spentAtMs).toBeUndefined();
    const [person] = await listPersons(business.userId);
    expect(person?.declaration?.id).not.toBe((await findLink(toToken(before)))?.linkId);
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { eraseUser, filesBucket } from '#ops/commands/user';
import { digest } from '#shared/dynamodb/keys';
import { announce } from '#test/support/announce';
import { newReceiver, temporaryFolder } from '#test/support/lifetime';
import { ownStack } from '#test/support/own-stack';
import { startFileServer } from '#test/support/servers/file-server';
import { allItems } from '#test/support/table-census';
import { tracedPerson, traces } from '#test/support/traced-person';
import { ops } from '#test/unit/ops/tool';

const folder = temporaryFolder();
const here = ['--data-dir', folder, '--json'];
const [files, receiver] = await Promise.all([startFileServer(), newReceiver()]);
afterAll(files.stop);
const running = await ownStack({ dataDir: folder });
announce(running, folder);
const partner = await running.newPartner();
// The webhook receiver fails the first attempt of up to eight deliveries. It returns the request body, which the notification
// stores.
const failed = new Set<string>();
receiver.respond = ({ id, path, body }) => {
  const delivery = `${path} ${id}`;
  if (failed.has(delivery) || failed.size > 7) return { status: 200 };
  failed.add(delivery);
  return { status: 500, body };
};
await partner.put('/webhook-settings', { url: receiver.url });
// One event per type of resource is enough, because all deliveries store the same fields.
const eventTypes = ['VERIFIED_USER', 'DOCUMENT_SIGNED', 'CREATED_CROSS_RAMP', 'COMPLETED_OFF_RAMP'];
await partner.post('/webhook-endpoints', { url: `${receiver.url}/further`, eventTypes });
const person = await tracedPerson(partner, files);
const otherUserId = await partner.newUser({ email: 'somebody.else@example.com' });
const erase = (...more: string[]) => ops(['user', 'erase', '--id', person.userId, ...more, ...here]);
const isPendingWebhook = ({ entity, status }: Record<string, unknown>) =>
  (entity === 'NTF' || entity === 'DELIVERY') && status === 'PENDING';
const allDelivered = () => until(async () => !(await allItems(running.stack)).some(isPendingWebhook));
await allDelivered();
await until(async () => (await feed()).includes('NOTIFICATION'));

async function feed(): Promise<string> {
  const pages = (await allItems(running.stack)).filter(({ PK }) => String(PK).startsWith('FEED#'));
  return JSON.stringify(pages);
}

/** Reads all files of the bucket as text. Each file starts with its key. */
function bucketText(): string {
  const bucket = join(folder, 'buckets', running.stack.bucketNames[0] ?? '');
  if (!existsSync(bucket)) return '';
  return readdirSync(bucket)
    .map((name) => readFileSync(join(bucket, name), 'latin1'))
    .join('\n');
}

/** Returns the names of personal values that the table or the bucket still contains. */
async function found(): Promise<string[]> {
  const text = JSON.stringify(await allItems(running.stack)) + bucketText();
  return Object.entries(traces).flatMap(([name, value]) => (text.includes(value) ? [name] : []));
}

/** Reads the travel-rule items. `found` cannot search them, because their text is encrypted. */
const travelRules = async () => (await allItems(running.stack)).filter(({ entity }) => entity === 'TRAVEL_RULE');

describe('the erasure of a person', () => {
  it('finds traces in every place before it, among them long responses of endpoints', async () => {
    const responses = (await allItems(running.stack)).filter(({ entity }) => entity === 'RESPONSE');
    expect(responses.some(({ PK }) => String(PK).includes('#EP#'))).toBe(true);
    expect(responses.some(({ PK }) => !String(PK).includes('#EP#'))).toBe(true);
    expect(await found()).toEqual(Object.keys(traces));
    const entries = (await allItems(running.stack)).map(({ duePk }) => String(duePk));
    expect(entries.some((entry) => entry.startsWith('ACCOUNT#'))).toBe(true);
    expect(await travelRules()).toHaveLength(1);
    const headers = { accept: 'application/pdf' };
    const receipt = await partner.get(`/transactions/${person.transactionIds[0]}/receipt`, { headers });
    expect(receipt.status, receipt.text).toBe(200);
    for (const files of ['signatures', 'receipts']) expect(bucketText()).toContain(`people/${person.userId}/${files}/`);
  });

  it('is refused while a transaction is in progress', async () => {
    const open = await partner.post('/on-ramp', {
      userId: person.userId,
      ...{ fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC', fiatAmount: 500 },
      destinationWalletAddress: traces.wallet,
    });
    const { id } = open.body.data;
    const blockedBy = `Transaction ${id} is PENDING_PAYMENT: erase the user after the transaction has ended.`;
    expect(await erase()).toMatchObject({ code: 1, out: '', error: `${blockedBy}\n` });
    const survey = await erase('--dry-run');
    expect(survey).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(survey.out)).toMatchObject({ dryRun: true, blockedBy });
    await partner.put(`/transactions/${id}/cancel`);
    await allDelivered();
    expect(await found()).toEqual(Object.keys(traces));
  });

  it('only counts with --dry-run', async () => {
    const result = await erase('--dry-run');
    expect(result, result.error).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(result.out)).toMatchObject({
      userId: person.userId,
      partnerId: partner.partnerId,
      begunBefore: false,
      dryRun: true,
      files: 7,
    });
    expect(await found()).toEqual(Object.keys(traces));
    expect((await ops(['audit', 'list', '--partner', partner.partnerId, ...here])).out).not.toContain('user erase');
  });

  it('can be interrupted and finished: nothing of the person is left', async () => {
    const bucket = filesBucket(running.stack.bucketNames[0] ?? '');
    const order = { userId: person.userId, atMs: Date.now() };
    const broken = {
      ...bucket,
      remove: async (key: string) => {
        await bucket.remove(key);
        throw new Error('The machine went off');
      },
    };
    await expect(eraseUser({ ...order, bucket: broken }, async () => undefined)).rejects.toThrow('went off');
    expect((await found()).length).toBeGreaterThan(10);

    const result = await erase();
    expect(result, result.error).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(result.out)).toMatchObject({ begunBefore: true, files: 6, dryRun: false });
    // The stream adds changes to the change feed with a delay. The test repeats the erasure until these changes are erased too.
    await until(async () => {
      await erase();
      return (await found()).length === 0;
    });
    expect(bucketText()).toBe('');
    expect(await travelRules()).toEqual([]);
    const keys = (await allItems(running.stack)).map(({ PK, SK }) => `${PK} ${SK}`);
    // A digest of a known value would show that the value was stored.
    for (const value of [traces.email, traces.externalUserId, traces.externalId])
      expect(keys.filter((key) => key.includes(digest(value)))).toEqual([]);
    // A search by account number finds nothing.
    for (const number of [traces.usAccount, traces.deletedAccount, traces.receiverAccount])
      expect(await ops(['transaction', 'list', '--account', number, ...here])).toMatchObject({
        code: 0,
        out: expect.stringContaining('"transactions":[]'),
      });
    const entries = (await allItems(running.stack)).map(({ duePk }) => String(duePk));
    expect(entries.filter((entry) => entry.startsWith('ACCOUNT#'))).toEqual([]);
    const erased = ['BANK#', 'BANKOF#', 'RECEIVER#', `IDEMPOTENCY#${partner.partnerId}#${person.userId}`];
    expect(keys.filter((key) => erased.some((prefix) => key.startsWith(prefix)))).toEqual([]);
    const own = keys.filter((key) => key.startsWith(`USER#${person.userId} `) && !key.includes(' NTF#'));
    expect(own).toEqual([`USER#${person.userId} META`]);
    const again = await erase();
    expect(JSON.parse(again.out)).toMatchObject({ files: 0, marked: 0, deleted: 0 });
  });

  it('is recorded, without anything of the person', async () => {
    const { entries } = JSON.parse((await ops(['audit', 'list', '--partner', partner.partnerId, ...here])).out);
    const acts = entries.filter(({ verb }: { verb: string }) => verb === 'user erase');
    expect(acts[0]).toEqual({
      partnerId: partner.partnerId,
      ...{ at: expect.any(String), operator: expect.any(String), verb: 'user erase' },
      userId: person.userId,
    });
  });

  it('makes the user unknown to its partner, and its address free', async () => {
    const unknown = await partner.get('/users/00000000-0000-7000-8000-000000000000');
    const { userId } = person;
    const calls = [
      await partner.get(`/users/${userId}`),
      await partner.get(`/banks/users/${userId}/accounts`),
      await partner.get(`/users/${userId}/wallets`),
      await partner.send('PATCH', `/users/${userId}`, { alias: 'Again' }),
      await partner.post('/cross-ramp', partner.crossRamp(userId)),
      await partner.send('PATCH', `/transactions/${person.transactionIds[0]}`, { externalId: 'again' }),
    ];
    for (const { status, body } of calls) expect([status, body.code]).toEqual([unknown.status, unknown.body.code]);
    expect((await partner.get('/users')).body.data.data).toMatchObject([{ id: otherUserId }]);
    expect((await partner.get(`/users?email=${traces.email}`)).body.data.count).toBe(0);
    expect((await partner.get(`/transactions?externalId=${traces.externalId}`)).body.data.count).toBe(0);
    const other = await partner.newUser({ email: traces.email, externalUserId: traces.externalUserId });
    expect(other).not.toBe(userId);
  });

  it('leaves the books and the events as they were, except for the mark', async () => {
    for (const id of person.transactionIds) {
      const { data } = (await partner.get(`/transactions/${id}`)).body;
      expect(data).toMatchObject({ id, userId: person.userId, status: 'COMPLETED' });
      expect(JSON.stringify(data)).toContain('"ERASED"');
      expect((await partner.get(`/transactions/${id}/events`)).body.data.data.length).toBeGreaterThan(2);
      expect((await partner.get(`/transactions/${id}/ledger`)).body.data.data.length).toBeGreaterThan(1);
      const shown = await ops(['transaction', 'show', '--id', id, ...here]);
      expect(JSON.parse(shown.out).transaction).toMatchObject({ id, status: 'COMPLETED' });
    }
    const balance = await ops(['books', 'trial-balance', ...here]);
    expect(balance, balance.error).toMatchObject({ code: 0, error: '' });
    const [first = ''] = person.transactionIds;
    const listed = await partner.get(`/webhook-notifications?transactionId=${first}`);
    for (const { id } of listed.body.data.data) {
      const { payload } = (await partner.get(`/webhook-notifications/${id}`)).body.data;
      expect(payload).toMatchObject({
        ...{ transactionId: first, externalUserId: person.userId },
        ...{ firstName: 'ERASED', lastName: 'ERASED' },
      });
    }
    const changes = await partner.get('/changes?limit=100');
    expect(changes.status, changes.text).toBe(200);
  });

  it('still processes a late payment', async () => {
    const [id = ''] = person.transactionIds;
    const report = ['provider-event', 'send', '--transaction', id, '--type', 'PAYOUT_RETURNED'];
    const result = await ops([...report, '--event-id', 'late-1', ...here]);
    expect(result, result.error).toMatchObject({ code: 0 });
    expect((await partner.get(`/transactions/${id}`)).body.data.payoutReturn).toBeDefined();
    await allDelivered();
    // The refund is ordered and paid without personal data.
    await until(async () => {
      const { data } = (await partner.get(`/transactions/${id}/ledger`)).body.data;
      return data.filter(({ account }: { account: string }) => account.startsWith('refund:')).length === 2;
    });
    const shown = JSON.parse((await ops(['order', 'show', '--transaction', id, ...here])).out);
    expect(shown.orders).toMatchObject([{ order: 'REFUND', idempotencyKey: `${id}-REFUND`, waitsFor: null }]);
    const reported = JSON.parse((await ops(['provider-event', 'list', '--transaction', id, ...here])).out);
    const late = { source: 'operator', eventId: 'late-1', type: 'PAYOUT_RETURNED', outcome: 'APPLIED' };
    expect(reported.events).toContainEqual(expect.objectContaining(late));
  });

  it('of an unknown user is refused', async () => {
    const unknownId = '019a0000-0000-7000-8000-000000000000';
    const result = await ops(['user', 'erase', '--id', unknownId, ...here]);
    expect(result).toMatchObject({ code: 1, out: '', error: `There is no user ${unknownId}.\n` });
  });
});

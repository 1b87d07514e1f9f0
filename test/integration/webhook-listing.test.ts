import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { type Receiver, startReceiver } from '#local/partner/webhook-receiver';
import { startTestStack, type TestStack } from '#test/support/test-stack';

let running: TestStack;
let receiver: Receiver;

beforeAll(async () => {
  running = await startTestStack();
  receiver = await startReceiver();
});
afterAll(async () => {
  await running?.stop();
  await receiver?.stop();
});

describe('the listing of notifications', () => {
  it('is narrowed by status, event, transaction and time, in any combination', async () => {
    const partner = await running.newPartner();
    await partner.put('/webhook-settings', { url: receiver.url });
    const userId = await partner.verifiedUser();
    const [one, two] = [
      await partner.post('/cross-ramp', partner.crossRamp(userId)),
      await partner.post('/cross-ramp', partner.crossRamp(userId)),
    ];
    await until(async () => (await partner.get('/webhook-notifications?status=SENT')).body.data.count === 12);
    const list = async (query: string) => {
      const answer = await partner.get(`/webhook-notifications?${query}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data;
    };
    const [id, other] = [one.body.data.id, two.body.data.id];
    const events = (page: { data: { eventType: string }[] }) => page.data.map(({ eventType }) => eventType);
    const ofOne = await list(`transactionId=${id}&sortOrder=asc`);
    expect([ofOne.count, ofOne.total]).toEqual([5, 12]);
    expect(events(ofOne)).toEqual([
      'CREATED_CROSS_RAMP',
      'FIAT_RECEIVED_CROSS_RAMP',
      'IN_PROGRESS_CROSS_RAMP',
      'BANK_TRANSFER_PENDING_CROSS_RAMP',
      'COMPLETED_CROSS_RAMP',
    ]);
    expect(events(await list(`transactionId=${other.toUpperCase()}&limit=1`))).toEqual(['COMPLETED_CROSS_RAMP']);
    expect((await list('eventType=COMPLETED_CROSS_RAMP')).count).toBe(2);
    expect((await list('eventType=COMPLETED_CROSS_RAMP&status=SENT&sortBy=createdAt&sortOrder=ASC')).count).toBe(2);
    expect((await list('eventType=COMPLETED_CROSS_RAMP&status=FAILED')).count).toBe(0);
    expect((await list(`transactionId=${id}&eventType=VERIFIED_USER`)).count).toBe(0);
    expect((await list(`transactionId=${id}&status=PENDING`)).count).toBe(0);
    const another = await partner.verifiedUser();
    await partner.post('/webhook-settings/test');
    const ofUser = await list(`userId=${userId.toUpperCase()}&sortOrder=asc&limit=3`);
    expect([ofUser.count, ofUser.total, events(ofUser)[1]]).toEqual([12, 15, 'VERIFIED_USER']);
    expect((await list(`userId=${userId}&cursor=${ofUser.nextCursor}&sortOrder=asc`)).data).toHaveLength(9);
    expect((await list(`userId=${another}`)).count).toBe(2);
    expect((await list(`userId=${userId}&eventType=COMPLETED_CROSS_RAMP&status=SENT`)).count).toBe(2);
    expect((await list(`userId=${userId}&transactionId=${id}`)).count).toBe(5);
    expect((await list(`userId=${another}&transactionId=${id}`)).count).toBe(0);
    expect((await list(`userId=${userId}&createdTo=${ofUser.data[1].createdAt}`)).count).toBe(2);
    for (const unknown of ['nothing', '00000000-0000-0000-0000-000000000000']) {
      expect((await list(`transactionId=${unknown}`)).count).toBe(0);
    }
    const pages = [await list(`transactionId=${id}&limit=3`)];
    pages.push(await list(`transactionId=${id}&limit=3&cursor=${pages[0].nextCursor}`));
    expect(pages.map(({ data }) => data.length)).toEqual([3, 2]);
    expect(pages[1]).not.toHaveProperty('nextCursor');
    expect(pages.flatMap(events).reverse()).toEqual(events(ofOne));
    const at = ofOne.data[2].createdAt;
    expect(events(await list(`transactionId=${id}&createdFrom=${at}&createdTo=${at}`))).toEqual([
      'IN_PROGRESS_CROSS_RAMP',
    ]);
    expect((await list(`eventType=IN_PROGRESS_CROSS_RAMP&createdTo=${at}`)).count).toBeGreaterThanOrEqual(1);
    const stranger = await running.newPartner();
    const foreign = await stranger.get(`/webhook-notifications?transactionId=${id}`);
    expect(foreign.body.data).toEqual({ count: 0, total: 0, data: [] });
  });

  it.each([
    ['status', 'sent'],
    ['eventType', 'CREATED'],
    ['eventType', ''],
    ['userId', 'somebody'],
    ['createdFrom', 'yesterday'],
    ['createdTo', '2026-13-01'],
    ['sortBy', 'updatedAt'],
    ['sortOrder', 'up'],
    ['limit', '101'],
    ['skip', '-1'],
  ])('refuses %s=%s', async (name, value) => {
    const partner = await running.newPartner();
    const answer = await partner.get(`/webhook-notifications?${name}=${value}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_USER_INPUT_ERROR']);
    expect(answer.body.errors).toEqual([expect.objectContaining({ field: name })]);
  });
});

import { expect, it } from 'vitest';
import { lockQuote } from '#test/support/lock-quote';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const owner = await running.newPartner('Owner');
const stranger = await running.newPartner('Stranger');
const userId = await owner.verifiedUser();
const transactionId = (await owner.post('/cross-ramp', owner.crossRamp(userId))).body.data.id;
const notificationId = (await owner.get('/webhook-notifications')).body.data.data[0].id;

it('shows nothing of one partner to another', async () => {
  const notFound = [404, 'TRANSACTION_NOT_FOUND', 'Transaction not found'];
  const answers = await Promise.all([
    stranger.get(`/transactions/${transactionId}`),
    stranger.get(`/transactions/${transactionId}/events`),
    stranger.get(`/webhook-notifications/${notificationId}`),
    stranger.get(`/users/${userId}`),
    stranger.get(`/users/${userId}/kyc`),
  ]);
  expect(answers.map(({ status, body }) => [status, body.code, body.message])).toEqual([
    notFound,
    notFound,
    [404, 'NOT_FOUND', 'Webhook notification not found'],
    [401, 'UNAUTHORIZED', 'User is not associated with the partner'],
    [401, 'UNAUTHORIZED', 'User is not associated with the partner'],
  ]);
});

it.each(['/transactions', '/users', '/webhook-notifications'])(
  'lists nothing of another partner in %s',
  async (path) => {
    expect((await owner.get(path)).body.data.count).toBeGreaterThan(0);
    expect((await stranger.get(path)).body.data).toEqual({ count: 0, total: 0, data: [] });
    expect((await stranger.get(`/transactions?id=${transactionId}`)).body.data.count).toBe(0);
    expect((await stranger.get(`/transactions?userId=${userId}`)).body.data.count).toBe(0);
  },
);

it("does not spend another partner's quote", async () => {
  const quote = await lockQuote(owner);
  const user = await stranger.verifiedUser();
  const answer = await stranger.post('/cross-ramp', stranger.crossRamp(user, { quoteId: quote.quoteId }));
  expect([answer.status, answer.body.message]).toEqual([400, 'Quote not found']);
  const own = await owner.post('/cross-ramp', owner.crossRamp(userId, { quoteId: quote.quoteId }));
  expect(own.status).toBe(201);
});

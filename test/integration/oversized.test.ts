import { describe, expect, it } from 'vitest';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { countItems } from '#test/support/table-census';

const running = await sharedStack();
const partner = await running.newPartner();
const userId = await partner.verifiedUser();

const long = 'x'.repeat(3000);
/** Within the limit of a body, and more than any field accepts. */
const wide = 'x'.repeat(50_000);

describe('an invalid id, however long, is unknown', () => {
  it.each([
    ['GET', `/transactions/${long}`, 'TRANSACTION_NOT_FOUND'],
    ['GET', `/transactions/${long}/events`, 'TRANSACTION_NOT_FOUND'],
    ['PUT', `/transactions/${long}/cancel`, 'TRANSACTION_NOT_FOUND'],
    ['GET', `/webhook-notifications/${long}`, 'NOT_FOUND'],
    ['GET', `/receivers/${long}`, 'RECEIVER_NOT_FOUND'],
  ])('%s (%#)', async (method, path, code) => {
    const answer = await partner.send(method, path);
    expect([answer.status, answer.body.code]).toEqual([404, code]);
  });

  it('in a body too', async () => {
    const quote = await partner.post('/cross-ramp', partner.crossRamp(userId, { quoteId: long }));
    expect([quote.status, quote.body.message]).toEqual([400, 'Quote not found']);
    expect((await partner.post('/off-ramp/execute', { transactionId: long })).body.code).toBe('TRANSACTION_NOT_FOUND');
  });

  it('is the same in upper case', async () => {
    const { id } = (await partner.post('/cross-ramp', partner.crossRamp(userId, { sourceAmount: 1500 }))).body.data;
    expect((await partner.get(`/transactions/${id.toUpperCase()}`)).body.data.id).toBe(id);
    const notification = (await partner.get('/webhook-notifications?limit=1')).body.data.data[0].id;
    expect((await partner.get(`/webhook-notifications/${notification.toUpperCase()}`)).body.data.id).toBe(notification);
  });
});

describe('text that no item can hold is refused, and nothing is written', () => {
  it.each([
    ['/users', { type: 'INDIVIDUAL', email: `${wide}@example.com` }],
    ['/users', { type: 'BUSINESS', email: 'big@example.com', businessName: wide }],
    ['kyc', { country: 'MX', firstName: wide }],
    ['kyc', { country: 'MX', address: { street: wide } }],
    ['kyc', { country: 'MX', selfieUrl: `https://example.com/${wide}` }],
    ['/cross-ramp', { targetBankAccount: { accountIdentifier: wide } }],
    ['/webhook-settings', { url: `https://example.com/${wide}` }],
  ])('in %s (%#)', async (path, overrides) => {
    const user = path === 'kyc' ? await partner.newUser() : userId;
    const before = await countItems(running.stack, partner.partnerId);
    const body = path === '/cross-ramp' ? partner.crossRamp(userId, overrides) : overrides;
    const answer = await partner.send(
      path === '/webhook-settings' ? 'PUT' : 'POST',
      path === 'kyc' ? `/users/${user}/kyc` : path,
      body,
    );
    expect([answer.status, answer.body.success], answer.text.slice(0, 300)).toEqual([400, false]);
    expect(await countItems(running.stack, partner.partnerId)).toBe(before);
  });

  it('in a body above the limit, before any of it is read', async () => {
    const before = await countItems(running.stack, partner.partnerId);
    const answer = await partner.post('/users', { type: 'INDIVIDUAL', email: 'x'.repeat(500_000) });
    expect([answer.status, answer.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await countItems(running.stack, partner.partnerId)).toBe(before);
  });
});

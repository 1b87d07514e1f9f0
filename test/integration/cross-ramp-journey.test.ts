import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { until, usAccount } from '#local/partner/api-client';
import { newReceiver } from '#test/support/lifetime';
import { lockQuote } from '#test/support/lock-quote';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const receiver = await newReceiver();
const partner = await running.newPartner();
const settings = await partner.put('/webhook-settings', { url: receiver.url });
const secret = settings.body.data.secret;
const userId = await partner.verifiedUser();

const readEvents = (transactionId: string) =>
  receiver.received.map(({ body }) => JSON.parse(body)).filter((payload) => payload.transactionId === transactionId);

describe('the cross-ramp journey', () => {
  it('goes from a locked quote to COMPLETED, every webhook signed and in order', async () => {
    const quote = await lockQuote(partner, 2000.01);
    const created = await partner.post('/cross-ramp', {
      userId,
      quoteId: quote.quoteId,
      targetBankAccount: usAccount,
      reference: 'Invoice 7',
    });
    expect(created.status, created.text).toBe(201);
    expect(created.body.data).toMatchObject({
      userId,
      status: 'PENDING',
      sourceAmount: 2000.01,
      targetAmount: quote.targetAmount,
      exchangeRate: quote.rate,
      sourceBankAccount: {
        country: 'MX',
        isVerified: true,
        message: expect.stringMatching(/^PR[0-9A-F]{14}$/),
      },
      targetBankAccount: {
        country: 'US',
        accountIdentifier: usAccount.accountIdentifier,
        bankName: usAccount.bankName,
        isVerified: true,
      },
    });
    const { id } = created.body.data;
    await until(() => readEvents(id).some(({ event }) => event === 'COMPLETED_CROSS_RAMP'));

    expect(readEvents(id).map(({ event, sequence }) => [event, sequence])).toEqual([
      ['CREATED_CROSS_RAMP', 1],
      ['FIAT_RECEIVED_CROSS_RAMP', 2],
      ['IN_PROGRESS_CROSS_RAMP', 3],
      ['BANK_TRANSFER_PENDING_CROSS_RAMP', 4],
      ['COMPLETED_CROSS_RAMP', 5],
    ]);
    for (const { body, headers } of receiver.received)
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    expect(readEvents(id).at(-1)).toMatchObject({
      type: 'TRANSACTION',
      externalUserId: userId,
      firstName: 'Ana',
      lastName: 'García',
      sourceCurrency: 'MXN',
      targetCurrency: 'USD',
      sourceAmount: '2000.01',
      rate: String(quote.rate),
    });

    const item = (await partner.get(`/transactions/${id}`)).body.data;
    expect(item).toMatchObject({
      id,
      status: 'COMPLETED',
      type: 'CROSS_RAMP',
      version: 6,
      cancellationReason: null,
      cancellationMessage: null,
      quoteId: quote.quoteId,
      reference: 'Invoice 7',
      targetRail: 'LOCAL',
      transactionHash: null,
      warnings: [],
    });
    expect(item.completedAt).toMatch(/Z$/);
    const timeline = (await partner.get(`/transactions/${id}/events`)).body.data.data;
    expect(timeline.map(({ from, to }: { from: string; to: string }) => [from, to])).toEqual([
      [null, 'PENDING'],
      ['PENDING', 'FIAT_RECEIVED'],
      ['FIAT_RECEIVED', 'IN_PROGRESS'],
      ['IN_PROGRESS', 'READY_BANK_TRANSFER'],
      ['READY_BANK_TRANSFER', 'BANK_TRANSFER_PENDING'],
      ['BANK_TRANSFER_PENDING', 'COMPLETED'],
    ]);
  });

  it('shows every notification as SENT with one attempt each', async () => {
    await until(async () => (await partner.get('/webhook-notifications?status=PENDING')).body.data.count === 0);
    const list = (await partner.get('/webhook-notifications?limit=100&sortOrder=asc')).body.data;
    expect(list.count).toBe(list.total);
    expect(new Set(list.data.map(({ status }: { status: string }) => status))).toEqual(new Set(['SENT']));
    const ids = receiver.received.map(({ id }) => id);
    expect(new Set(ids).size).toBe(list.total);
    const detail = (await partner.get(`/webhook-notifications/${ids[0]}`)).body.data;
    expect(detail).toMatchObject({
      status: 'SENT',
      retryAttempts: 1,
      manualRetryCount: 0,
      latestErrorPayload: null,
      attempts: [{ statusCode: 200, error: null }],
    });
    expect(detail.payload).toEqual(JSON.parse(receiver.received[0]?.body ?? ''));
    for (const { body } of receiver.received) expect(body).toMatch(/^\{"environment":"sandbox",/);
    for (const { id, body } of receiver.received)
      expect(JSON.parse(body)).toMatchObject({ id, userId, occurredAt: expect.any(String) });
  });
});

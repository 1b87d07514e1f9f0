import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { ENGLISH, expectSafe, getPage, heading, SPANISH } from '#test/support/pages';
import { readPdfText } from '#test/support/pdf-text';
import { signedCallback } from '#test/support/servers/loopback-provider';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();
const userId = await partner.verifiedUser();

async function newOnRamp() {
  const order = { userId, fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC', fiatAmount: 500 };
  const destinationWalletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
  const { status, text, body } = await partner.create('/on-ramp', { ...order, destinationWalletAddress });
  expect(status, text).toBe(201);
  return body.data;
}

const shown = async (id: string) => (await partner.get(`/transactions/${id}`)).body.data;
const simulate = (id: string, event: string) => partner.post(`/sandbox/transactions/${id}/simulate`, { event });

/** The banking provider reports a deposit. */
async function deposit(transactionId: string, amount: string, currency = 'MXN') {
  const report = {
    provider: 'banking',
    eventId: randomUUID(),
    transactionId,
    type: 'DEPOSIT_RECEIVED',
    amount,
    currency,
  };
  const { body, headers } = signedCallback(report, running.stack.providerEventsSecrets.banking);
  const { status } = await fetch(`${running.baseUrl}/provider-events`, { method: 'POST', headers, body });
  expect(status).toBe(200);
}

it('is the same address in every answer, and null once the deposit has arrived', async () => {
  const created = await newOnRamp();
  expect(created.paymentUrl).toMatch(new RegExp(`^${running.baseUrl}/pay/[\\w-]{43}$`));
  expect((await shown(created.id)).paymentUrl).toBe(created.paymentUrl);
  const listed = (await partner.get(`/transactions?id=${created.id}`)).body.data.data[0];
  expect(listed.paymentUrl).toBe(created.paymentUrl);
  const [newest] = (await partner.get(`/transactions?userId=${userId}&limit=1`)).body.data.data;
  expect(newest.paymentUrl).toBe(created.paymentUrl);
  expect((await simulate(created.id, 'DEPOSIT_RECEIVED')).body.data.paymentUrl).toBeNull();
  expect((await shown(created.id)).paymentUrl).toBeNull();
});

it('shows what happens to the money from the deposit on, to those who have the address', async () => {
  const { id, paymentUrl, bankAccount } = await newOnRamp();
  const open = await getPage(paymentUrl, ENGLISH);
  expect(heading(open).replaceAll('\u00a0', ' ')).toBe('Pay 500.00 MXN');
  expectSafe(open);
  expect(open.html).toContain(bankAccount.accountIdentifier);
  expect(open.html).toContain(bankAccount.message);
  expect(heading(await getPage(paymentUrl, SPANISH))).toMatch(/^Pague 500/);

  await deposit(id, '499.99');
  expect((await getPage(paymentUrl, ENGLISH)).html).toContain('which is less than what is due');
  await deposit(id, '510.00');
  const received = await getPage(paymentUrl, ENGLISH);
  expect(heading(received)).toBe('Your payment has arrived');
  expect(received.html).toMatch(/10\.00.MXN arrived beyond what was due/);
});

it('leads to the receipt of a completed payment, which stays the same', async () => {
  const order = partner.crossRamp(userId, { sourceAmount: 2000.06 });
  const { id, paymentUrl } = (await partner.create('/cross-ramp', order)).body.data;
  const early = await partner.get(`/transactions/${id}/receipt`);
  expect([early.status, early.body.code, early.body.message]).toEqual([
    409,
    'CONFLICT',
    'A receipt exists once the transaction is completed',
  ]);
  await until(async () => (await shown(id)).status === 'COMPLETED');
  const receipt = await partner.get(`/transactions/${id}/receipt?language=pt`);
  expect(receipt.body.data).toMatchObject({ transactionId: id, sourceAmount: 2000.06, sourceCurrency: 'MXN' });
  const pdf = { headers: { accept: 'application/pdf' } };
  const file = await partner.send('GET', `/transactions/${id}/receipt?language=pt`, undefined, pdf);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(await readPdfText(file.text)).toContain(receipt.body.data.receiptId);
  await until(async () => (await shown(id)).payoutReturn !== undefined);
  expect((await partner.get(`/transactions/${id}/receipt?language=pt`)).text).toBe(receipt.text);
  expect((await partner.send('GET', `/transactions/${id}/receipt?language=pt`, undefined, pdf)).text).toBe(file.text);
  const returned = (await partner.get(`/transactions/${id}/receipt/return`)).body.data;
  expect(returned).toMatchObject({ originalReceiptId: receipt.body.data.receiptId, currency: 'USD' });
  const page = await getPage(`${paymentUrl}?lang=en&step=receipt`);
  expect(heading(page)).toBe('Receipt');
  expect(page.html).toContain(receipt.body.data.receiptId);
  expect(page.html).toContain(returned.receiptId);
  expectSafe(page);
  const copy = await fetch(`${paymentUrl}/receipt?lang=pt`);
  expect(await copy.text()).toBe(file.text);
  const back = await fetch(`${paymentUrl}/receipt?lang=en&step=return`);
  expect(await readPdfText(await back.text())).toContain(returned.receiptId);
});

it.each([
  [10.02, 'This payment was cancelled'],
  [10.03, 'The time to pay has ended'],
])('says how a payment of %d MXN ended', async (fiatAmount, title) => {
  const order = { userId, fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC', fiatAmount };
  const destinationWalletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
  const { paymentUrl } = (await partner.create('/on-ramp', { ...order, destinationWalletAddress })).body.data;
  await until(async () => heading(await getPage(paymentUrl, ENGLISH)) === title);
});

it('stands in no webhook and not in the change feed', async () => {
  const { id, paymentUrl } = await newOnRamp();
  const token = String(paymentUrl).split('/').at(-1) ?? '';
  const found = async () => (await partner.get('/changes?types=TRANSACTION&limit=100')).text;
  await until(async () => (await found()).includes(id));
  expect(await found()).not.toContain(token);
  const notifications = await partner.get(`/webhook-notifications?transactionId=${id}`);
  expect(notifications.text).toContain('CREATED_ON_RAMP');
  expect(notifications.text).not.toContain(token);
});

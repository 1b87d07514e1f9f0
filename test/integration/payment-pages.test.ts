import { expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { expectSafe, getPage, heading } from '#test/support/pages';
import { readPdfText } from '#test/support/pdf-text';
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

it('is the same address in every response, and null once the deposit has arrived', async () => {
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

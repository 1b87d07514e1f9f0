import { expect, it } from 'vitest';
import { handler as open } from '#functions/pages/pay/open/handler';
import { handler } from '#functions/pages/pay/receipt/handler';
import { OPEN_AFTER_END_MS } from '#shared/transactions/payment-links/find-payment';
import { money } from '#shared/values/money/money';
import { anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { placeDocumentFiles } from '#test/support/document-files';
import { describePage } from '#test/support/handlers/describe-page';
import { completedTransaction } from '#test/support/handlers/receipts';
import { createWorld, type World } from '#test/support/handlers/world';
import { withPaymentPage } from '#test/support/payment-pages';
import { readPdfText } from '#test/support/pdf-text';

placeDocumentFiles();

const payoutReturn = { amount: money(903_60n, 'MXN'), reason: 'ACCOUNT_CLOSED', atMs: Date.UTC(2026, 0, 15, 12) };

/** Stores a completed transaction. @returns the token of its payment page */
async function paid(world: World, isReturned = false): Promise<string> {
  const updatedAtMs = Date.now();
  const back = isReturned ? { payoutReturn } : {};
  const stored = await completedTransaction(
    world,
    (completed) => withPaymentPage(anOffRamp({ ...completed, ...back, updatedAtMs })).transaction,
  );
  return withPaymentPage(stored).token;
}

const read = (world: World, token: string, query: Record<string, string> = {}) =>
  world.call(handler, { path: { token }, query });

describePage('getPayerReceipt', handler, {
  request: async (world) => ({ path: { token: await paid(world) } }),
  takesForm: false,
});

it('is the same file at each request, in the language of the page, for as long as the page is there', async () => {
  const world = await createWorld('getPayerReceipt');
  const token = await paid(world);
  const first = await read(world, token, { lang: 'en' });
  expect(first).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="receipt-[0-9a-f-]{36}\.pdf"$/),
      'cache-control': 'no-store',
    },
  });
  const text = await readPdfText(first.text);
  for (const part of ['Receipt', '50.00 USDC', '903.60 MXN', 'ending in 0007', 'Lucía Hernández'])
    expect(text).toContain(part);
  expect(text).not.toContain('646180110400000007');
  expect(await readPdfText((await read(world, token)).text)).toContain('Comprobante');
  world.advance(OPEN_AFTER_END_MS - 1);
  expect((await read(world, token, { lang: 'en' })).text).toBe(first.text);
  world.advance(1);
  expect((await read(world, token)).status).toBe(410);
});

it('is linked from the page, and so is the receipt of the return', async () => {
  const world = await createWorld('getPayerReceipt');
  const token = await paid(world, true);
  const page = await world.call(open, { path: { token }, query: { lang: 'pt', step: 'receipt' } });
  const links = [...page.text.matchAll(/href="([\w-]+\/receipt[^"]*)" download>([^<]+)</g)];
  expect(links.map(([, address, text]) => [address, text])).toEqual([
    [`${token}/receipt?lang=pt`, 'Baixar o comprovante (PDF)'],
    [`${token}/receipt?lang=pt&amp;step=return`, 'Baixar o comprovante da devolução (PDF)'],
  ]);
  const back = await read(world, token, { lang: 'pt', step: 'return' });
  expect(await readPdfText(back.text)).toContain('Comprovante da devolução');
  expect(back.text).not.toContain(token);
});

it('does not exist before the completion', async () => {
  const world = await createWorld('getPayerReceipt');
  const { transaction, token } = withPaymentPage(anOnRamp({ id: '019bc1c5-0000-7000-8000-00000000000a' }));
  await world.transaction(transaction);
  expect((await read(world, token)).status).toBe(404);
  expect(world.files.files.size).toBe(0);
});

it('has none of a return that there was not', async () => {
  const world = await createWorld('getPayerReceipt');
  expect((await read(world, await paid(world), { step: 'return' })).status).toBe(404);
});

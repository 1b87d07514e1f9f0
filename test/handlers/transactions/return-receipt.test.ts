import { expect, it } from 'vitest';
import { contract } from '#functions/transactions/return-receipt/contract';
import { handler } from '#functions/transactions/return-receipt/handler';
import { returnReceiptNotIssued } from '#shared/api/problems';
import { receiptKey } from '#shared/dynamodb/keys';
import { money } from '#shared/values/money/money';
import { anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { placeDocumentFiles } from '#test/support/document-files';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { completedTransaction } from '#test/support/handlers/receipts';
import { createWorld, type World } from '#test/support/handlers/world';
import { readPdfText } from '#test/support/pdf-text';

placeDocumentFiles();

const returned = (world: World) => {
  const payoutReturn = { amount: money(903_60n, 'MXN'), reason: 'ACCOUNT_CLOSED', atMs: Date.now() };
  return completedTransaction(world, (completed) => anOffRamp({ ...completed, payoutReturn }));
};

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { id: (await returned(world)).id } }),
  foreign: 'TRANSACTION_NOT_FOUND',
});

it('is a document of its own, beside the first one, and stays as it is', async () => {
  const world = await createWorld('getReturnReceipt');
  const { id } = await returned(world);
  const first = await world.call(handler, { path: { id }, query: { language: 'en' } });
  const { SK } = receiptKey(id, 'RECEIPT');
  const [original] = world.table.items('RECEIPT').filter((item) => item.SK === SK);
  expect(first.body.data).toMatchObject({
    transactionId: id,
    originalReceiptId: original?.receiptId,
    returnedAt: new Date(Date.now()).toISOString(),
    amount: 903.6,
    currency: 'MXN',
    reason: 'ACCOUNT_CLOSED',
    sender: { name: 'Lucía Hernández' },
  });
  expect(first.body.data.receiptId).not.toBe(original?.receiptId);
  world.advance(86_400_000);
  expect((await world.call(handler, { path: { id }, query: { language: 'en' } })).text).toBe(first.text);
});

it('does not exist before the payout has come back, or for what was never paid out', async () => {
  const world = await createWorld('getReturnReceipt');
  const { id } = await completedTransaction(world, anOffRamp);
  expect(await world.call(handler, { path: { id } })).toMatchObject(refusal(returnReceiptNotIssued()));
  const waiting = await world.transaction(anOnRamp({ id: '019bc1c5-0000-7000-8000-000000000009' }));
  expect(await world.call(handler, { path: { id: waiting.id } })).toMatchObject(refusal(returnReceiptNotIssued()));
});

it('is a PDF of its own, which names the first receipt', async () => {
  const world = await createWorld('getReturnReceipt');
  const { id } = await returned(world);
  const { data } = (await world.call(handler, { path: { id }, query: { language: 'pt' } })).body;
  const download = () =>
    world.call(handler, { path: { id }, query: { language: 'pt' }, headers: { accept: 'application/pdf' } });
  const first = await download();
  expect(first.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="receipt-${data.receiptId}.pdf"`,
  });
  const text = await readPdfText(first.text);
  for (const part of [
    'Comprovante da devolução',
    data.receiptId,
    data.originalReceiptId,
    '903,60 MXN',
    'Lucía Hernández',
  ])
    expect(text).toContain(part);
  world.advance(86_400_000);
  expect((await download()).text).toBe(first.text);
});

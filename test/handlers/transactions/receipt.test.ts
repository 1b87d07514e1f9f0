import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { contract } from '#functions/transactions/receipt/contract';
import { handler } from '#functions/transactions/receipt/handler';
import {
  receiptErased,
  receiptNotIssued,
  serviceUnavailable,
  storedFileChanged,
  transactionNotFound,
} from '#shared/api/problems';
import { putItem } from '#shared/dynamodb/writes';
import { onRampStatuses } from '#shared/transactions/domain/status-facts';
import { encodeTransaction } from '#shared/transactions/item';
import { erasureWrites, findUser } from '#shared/users/repository';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { placeDocumentFiles } from '#test/support/document-files';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { completedTransaction } from '#test/support/handlers/receipts';
import { createWorld, type World } from '#test/support/handlers/world';
import { readPdfText } from '#test/support/pdf-text';

placeDocumentFiles();

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { id: (await completedTransaction(world, aCrossRamp)).id } }),
  foreign: 'TRANSACTION_NOT_FOUND',
});

const read = (world: World, id: string, language?: string) =>
  world.call(handler, { path: { id }, query: language === undefined ? {} : { language } });

it('says who paid whom, how much, by which rails and what the corridor requires', async () => {
  const world = await createWorld('getReceipt');
  const transaction = await completedTransaction(world, aCrossRamp);
  const { status, body } = await read(world, transaction.id, 'en');
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      success: true,
      data: {
        environment: 'sandbox',
        transactionId: transaction.id,
        type: 'CROSS_RAMP',
        sender: { name: 'Lucía Hernández', account: null },
        recipient: { name: 'Lucía Hernández', account: '1', bankName: 'Bank', country: 'US', blockchain: null },
        sourceAmount: 2000.01,
        sourceCurrency: 'MXN',
        targetAmount: 97.28,
        targetCurrency: 'USD',
        fees: [{ type: 'FIXED', currency: 'MXN' }],
        rate: 0.0492586572,
        rails: { deposit: { type: 'SPEI', reference: 'PR0000' }, payout: { type: 'ACH', reference: null } },
      },
    },
  });
  expect(body.data.disclosures.map(({ code }: { code: string }) => code)).toEqual([
    'PROVIDER',
    'SHORTFALL',
    'RETURN',
    'FRAUD',
  ]);
});

it('has the same bytes after a return, a proof, a change of the name and a newer wording', async () => {
  const world = await createWorld('getReceipt');
  const rail = { type: 'SPEI', reference: 'NU39A1B2C3', atMs: 1 } as const;
  const payoutRail = { ...rail, proof: { status: 'VALID', url: 'https://proofs.example.com/1' } } as const;
  const transaction = await completedTransaction(world, (more) => anOffRamp({ ...more, payoutRail: rail }));
  const first = (await read(world, transaction.id, 'pt')).text;
  expect(JSON.parse(first).data.rails.payout).toMatchObject({ type: 'SPEI', reference: 'NU39A1B2C3' });
  const payoutReturn = { amount: transaction.fiatAmount, reason: 'ACCOUNT_CLOSED', atMs: Date.now() };
  await world.store(putItem(encodeTransaction({ ...transaction, version: 9, payoutReturn, payoutRail })));
  world.advance(86_400_000);
  expect((await read(world, transaction.id, 'pt')).text).toBe(first);
  const spanish = (await read(world, transaction.id)).body.data;
  const { disclosures, ...facts } = JSON.parse(first).data;
  expect(spanish).toEqual({ ...facts, disclosures: expect.any(Array) });
  expect(spanish.disclosures).not.toEqual(disclosures);
  expect(spanish.disclosures[0].text).toMatch(/^Partner Ramp hizo el pago/);
});

it('is one receipt for two who ask at once', async () => {
  const world = await createWorld('getReceipt');
  const { id } = await completedTransaction(world, anOnRamp);
  const responses = await Promise.all([read(world, id), read(world, id), read(world, id)]);
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(world.table.items('RECEIPT')).toHaveLength(1);
});

it('names the wallet and the chain of an on-ramp', async () => {
  const world = await createWorld('getReceipt');
  const { id, destinationWalletAddress } = await completedTransaction(world, anOnRamp);
  const { data } = (await read(world, id, 'en')).body;
  expect(data).toMatchObject({
    recipient: { account: destinationWalletAddress, blockchain: 'POL', bankName: null },
    fees: [],
    rails: { payout: { type: 'CHAIN' } },
  });
});

it.each(onRampStatuses.filter((status) => status !== 'COMPLETED'))(
  'refuses in %s, and stores nothing',
  async (status) => {
    const world = await createWorld('getReceipt');
    const { id } = await world.transaction(anOnRamp({ status, deadlineMs: undefined }));
    expect(await read(world, id)).toMatchObject(refusal(receiptNotIssued()));
    expect(await download(world, id)).toMatchObject(refusal(receiptNotIssued()));
    expect(world.table.items('RECEIPT')).toEqual([]);
  },
);

it('is erased with its user', async () => {
  const world = await createWorld('getReceipt');
  const transaction = await completedTransaction(world, anOnRamp);
  const user = await findUser(transaction.userId);
  if (user !== undefined) await world.store(...erasureWrites(user, Date.now()));
  expect(await read(world, transaction.id)).toMatchObject(refusal(receiptErased()));
  expect(await download(world, transaction.id)).toMatchObject(refusal(receiptErased()));
  expect(world.files.files.size).toBe(0);
});

it('knows no other language and no unknown transaction', async () => {
  const world = await createWorld('getReceipt');
  const { id } = await completedTransaction(world, anOnRamp);
  expect((await read(world, id, 'fr')).body).toMatchObject({
    code: 'INVALID_USER_INPUT_ERROR',
    errors: [{ field: 'language' }],
  });
  expect(await read(world, 'nothing')).toMatchObject(refusal(transactionNotFound()));
});

const PDF = 'application/pdf';
const download = (world: World, id: string, language?: string, accept = PDF) =>
  world.call(handler, { path: { id }, query: language === undefined ? {} : { language }, headers: { accept } });

it.each([
  ['en', 'Receipt', '2,000.01 MXN', 'Paid in', 'as an order of its customer'],
  ['es', 'Comprobante', '2,000.01 MXN', 'Monto pagado', 'hizo el pago'],
  ['pt', 'Comprovante', '2.000,01 MXN', 'Valor pago', 'fez o pagamento'],
])('is a PDF in %s that another reader reads as it was issued', async (language, title, amount, label) => {
  const world = await createWorld('getReceipt');
  const { id } = await completedTransaction(world, aCrossRamp);
  const { data } = (await read(world, id, language)).body;
  const response = await download(world, id, language);
  expect(response).toMatchObject({
    status: 200,
    headers: {
      'content-type': PDF,
      'content-disposition': `attachment; filename="receipt-${data.receiptId}.pdf"`,
      'cache-control': 'no-store',
      'x-document-sha256': createHash('sha256').update(response.text).digest('hex'),
    },
  });
  expect(response.text).toMatch(/^%PDF-1\.7\n%éé\n[\s\S]*%%EOF\s*$/);
  const text = await readPdfText(response.text);
  for (const part of [
    title,
    label,
    amount,
    data.receiptId,
    id,
    'Lucía Hernández',
    ...['97.28 USD', '0.0492586572'].map((number) => (language === 'pt' ? number.replace('.', ',') : number)),
    'SPEI PR0000',
  ])
    expect(text).toContain(part);
  for (const disclosure of data.disclosures) expect(text).toContain(disclosure.text);
});

it('has the same bytes as a PDF at each request, after a return, a change of the name and a newer wording', async () => {
  const world = await createWorld('getReceipt');
  const transaction = await completedTransaction(world, anOffRamp);
  const first = await download(world, transaction.id, 'es');
  expect(await readPdfText(first.text)).not.toContain(transaction.bankAccount.accountIdentifier);
  expect((await download(world, transaction.id, 'es')).text).toBe(first.text);
  const payoutReturn = { amount: transaction.fiatAmount, reason: 'ACCOUNT_CLOSED', atMs: Date.now() };
  await world.store(putItem(encodeTransaction({ ...transaction, version: 9, payoutReturn })));
  world.advance(86_400_000);
  const later = await download(world, transaction.id, 'es');
  expect(later.text).toBe(first.text);
  expect(later.headers['x-document-sha256']).toBe(first.headers['x-document-sha256']);
  expect((await download(world, transaction.id, 'en')).text).not.toBe(first.text);
  expect(world.files.files.size).toBe(2);
});

it.each([
  ['application/pdf', PDF],
  ['application/pdf;q=0.5, application/json;q=0.4', PDF],
  ['application/json, application/pdf', 'application/json; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
  ['text/html', 'application/json; charset=utf-8'],
  ['', 'application/json; charset=utf-8'],
])('returns "%s" with %s', async (accept, type) => {
  const world = await createWorld('getReceipt');
  const { id } = await completedTransaction(world, anOnRamp);
  expect((await download(world, id, 'en', accept)).headers['content-type']).toBe(type);
});

it('is not given out from a file that has changed, which alarms', async () => {
  const world = await createWorld('getReceipt');
  const { id } = await completedTransaction(world, anOnRamp);
  await download(world, id);
  const [key = '', file] = [...world.files.files][0] ?? [];
  const content = Buffer.from(file?.content ?? '').fill('x', 900, 901);
  world.files.files.set(key, { content, contentType: PDF });
  expect(await download(world, id)).toMatchObject(refusal(storedFileChanged()));
  expect(world.log.lines.filter((line) => line.signedFileChanged === 1)).toHaveLength(1);
  expect((await read(world, id)).status).toBe(200);
});

it('is not returned as a PDF while the bucket fails, and JSON is', async () => {
  const world = await createWorld('getReceipt');
  const { id } = await completedTransaction(world, anOnRamp);
  world.files.failNext(503);
  expect(await download(world, id)).toMatchObject(refusal(serviceUnavailable()));
  expect((await read(world, id)).status).toBe(200);
});

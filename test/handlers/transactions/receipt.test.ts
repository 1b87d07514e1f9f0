import { expect, it } from 'vitest';
import { contract } from '#functions/transactions/receipt/contract';
import { handler } from '#functions/transactions/receipt/handler';
import { receiptErased, receiptNotIssued, transactionNotFound } from '#shared/api/problems';
import { putItem } from '#shared/dynamodb/writes';
import { onRampStatuses } from '#shared/transactions/domain/status-facts';
import { encodeTransaction } from '#shared/transactions/item';
import { erasureWrites, findUser } from '#shared/users/repository';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { completedTransaction } from '#test/support/handlers/receipts';
import { createWorld, type World } from '#test/support/handlers/world';

describeEndpoint({
  contract,
  handler,
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

it('has the same bytes after a return, a change of the name and a newer wording', async () => {
  const world = await createWorld('getReceipt');
  const transaction = await completedTransaction(world, anOffRamp);
  const first = (await read(world, transaction.id, 'pt')).text;
  const payoutReturn = { amount: transaction.fiatAmount, reason: 'ACCOUNT_CLOSED', atMs: Date.now() };
  await world.store(putItem(encodeTransaction({ ...transaction, version: 9, payoutReturn })));
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
  const answers = await Promise.all([read(world, id), read(world, id), read(world, id)]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
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
    expect(world.table.items('RECEIPT')).toEqual([]);
  },
);

it('is erased with its user', async () => {
  const world = await createWorld('getReceipt');
  const transaction = await completedTransaction(world, anOnRamp);
  const user = await findUser(transaction.userId);
  if (user !== undefined) await world.store(...erasureWrites(user, Date.now()));
  expect(await read(world, transaction.id)).toMatchObject(refusal(receiptErased()));
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

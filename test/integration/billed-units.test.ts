import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Tally } from '#local/metering/tally';
import { type ApiClient, until } from '#local/partner/api-client';
import { type Receiver, startReceiver } from '#local/partner/webhook-receiver';
import { endpoints } from '#shared/api/endpoints';
import { allItems } from '#test/support/table-census';
import { startTestStack, type TestStack } from '#test/support/test-stack';
import { callEachWriter } from '#test/support/writing-calls';

/**
 * The units that the database bills for one call of each endpoint that writes, as [read units, write units]: its own requests
 * alone, not the work that its writes cause. Each is a function's first call, so one read unit is the caller's key, which it
 * keeps for a minute. A partner's request rate, one write unit more, is off.
 */
const billed: Readonly<Record<string, readonly [number, number]>> = {
  cancelTransaction: [5, 20],
  createAssociatedPerson: [3, 4],
  createCrossRamp: [6, 34],
  createCrossRampQuote: [1, 1],
  createKybLink: [2, 6],
  createKycLink: [2, 6],
  createOffRamp: [5, 32],
  createOnRamp: [4, 25],
  createQuote: [1, 1],
  createReceiver: [2, 6],
  createReceiverBankAccount: [2, 9],
  createUser: [1, 10],
  createUserBankAccount: [2, 7],
  createWallet: [3, 8],
  createWebhookEndpoint: [2, 4],
  decideVerification: [4, 18],
  deleteAssociatedPerson: [3, 6],
  deleteReceiver: [3, 8],
  deleteReceiverBankAccount: [3, 8],
  deleteUserBankAccount: [3, 8],
  deleteWallet: [3, 8],
  deleteWebhookEndpoint: [3, 4],
  executeOffRamp: [4, 13],
  expireDeclaration: [3, 4],
  replayWebhookNotifications: [4, 10],
  requestSignatures: [3, 6],
  retryWebhookNotification: [4, 11],
  rotateWebhookEndpointSecret: [3, 2],
  rotateWebhookSecret: [2, 2],
  sendTestToWebhookEndpoint: [3, 12],
  sendTestWebhook: [2, 10],
  setWebhookFaults: [1, 1],
  signDeclaration: [4, 15],
  simulateTransaction: [6, 27],
  startBankingOnboarding: [3, 3],
  startKyc: [3, 18],
  submitSignature: [5, 15],
  submitVerificationPage: [3, 2],
  takeProviderEvent: [5, 22],
  updateUser: [2, 2],
  updateWebhookEndpoint: [4, 2],
  updateWebhookSettings: [2, 2],
  withdrawSignature: [3, 4],
};

/** Reports of a verification provider come only where the stage has one. */
const unreachable = ['reportVerification'];

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'];

let running: TestStack;
let partner: ApiClient;
let receiver: Receiver;
const tally = Tally.start();
/** The billed units of each endpoint, by its id, and its calls of the table. */
const seen = new Map<string, readonly [number, number]>();
const calls = new Map<string, Readonly<Record<string, number>>>();

beforeAll(async () => {
  // Nothing runs in the background but deliveries, whose attempts follow one another at once.
  running = await startTestStack({
    settings: { SANDBOX_STEP_MS: '3600000', WEBHOOK_DELAYS_S: '0,0,0,0,0' },
  });
  [partner, receiver] = [await running.newPartner(), await startReceiver()];
  // The first accepted request of a day leaves its mark on the key.
  await partner.get('/webhook-settings');
});
afterAll(async () => {
  await running?.stop();
  await receiver?.stop();
});

/** Makes the one counted call of an endpoint. */
async function counted<T extends { readonly status: number }>(id: string, call: () => Promise<T>): Promise<T> {
  tally.begin();
  const answer = await call();
  const counts = tally.end();
  expect(answer.status, `${id}: ${'text' in answer ? String(answer.text) : ''}`).toBeLessThan(400);
  const own = Object.entries(counts.functions).find(([key]) => key.endsWith(`-${id}Function`))?.[1];
  if (own === undefined) throw new Error(`${id} asked nothing of the database`);
  expect(seen.has(id), `${id} is counted once`).toBe(false);
  seen.set(id, [own.reads, own.writes]);
  calls.set(id, own.calls);
  return answer;
}

describe('each endpoint that writes', () => {
  it('costs exactly these units', async () => {
    await callEachWriter({ partner, stack: running.stack, webhookUrl: receiver.url, counted });
    expect(Object.fromEntries(seen)).toEqual(billed);
  });

  it.each(['createCrossRamp', 'createOnRamp', 'createOffRamp'])(
    '%s reads its key and everything else at once, and writes once',
    (id) => {
      expect(calls.get(id)).toEqual({ GetItem: 1, BatchGetItem: 1, TransactWriteItems: 1 });
    },
  );

  it('reads no more for a partner with further endpoints, and writes three units for each that wants the event', async () => {
    const own = await running.newPartner();
    const { url } = receiver;
    await own.put('/webhook-settings', { url });
    const userId = await own.newUser();
    await own.post(`/users/${userId}/kyc`, { country: 'MX', firstName: 'Ana', lastName: 'García' });
    await own.post(`/sandbox/users/${userId}/verification`, { result: 'VERIFIED' });
    const order = { ...{ fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC', fiatAmount: 500 }, userId };
    const create = async () => {
      tally.begin();
      const created = await own.post('/on-ramp', { ...order, destinationWalletAddress: WALLET });
      const { functions } = tally.end();
      expect(created.status, created.text).toBe(201);
      const [, counts] = Object.entries(functions).find(([key]) => key.endsWith('-createOnRampFunction')) ?? [];
      if (counts === undefined) throw new Error('It asked nothing of the database');
      return counts;
    };
    // The first call reads the key as well.
    await create();
    const before = await create();
    for (const eventTypes of [undefined, ['CREATED_ON_RAMP'], ['COMPLETED_ON_RAMP']])
      expect((await own.post('/webhook-endpoints', { url, eventTypes })).status).toBe(201);
    expect(await create()).toMatchObject({ reads: before.reads, writes: before.writes + 2 * 3, calls: before.calls });
  });

  it('replays to a new endpoint for five units a notification, and to one that knows it for two', async () => {
    const own = await running.newPartner();
    for (let test = 0; test < 3; test += 1) await own.post('/webhook-settings/test');
    const { id: endpointId } = (await own.post('/webhook-endpoints', { url: receiver.url })).body.data;
    const isSent = async () =>
      (await allItems(running.stack, own.partnerId))
        .filter(({ entity }) => entity === 'DELIVERY')
        .every(({ status }) => status === 'SENT');
    const replayed = async () => {
      tally.begin();
      const { body } = await own.post('/webhook-notifications/replay', { endpointId });
      const { functions } = tally.end();
      expect(body.data.accepted).toBe(3);
      await until(isSent);
      return Object.entries(functions).find(([key]) => key.endsWith('-replayWebhookNotificationsFunction'))?.[1];
    };
    expect(await replayed()).toMatchObject({ writes: 3 * 5 });
    expect(await replayed()).toMatchObject({ writes: 3 * 2 });
  });

  it('is in the list', () => {
    const writing = endpoints.filter(({ table }) => table.some((action) => WRITES.includes(action)));
    expect(Object.keys(billed).toSorted()).toEqual(
      writing
        .map(({ id }) => id)
        .filter((id) => !unreachable.includes(id))
        .toSorted(),
    );
  });
});

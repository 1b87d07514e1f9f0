import { describe, expect, it } from 'vitest';
import { endpointDocs } from '#docs/endpoint-docs';
import { until } from '#local/partner/api-client';
import { endpoints } from '#shared/contract/endpoints';
import { newReceiver } from '#test/support/lifetime';
import { Tally } from '#test/support/metering/tally';
import { ownStack } from '#test/support/own-stack';
import { holdNow } from '#test/support/scenarios/hold-now';
import { callOf, givenFor, send } from '#test/support/scenarios/perform';
import { scenarioFor } from '#test/support/scenarios/registry';
import { allItems } from '#test/support/table-census';

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'];

const writers = endpoints.filter(
  ({ id, table }) => table.some((action) => WRITES.includes(action)) && scenarioFor(id).unreachable === undefined,
);

const tally = Tally.start();
/** Table requests of each endpoint, by endpoint id. */
const calls = new Map<string, Readonly<Record<string, number>>>();

// Only deliveries run in the background, and their attempts follow each other immediately.
const running = await ownStack({
  settings: { SANDBOX_STEP_MS: '3600000', WEBHOOK_DELAYS_S: '0,0,0,0,0' },
});
const receiver = await newReceiver();

describe('each endpoint that writes', () => {
  /** Counts the capacity units and table requests of one request. @param changes changes of the example body */
  async function costOf(id: string, changes: object = {}) {
    const partner = await running.newPartner();
    const stage = { partner, providerEventsSecrets: running.stack.providerEventsSecrets, hold: holdNow };
    // The first accepted request of a day writes the API key's last use, so the test sends one before it counts. Except for
    // `updateWebhookSettings`, this request sets the webhook URL that notifications need.
    if (id === 'updateWebhookSettings') await partner.get('/webhook-settings');
    else await partner.put('/webhook-settings', { url: receiver.url });
    const call = callOf(id, await givenFor(id, stage));
    const body = call.body && { ...call.body, ...changes };
    tally.begin();
    const response = await send(id, { ...call, body }, stage, endpointDocs.get(id)?.example.headers);
    const { functions } = tally.end();
    expect(response.status, response.text).toBeLessThan(400);
    const own = Object.entries(functions).find(([key]) => key.endsWith(`-${id}Function`))?.[1];
    if (own === undefined) throw new Error(`${id} asked nothing of the database`);
    return own;
  }

  it.each(writers)('$id costs exactly the units of its scenario', async ({ id }) => {
    const own = await costOf(id);
    expect([own.reads, own.writes], `billed of ${id} in test/scenarios`).toEqual(scenarioFor(id).billed);
    calls.set(id, own.calls);
  });

  it.each([
    ['createCrossRamp', [6, 37]],
    ['createOnRamp', [4, 25]],
    ['createOffRamp', [5, 32]],
  ] as const)(
    '%s costs no more without own data, and at most four units more with an external id',
    async (id, units) => {
      const without = await costOf(id, { externalId: undefined, metadata: undefined });
      expect([without.reads, without.writes]).toEqual(units);
      const { reads, writes } = await costOf(id, { externalId: 'order-2087', metadata: undefined });
      expect(reads).toBe(without.reads);
      expect(writes).toBeGreaterThan(without.writes);
      expect(writes).toBeLessThanOrEqual(without.writes + 4);
    },
  );

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
    // The test ignores the first creation, because it also reads the API key.
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
});

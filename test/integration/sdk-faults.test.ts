import { afterAll, describe, expect, it } from 'vitest';
import { PartnerRamp } from '#sdk/client';
import { Chance } from '#test/support/chance';
import { startFaultyProxy } from '#test/support/servers/faulty-proxy';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

/** `SDK_CREATIONS=1000` makes 1,000. */
const CREATIONS = Number(process.env.SDK_CREATIONS ?? 60);
const IN_PARALLEL = 20;

/** Timeout of an attempt, in ms. Half of the delayed requests arrive after the client has sent the next attempt. */
const ATTEMPT_TIMEOUT_MS = 3_000;
const MAX_DELAY_MS = 6_000;

const service = await sharedStack();
const partner = await service.newPartner();
const { apiKey } = partner;
const userId = await partner.verifiedUser();
const options = { rate: 0.2, maxDelayMs: MAX_DELAY_MS, chance: new Chance(20_260_115) };
const proxy = await startFaultyProxy({ target: service.baseUrl, ...options });
afterAll(proxy.stop);

describe('creations by the SDK, over a network that drops, delays and repeats', () => {
  it(`happen exactly once each, all ${CREATIONS}`, async () => {
    let attempts = 0;
    const client = new PartnerRamp({
      apiKey,
      baseUrl: proxy.baseUrl,
      ...{ maxRetries: 30, initialBackoffMs: 20, maxBackoffMs: 200 },
      ...{ attemptTimeoutMs: ATTEMPT_TIMEOUT_MS, timeoutMs: 200_000 },
      onAttempt: () => {
        attempts += 1;
      },
    });
    /** Amounts in MXN, different for each on-ramp. */
    const orders = Array.from({ length: CREATIONS }, (_, index) => (100_000 + index) / 100);
    const created = new Map<number, string>();
    const next = orders.values();
    const work = async () => {
      for (const fiatAmount of next) {
        const order = {
          userId,
          fiatCurrency: 'MXN',
          tokenSymbol: 'USDC',
          blockchainSymbol: 'POL',
          fiatAmount,
        } as const;
        const destinationWalletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
        const { id } = await client.onRamps.create({ ...order, destinationWalletAddress });
        created.set(fiatAmount, id);
      }
    };
    await Promise.all(Array.from({ length: IN_PARALLEL }, work));
    await proxy.settled();

    const direct = new PartnerRamp({ apiKey, baseUrl: service.baseUrl });
    const stored = new Map<string, number>();
    for await (const transaction of direct.transactions.list({ limit: 100 })) {
      if ('fiatAmount' in transaction) stored.set(transaction.id, transaction.fiatAmount);
    }
    expect((await direct.transactions.list({ limit: 1 })).total).toBe(CREATIONS);
    expect([...stored].map(([id, amount]) => [amount, id]).toSorted()).toEqual([...created].toSorted());
    // The test is meaningful only if enough requests failed.
    expect(attempts).toBeGreaterThan(CREATIONS * 1.15);
    for (const count of Object.values({ ...proxy.faults.request })) expect(count).toBeGreaterThan(0);
    expect(proxy.faults.response.drop).toBeGreaterThan(0);
    process.stdout.write(`${CREATIONS} creations, ${attempts} attempts, ${JSON.stringify(proxy.faults)}\n`);
  });
});

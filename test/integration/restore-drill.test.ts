/**
 * The drill of docs/disaster-recovery.md on the local engine: its files stand in for a restored table, and a second stack,
 * started frozen on them, for the deployment that takes it.
 */
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ApiClient, until } from '#local/partner/api-client';
import { allPaths, endpointsIn } from '#shared/api/endpoints';
import { announce } from '#test/support/announce';
import { asLostTable, reportDeposit, runOps } from '#test/support/drill';
import { newReceiver, temporaryFolder } from '#test/support/lifetime';
import { ownStack } from '#test/support/own-stack';

const folder = temporaryFolder();
const [dataDir, restored] = [join(folder, 'data'), join(folder, 'restored')];
const receiver = await newReceiver();
const before = await ownStack({ dataDir, settings: { SANDBOX_STEP_MS: '500' } });
announce(before, dataDir);
const partner = await before.newPartner();
await partner.put('/webhook-settings', { url: receiver.url });

/** Users and transactions that were acknowledged before the freeze. */
const users: string[] = [];
const transactions: string[] = [];

/** Makes users and cross-ramps, one after the other, until the first request that is not acknowledged. @returns its status */
async function traffic(verifiedUser: string): Promise<number> {
  for (;;) {
    const user = await partner.post('/users', { type: 'INDIVIDUAL', email: `${randomUUID()}@example.com` });
    if (user.status === 201) users.push(user.body.data.userId);
    const ramp = await partner.post('/cross-ramp', partner.crossRamp(verifiedUser));
    if (ramp.status === 201) transactions.push(ramp.body.data.id);
    const refused = [user, ramp].find(({ status }) => status !== 201);
    if (refused !== undefined) return refused.status;
    await sleep(300);
  }
}

it('a stage that is frozen before its table is replaced loses nothing that it acknowledged', async () => {
  const verified = await partner.verifiedUser();
  // From here on the tool is loaded, and freezes at once.
  expect(await runOps(dataDir, 'stage', 'status')).toMatchObject({ state: 'open' });
  const running = Promise.all([traffic(verified), traffic(verified)]);
  await until(() => receiver.received.length > 10 && users.length > 3);
  const frozen = await runOps(dataDir, 'stage', 'freeze');
  expect(await running).toEqual([429, 429]);
  expect(frozen.switches).toHaveLength(8);
  for (const one of frozen.switches) expect(one).toMatchObject({ state: 'frozen' });
  expect(Date.parse(frozen.restorePoint)).toBeLessThanOrEqual(Date.now());

  // Nothing goes out any more, and nothing comes in: not on routes with limits of their own, not from a provider.
  const delivered = receiver.received.length;
  for (const row of endpointsIn('sandbox'))
    for (const path of allPaths(row)) {
      const answer = await partner.send(row.method, path.replaceAll(/\{\w+\}/g, randomUUID()));
      expect([row.id, answer.status]).toEqual([row.id, 429]);
    }
  const envelope = { success: false, code: 'TOO_MANY_REQUESTS', message: 'Too many requests' };
  expect(await reportDeposit(before, randomUUID())).toMatchObject({ status: 429, body: envelope });

  cpSync(dataDir, restored, { recursive: true });
  const after = await ownStack({ dataDir: restored, frozen: true });
  announce(after, restored);
  const same = new ApiClient(after.baseUrl, partner.apiKey, partner.partnerId);
  expect((await same.get('/users')).status).toBe(429);
  expect(await runOps(restored, 'stage', 'status')).toMatchObject({ state: 'frozen' });
  const compared = await runOps(restored, 'restore', 'compare', ...asLostTable(before));
  expect(compared).toMatchObject({ lost: [] });
  expect(compared.compared).toBeGreaterThan(users.length + transactions.length);
  expect(receiver.received).toHaveLength(delivered);

  const thawed = await runOps(restored, 'stage', 'thaw', '--rebuild');
  for (const one of thawed.switches) expect(one).toMatchObject({ state: 'open' });
  for (const id of users) expect((await same.get(`/users/${id}`)).status).toBe(200);
  for (const id of transactions)
    await until(async () => (await same.get(`/transactions/${id}`)).body.data.status === 'COMPLETED');
  await until(async () => (await same.get('/webhook-notifications?status=PENDING')).body.data.count === 0);
  expect((await same.get('/webhook-notifications?status=FAILED')).body.data.count).toBe(0);
  const sent = (await same.get('/webhook-notifications?status=SENT')).body.data.count;
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(sent);
  // The drill may have begun before midnight.
  const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  expect((await runOps(restored, 'books', 'trial-balance', '--from', from)).totals.length).toBeGreaterThan(0);
  const { entries } = await runOps(restored, 'audit', 'list');
  expect(entries.map(({ verb }: { verb: string }) => verb).slice(-2)).toEqual(['stage freeze', 'stage thaw']);
});

import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { ApiClient, until } from '#local/partner/api-client';
import { startReceiver } from '#local/partner/webhook-receiver';
import { startTestStack } from '#test/support/test-stack';

const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-drill-'));
const [dataDir, restored] = [join(folder, 'data'), join(folder, 'restored')];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Long enough that the transaction is in progress when the copy is made. */
const SLOW = { SANDBOX_STEP_MS: '60000' };

it('a copy of the data, started elsewhere, has what was stored when it was made, and continues from it', async () => {
  const receiver = await startReceiver();
  const before = await startTestStack({ dataDir, settings: SLOW });
  const partner = await before.newPartner();
  await partner.put('/webhook-settings', { url: receiver.url });
  const userId = await partner.newUser();
  const kept = await partner.get(`/users/${userId}`);
  await before.stop();

  // The moment that is restored to. What comes after it is lost in a disaster.
  cpSync(dataDir, restored, { recursive: true });
  const after = await startTestStack({ dataDir, settings: SLOW });
  const late = new ApiClient(after.baseUrl, partner.apiKey, partner.partnerId);
  const lostUser = await late.newUser();
  await after.stop();

  const drill = await startTestStack({ dataDir: restored });
  const same = new ApiClient(drill.baseUrl, partner.apiKey, partner.partnerId);
  expect((await same.get(`/users/${userId}`)).body.data).toEqual(kept.body.data);
  expect((await same.get(`/users/${lostUser}`)).status).toBe(401);
  expect((await same.get('/users')).body.data.count).toBe(1);

  await same.post(`/users/${userId}/kyc`, { country: 'MX', firstName: 'Ana', lastName: 'García' });
  await until(async () => (await same.get(`/users/${userId}`)).body.data.kycStatus === 'VERIFIED');
  const created = await same.post('/cross-ramp', same.crossRamp(userId));
  const path = `/transactions/${created.body.data.id}`;
  await until(async () => (await same.get(path)).body.data.status === 'COMPLETED');
  await until(async () => (await same.get('/webhook-notifications?status=SENT')).body.data.count === 7);
  const { dynamodbEndpoint, tableName } = drill.stack;
  // A separate process, since this one keeps the address of the first table. It fails if the books do not balance.
  const args = ['books', 'trial-balance', '--endpoint', dynamodbEndpoint, '--table', tableName, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'ops/ops.ts', ...args]);
  expect(JSON.parse(stdout).totals.length).toBeGreaterThan(0);
  await drill.stop();
  await receiver.stop();
});

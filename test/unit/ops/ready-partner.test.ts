import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ensureReadyPartner } from '#local/start/ready-partner';
import { revokeKey } from '#shared/partners/api-keys/changes/repository';
import { findCaller } from '#shared/partners/api-keys/repository';
import { generateApiKey } from '#shared/partners/domain/api-key';
import { listPartners } from '#shared/partners/repository';
import { startedForTests } from '#test/support/started-for-tests';
import { startTable } from '#test/unit/delivery/table';

const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-ready-'));
const keyFile = join(folder, 'data', 'partner-key');
const engine = startedForTests(startTable);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

const ready = () => ensureReadyPartner({ endpoint: engine().endpoint, tableName: 'delivery-test', keyFile });

it('makes a partner at the first start, and keeps its key for the owner alone', async () => {
  const { apiKey, partnerId } = await ready();
  expect(readFileSync(keyFile, 'utf8')).toBe(`${apiKey}\n`);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(await findCaller(apiKey, Date.now())).toMatchObject({
    partnerId,
    partnerName: 'Local partner',
    flows: ['REGULAR', 'PAYMENT', 'OTC'],
  });
});

it('keeps the partner at the next start', async () => {
  const before = await ready();
  expect(await ready()).toEqual(before);
  expect(await listPartners()).toHaveLength(1);
});

it('makes another when the table does not know the key', async () => {
  const unknown = generateApiKey('sbx');
  writeFileSync(keyFile, unknown, { mode: 0o644 });
  const { apiKey } = await ready();
  expect(apiKey).not.toBe(unknown);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
});

it('makes another when the key was revoked', async () => {
  const before = await ready();
  const caller = await findCaller(before.apiKey, Date.now());
  // The process caches the caller of a key for a minute. The clock moves 61 seconds, so that the cached caller expires.
  await revokeKey({ partnerId: before.partnerId, keyId: caller?.keyId ?? '', atMs: Date.now() });
  process.env.CLOCK_OFFSET_S = '61';
  const after = await ready();
  delete process.env.CLOCK_OFFSET_S;
  expect(after.partnerId).not.toBe(before.partnerId);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { freePort } from '#local/processes/free-port';
import { newFolder, writeGuideProgram } from '#test/support/guide-programs';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const service = await sharedStack();
const partner = await service.newPartner();
const port = await freePort();
const url = `http://127.0.0.1:${port}/`;
const { body } = await partner.put('/webhook-settings', { url });
const receiver = spawn(process.execPath, [await writeGuideProgram(await newFolder(), 'createServer')], {
  env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: body.data.secret },
  stdio: ['ignore', 'pipe', 'inherit'],
});
afterAll(async () => {
  if (receiver.exitCode !== null) return;
  const closed = once(receiver, 'close');
  receiver.kill();
  await closed;
});
let printed = '';
receiver.stdout.on('data', (chunk: Buffer) => {
  printed += chunk.toString();
});
await until(() =>
  fetch(url, { method: 'POST' }).then(
    () => true,
    () => false,
  ),
);

describe('the receiver in docs/api.md', () => {
  it('refuses what is not signed', async () => {
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('accepts what the service sends, in order', async () => {
    const userId = await partner.verifiedUser();
    await partner.post('/cross-ramp', partner.crossRamp(userId));
    await until(() => printed.includes('COMPLETED_CROSS_RAMP'));
    await until(() => printed.includes('VERIFIED_USER'));
    const lines = printed.split('\n').map((line) => line.trim());
    // Only events of the same transaction or user arrive in order. Different transactions and users do not wait for each other.
    expect(lines.filter((line) => !line.includes('CROSS_RAMP'))).toEqual(['CREATED_KYC 1', 'VERIFIED_USER 2', '']);
    expect(lines.filter((line) => line.includes('CROSS_RAMP'))).toEqual([
      'CREATED_CROSS_RAMP 1 PENDING',
      'FIAT_RECEIVED_CROSS_RAMP 2 FIAT_RECEIVED',
      'IN_PROGRESS_CROSS_RAMP 3 IN_PROGRESS',
      'BANK_TRANSFER_PENDING_CROSS_RAMP 4 BANK_TRANSFER_PENDING',
      'COMPLETED_CROSS_RAMP 5 COMPLETED',
    ]);
  });
});

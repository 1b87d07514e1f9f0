import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ApiClient } from '#local/partner/api-client';
import { startTestStack } from '#test/support/test-stack';

it('replays an answer within 48 h and not a second longer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-window-'));
  const key = 'an-idempotency-key-for-48-hours';
  const first = await startTestStack({ dataDir: folder });
  const partner = await first.newPartner();
  const userId = await partner.verifiedUser();
  const body = partner.crossRamp(userId, { sourceAmount: 1500 });
  const at = Date.now();
  const created = await partner.post('/cross-ramp', body, { headers: { 'idempotency-key': key } });
  await first.stop();

  const send = async (offsetS: number) => {
    const stack = await startTestStack({ dataDir: folder, settings: { CLOCK_OFFSET_S: String(offsetS) } });
    const client = new ApiClient(stack.baseUrl, partner.apiKey, partner.partnerId);
    const answer = await client.post('/cross-ramp', body, { headers: { 'idempotency-key': key } });
    await stack.stop();
    return answer;
  };
  const elapsedS = () => Math.ceil((Date.now() - at) / 1000);
  const within = await send(48 * 3600 - elapsedS() - 60);
  expect([within.text, within.headers.get('idempotency-replayed')]).toEqual([created.text, 'true']);
  const beyond = await send(48 * 3600 + 1);
  expect([beyond.status, beyond.headers.get('idempotency-replayed')]).toEqual([201, null]);
  expect(beyond.body.data.id).not.toBe(created.body.data.id);
  rmSync(folder, { recursive: true, force: true });
});

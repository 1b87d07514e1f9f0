import { expect, it } from 'vitest';
import { ApiClient, until } from '#local/partner/api-client';
import { temporaryFolder } from '#test/support/lifetime';
import { startTestStack } from '#test/support/test-stack';

const dataDir = temporaryFolder();

it('expires an unfunded cross-ramp after 72 h: at once for a reader, and in the table by the redrive', async () => {
  const first = await startTestStack({ dataDir });
  const partner = await first.newPartner();
  const userId = await partner.verifiedUser();
  const { id } = (await partner.post('/cross-ramp', partner.crossRamp(userId, { sourceAmount: 1500 }))).body.data;
  await first.stop();

  const second = await startTestStack({ dataDir, settings: { CLOCK_OFFSET_S: String(72 * 3600 + 60) } });
  const later = new ApiClient(second.baseUrl, partner.apiKey, partner.partnerId);
  expect((await later.get(`/transactions/${id}`)).body.data).toMatchObject({ status: 'EXPIRED', version: 2 });
  expect((await later.get('/transactions?status=PENDING')).body.data.data).toEqual([]);
  await second.stack.invoke('redriveOverdue', {});
  const latestEvent = async () => (await later.get('/webhook-notifications')).body.data.data[0]?.eventType;
  await until(async () => (await latestEvent()) === 'EXPIRED_CROSS_RAMP');
  expect((await later.get('/transactions?status=EXPIRED')).body.data.data).toMatchObject([{ id, version: 2 }]);
  await second.stop();
});

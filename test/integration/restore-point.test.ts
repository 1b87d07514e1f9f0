/** Restores a stage to a point before a disaster. Shows which data is missing and how to recover it. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ApiClient, until } from '#local/partner/api-client';
import { endpointsIn } from '#shared/contract/endpoints';
import { announce } from '#test/support/announce';
import { asLostTable, reportDeposit, runOps } from '#test/support/drill';
import { newReceiver, temporaryFolder } from '#test/support/lifetime';
import { ownStack } from '#test/support/own-stack';

const folder = temporaryFolder();
const [dataDir, restored] = [join(folder, 'data'), join(folder, 'restored')];
const receiver = await newReceiver();
const settled = (partner: ApiClient) =>
  until(async () => (await partner.get('/webhook-notifications?status=PENDING')).body.data.count === 0);

it('a table that is restored to an earlier point lacks exactly what the comparison and the log of requests list, and takes it again', async () => {
  const first = await ownStack({ dataDir });
  const early = await first.newPartner();
  await early.put('/webhook-settings', { url: receiver.url });
  const userId = await early.verifiedUser();
  // The deposit of this amount is not simulated; a provider reports it.
  const ramp = await early.post('/cross-ramp', early.crossRamp(userId, { sourceAmount: 2000.07 }));
  const transactionId: string = ramp.body.data.id;
  await settled(early);
  await first.stop();
  cpSync(dataDir, restored, { recursive: true });
  const pointMs = Date.now();

  // Writes between the restore point and the disaster.
  const before = await ownStack({ dataDir });
  const partner = new ApiClient(before.baseUrl, early.apiKey, early.partnerId);
  const lostUser = await partner.newUser();
  expect((await reportDeposit(before, transactionId)).body.data.result).toBe('APPLIED');
  await settled(partner);

  const after = await ownStack({ dataDir: restored });
  announce(after, restored);
  const { lost } = await runOps(restored, 'restore', 'compare', ...asLostTable(before));
  const about = (entity: string) =>
    lost.filter((one: { entity: string }) => one.entity === entity).map(({ at, ...one }: { at: string }) => one);
  expect(about('USER')).toEqual([
    expect.objectContaining({ id: lostUser, state: 'missing', partnerId: partner.partnerId }),
  ]);
  expect(about('TX')).toEqual([expect.objectContaining({ id: transactionId, state: 'older' })]);
  expect(about('PROVIDER_EVENT').map((one: { about: string }) => one.about)).toContain(
    'banking deposit-1 DEPOSIT_RECEIVED',
  );
  expect(about('NTF').every((one: { state: string }) => one.state === 'missing')).toBe(true);
  const reported = about('NTF').map(({ about: text }: { about: string }) => text.split(' ')[0]);
  expect(reported).toContain('FIAT_RECEIVED_CROSS_RAMP');
  expect(new Set(lost.map(({ entity }: { entity: string }) => entity))).toEqual(
    new Set(['USER', 'TX', 'PROVIDER_EVENT', 'NTF']),
  );
  expect(acknowledgedWrites(before.logFile, pointMs)).toEqual(['createUser', 'takeProviderEvent']);

  const same = new ApiClient(after.baseUrl, partner.apiKey, partner.partnerId);
  expect((await same.get(`/transactions/${transactionId}`)).body.data.status).toBe(ramp.body.data.status);
  // The provider reports the deposit again: the first report is applied, the second is a duplicate. The partner creates the lost
  // user again, with another id.
  expect((await reportDeposit(after, transactionId)).body.data.result).toBe('APPLIED');
  expect((await reportDeposit(after, transactionId)).body.data.result).toBe('DUPLICATE');
  expect(await same.newUser()).not.toBe(lostUser);
  await settled(same);
  // The event was delivered before the disaster, and again afterwards with another id.
  const reports = receiver.received.filter(({ body }) => body.includes('FIAT_RECEIVED_CROSS_RAMP'));
  expect(new Set(reports.map(({ id }) => id)).size).toBe(2);
});

const requestLine = z.object({
  endpoint: z.string(),
  status: z.number(),
  timestamp: z.string(),
});

/** Returns the successful requests that changed data after a time. Filters as the log query of docs/disaster-recovery.md does. */
function acknowledgedWrites(logFile: string, sinceMs: number): string[] {
  const reads = /^(get|list|open)/;
  expect(readFileSync('docs/disaster-recovery.md', 'utf8')).toContain(`endpoint not like ${reads}`);
  expect(endpointsIn('sandbox').filter(({ id, method }) => reads.test(id) !== (method === 'GET'))).toEqual([]);
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const start = line.indexOf('{');
      const parsed = requestLine.safeParse(start < 0 ? {} : JSON.parse(line.slice(start)));
      return parsed.success ? [parsed.data] : [];
    })
    .filter(
      ({ status, endpoint, timestamp }) => status < 300 && !reads.test(endpoint) && Date.parse(timestamp) > sinceMs,
    )
    .map(({ endpoint }) => endpoint);
}

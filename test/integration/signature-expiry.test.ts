import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ApiClient } from '#local/partner/api-client';
import { Business, newBusiness } from '#test/support/business';
import { startTestStack } from '#test/support/test-stack';

const DAY_S = 86_400;
const dataDir = mkdtempSync(join(tmpdir(), 'partner-ramp-declaration-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('keeps a declaration open for 30 days under the same link, and allows a new request afterwards', async () => {
  const first = await startTestStack({ dataDir });
  const partner = await first.newPartner();
  const { userId, ...before } = await newBusiness(partner);
  const owner = await new Business(partner, userId).addOwner();
  const at = Date.now();
  const asked = await partner.post(before.signatures);
  const path = new URL(asked.body.data.data[0].signingUrl).pathname;
  await first.stop();

  const atOffset = async <T>(offsetS: number, look: (business: Business) => Promise<T>): Promise<T> => {
    const stack = await startTestStack({ dataDir, settings: { CLOCK_OFFSET_S: String(offsetS) } });
    const client = new ApiClient(stack.baseUrl, partner.apiKey, partner.partnerId);
    const seen = await look(new Business(client, userId));
    await stack.stop();
    return seen;
  };
  const elapsedS = Math.ceil((Date.now() - at) / 1000);
  // A minute before the end, however long the stack takes to start.
  const within = await atOffset(30 * DAY_S - elapsedS - 60, (business) => business.findEntry(owner));
  expect(within.status).toBe('PENDING');
  expect(new URL(within.signingUrl).pathname).toBe(path);

  await atOffset(30 * DAY_S, async (business) => {
    expect(await business.findEntry(owner)).toEqual({
      associatedPersonId: owner,
      name: 'Lucía Hernández',
      status: 'EXPIRED',
      version: 2,
    });
    expect((await business.entries('?status=PENDING')).data).toEqual([]);
    expect((await business.sign(owner)).status).toBe(409);
    const again = (await business.requestSignatures()).body.data.data[0];
    expect(again.status).toBe('PENDING');
    expect(new URL(again.signingUrl).pathname).not.toBe(path);
    expect((await business.sign(owner)).status).toBe(200);
  });
});

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { confirmationsKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import type { Reporter } from '#shared/transactions/domain/reporters';
import { getPage } from '#test/support/pages';
import { signedCallback } from '#test/support/servers/loopback-provider';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();
const userId = await partner.verifiedUser();

const answerShape = z.object({
  data: z.optional(z.object({ result: z.string() })),
  errors: z.optional(z.array(z.object({ field: z.string() }))),
});

/** Sends a report of confirmations. @returns the status, and the result or the fields that are wrong */
async function report(transactionId: string, fields: Readonly<Record<string, unknown>>): Promise<unknown[]> {
  const content: { readonly provider: Reporter; readonly [field: string]: unknown } = {
    ...{ provider: 'custody', eventId: randomUUID(), transactionId, type: 'DEPOSIT_CONFIRMING' },
    ...fields,
  };
  const { headers, body } = signedCallback(content, running.stack.providerEventsSecrets[content.provider]);
  const answer = await fetch(`${running.baseUrl}/provider-events`, { method: 'POST', headers, body });
  const { data, errors } = answerShape.parse(await answer.json());
  return [answer.status, data?.result ?? errors?.map(({ field }) => field)];
}

const counted = (confirmations: unknown, requiredConfirmations: unknown = 12) => ({
  confirmations,
  requiredConfirmations,
});

/** Orders of a user in Mexico. */
const order = { userId, fiatCurrency: 'MXN', tokenSymbol: 'USDC', blockchainSymbol: 'POL' };

async function unpaid(): Promise<{ readonly id: string; readonly url: string }> {
  const created = await partner.post('/off-ramp', {
    ...{ ...order, cryptoAmount: 100 },
    userBankInformation: { accountIdentifier: '012180015500000008' },
  });
  expect(created.status, created.text).toBe(201);
  return { id: created.body.data.id, url: `${created.body.data.paymentUrl}?lang=en` };
}

const shown = async (url: string) => /(\d+ of \d+) confirmations/.exec((await getPage(url)).html)?.[1];

it('are shown to who pays, the most that were reported, and change nothing else', async () => {
  const { id, url } = await unpaid();
  const before = (await partner.get(`/transactions/${id}`)).body.data;
  expect(await shown(url)).toBeUndefined();
  expect(await report(id, counted(0))).toEqual([200, 'APPLIED']);
  expect(await shown(url)).toBe('0 of 12');
  expect(await report(id, counted(7))).toEqual([200, 'APPLIED']);
  expect(await report(id, counted(7))).toEqual([200, 'DUPLICATE']);
  expect(await report(id, counted(3))).toEqual([200, 'DUPLICATE']);
  expect(await shown(url)).toBe('7 of 12');
  expect((await partner.get(`/transactions/${id}`)).body.data).toEqual(before);

  await partner.post('/off-ramp/execute', { transactionId: id });
  expect(await report(id, { type: 'DEPOSIT_RECEIVED' })).toEqual([200, 'APPLIED']);
  // The sandbox confirms the receipt too, and may be first.
  expect((await report(id, { type: 'RECEIPT_CONFIRMED' }))[0]).toBe(200);
  expect(await report(id, counted(12))).toEqual([200, 'DUPLICATE']);
  expect(await shown(url)).toBeUndefined();
});

it.each([
  ['no count', {}, ['confirmations']],
  ['no required count', { confirmations: 3 }, ['confirmations']],
  ['more than are required', counted(13), ['confirmations']],
  ['a negative count', counted(-1), ['confirmations']],
  ['a fraction', counted(1.5), ['confirmations']],
  ['text', counted('3'), ['confirmations']],
  ['none required', counted(0, 0), ['requiredConfirmations']],
  ['more than a chain has', counted(1, 10_001), ['requiredConfirmations']],
  ['a count in another report', { type: 'DEPOSIT_RECEIVED', ...counted(1) }, ['confirmations']],
])('are refused with %s, and nothing is stored', async (_, fields, wrong) => {
  const { id } = await unpaid();
  expect(await report(id, fields)).toEqual([400, wrong]);
  expect(await readItem(confirmationsKey(id))).toBeUndefined();
});

it('are the custodian’s to report, of a deposit of tokens that exists', async () => {
  const { id } = await unpaid();
  expect((await report(id, { provider: 'banking', ...counted(1) }))[0]).toBe(403);
  expect((await report(randomUUID(), counted(1)))[0]).toBe(404);
  const onRamp = await partner.post('/on-ramp', {
    ...{ ...order, fiatAmount: 500 },
    destinationWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  });
  expect((await report(onRamp.body.data.id, counted(1)))[0]).toBe(403);
});

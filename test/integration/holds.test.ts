import { describe, expect, it } from 'vitest';
import { until, usAccount } from '#local/partner/api-client';
import { findOrder } from '#shared/transactions/orders/repository';
import { findTransaction, readTimelineEntries } from '#shared/transactions/repository';
import { announce } from '#test/support/announce';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { ops } from '#test/unit/ops/tool';

const running = await sharedStack();
const folder = announce(running);
const partner = await running.newPartner();
const userId = await partner.verifiedUser();

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const pair = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
const named = (lastName: string) => ({ firstName: 'Ana', lastName });
const payee = (lastName: string) => ({ accountIdentifier: '012180015500000008', accountHolder: named(lastName) });

async function verified(lastName: string): Promise<string> {
  const owner = await partner.newUser();
  await partner.post(`/users/${owner}/kyc`, { country: 'MX', ...named(lastName) });
  await partner.post(`/sandbox/users/${owner}/verification`, { result: 'VERIFIED' });
  return owner;
}

/** Creations with a payout to a person with the given last name. */
const creations = {
  ON_RAMP: async (lastName: string) =>
    partner.post('/on-ramp', {
      ...{ userId: await verified(lastName), ...pair },
      ...{ fiatAmount: 10.01, destinationWalletAddress: WALLET },
    }),
  OFF_RAMP: (lastName: string) =>
    partner.post('/off-ramp', { userId, ...pair, cryptoAmount: 10.01, userBankInformation: payee(lastName) }),
  CROSS_RAMP: (lastName: string) => {
    const targetBankAccount = { ...usAccount, accountHolder: named(lastName) };
    return partner.post('/cross-ramp', partner.crossRamp(userId, { sourceAmount: 2000.01, targetBankAccount }));
  },
};
type Kind = keyof typeof creations;
const kinds = ['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP'] as const;

const item = async (id: string) => (await partner.get(`/transactions/${id}`)).body.data;
const inform = (id: string, items: unknown, by = partner) => by.post(`/transactions/${id}/information`, { items });
const simulate = (id: string, event: string) => partner.post(`/sandbox/transactions/${id}/simulate`, { event });
const relationship = [{ field: 'relationship', value: 'Supplier since 2019' }];
const reaches = (id: string, status: string) => until(async () => (await findTransaction(id))?.status === status);

async function held(kind: Kind, lastName = 'Hold'): Promise<string> {
  const created = await creations[kind](lastName);
  expect(created.status, created.text).toBe(201);
  const { id } = created.body.data;
  await until(async () => (await findTransaction(id))?.hold !== undefined);
  return id;
}

async function payloads(id: string): Promise<Record<string, unknown>[]> {
  const { data } = (await partner.get(`/webhook-notifications?transactionId=${id}&limit=100&sortOrder=asc`)).body.data;
  return Promise.all(
    data.map(async (one: { id: string }) => (await partner.get(`/webhook-notifications/${one.id}`)).body.data.payload),
  );
}

/** Status in which the payout is ordered, by transaction type. */
const waiting = { ON_RAMP: 'IN_PROGRESS', OFF_RAMP: 'READY_BANK_TRANSFER', CROSS_RAMP: 'READY_BANK_TRANSFER' };

describe.each(kinds)('a held %s', (kind) => {
  it('says why and who has to act, pays out once that is provided, and reports both', async () => {
    const id = await held(kind);
    const before = await item(id);
    expect(before).toMatchObject({ status: waiting[kind], hold: { reason: 'COUNTERPARTY_INFORMATION_REQUIRED' } });
    expect(before.hold).toMatchObject({ actor: 'PARTNER', requestedInformation: [{ field: 'relationship' }] });
    const { since, deadline } = before.hold;
    expect(Date.parse(deadline) - Date.parse(since)).toBe(7 * 24 * 3_600_000);
    const response = await inform(id, relationship);
    expect([response.status, response.body.data.hold], response.text).toEqual([200, null]);
    await reaches(id, 'COMPLETED');
    const sent = await payloads(id);
    const events = sent.map(({ event }) => event);
    expect(events.filter((event) => String(event).startsWith('HOLD_'))).toEqual([
      `HOLD_PLACED_${kind}`,
      `HOLD_RELEASED_${kind}`,
    ]);
    expect(events.at(-1)).toBe(`COMPLETED_${kind}`);
    expect(sent.find(({ event }) => event === `HOLD_PLACED_${kind}`)).toMatchObject({
      ...{ reason: 'COUNTERPARTY_INFORMATION_REQUIRED', actor: 'PARTNER' },
      ...{ requestedFields: ['relationship'], deadline, status: waiting[kind] },
    });
    expect(JSON.stringify(sent)).not.toContain('Supplier');
    const steps = (await readTimelineEntries(id)).map(({ trigger }) => trigger);
    const [placed, released] = [steps.indexOf('HOLD_PLACED'), steps.indexOf('HOLD_RELEASED')];
    expect(released).toBe(placed + 1);
    for (const trigger of ['PAYOUT_SUBMITTED', 'PAYOUT_COMPLETED'])
      expect(steps.includes(trigger) ? steps.indexOf(trigger) : released + 1).toBeGreaterThan(released);
  });

  it('ends without a payout once the platform rejects it, and the deposit is owed to the user', async () => {
    const id = await held(kind);
    const rejected = await simulate(id, 'REJECT_HOLD');
    expect(rejected.body.data).toMatchObject({
      status: 'FAILED',
      cancellationReason: 'SCREENING_REJECTED',
      hold: null,
    });
    expect(await findOrder(id, 'REFUND')).toMatchObject({ transactionId: id });
    expect((await payloads(id)).at(-1)).toMatchObject({ event: `FAILED_${kind}`, reason: 'SCREENING_REJECTED' });
    for (const event of ['RELEASE_HOLD', 'REJECT_HOLD']) expect((await simulate(id, event)).status).toBe(400);
    expect((await inform(id, relationship)).body).toMatchObject({ code: 'CONFLICT' });
  });
});

it('is listed, released and rejected by operators', async () => {
  const ids = [await held('OFF_RAMP'), await held('OFF_RAMP', 'Review')];
  const [released = '', rejected = ''] = ids;
  const tool = async (...args: readonly string[]) => {
    const { code, out, error } = await ops(['hold', ...args, '--json', '--data-dir', folder]);
    return { code, json: code === 0 ? JSON.parse(out) : error };
  };
  const listed = async () =>
    (await tool('list', '--limit', '500')).json.holds.map((hold: { id: string }) => hold.id) as string[];
  await until(async () => {
    const found = await listed();
    return ids.every((id) => found.includes(id));
  });
  const both = (await listed()).filter((id) => ids.includes(id));
  expect(both).toEqual(ids);
  const decide = (verb: string, id: string) => tool(verb, '--transaction', id, '--reason', 'ticket 17');
  expect(await decide('release', released)).toMatchObject({ code: 0 });
  expect(await decide('reject', rejected)).toMatchObject({ code: 0, json: { status: 'FAILED' } });
  expect(await decide('reject', rejected)).toMatchObject({ code: 1 });
  await reaches(released, 'COMPLETED');
  await until(async () => (await listed()).every((id) => !ids.includes(id)));
});

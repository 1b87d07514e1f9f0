import { expect, it } from 'vitest';
import { contract } from '#functions/transactions/mock-testing-guide/contract';
import { handler } from '#functions/transactions/mock-testing-guide/handler';
import { tooManyRequests } from '#shared/api/problems';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, { request: () => ({}), usesTable: false });

const NAME_CHECK = 'NAME_VERIFICATION_FAILED';

/** Sandbox amounts of on-ramps and off-ramps, each with its outcome and reason (contract, Sandbox). */
const rampRules = (third: string) => [
  [10.01, 'COMPLETED', null],
  [1000.01, 'COMPLETED', null],
  [10.02, 'CANCELLED', NAME_CHECK],
  [1000.02, 'CANCELLED', NAME_CHECK],
  [10.03, third, null],
  [1000.03, third, null],
];

const crossRampRules = [
  [2000.01, 'COMPLETED', null],
  [2000.02, 'CANCELLED', NAME_CHECK],
  [2000.03, 'EXPIRED', null],
  [2000.04, 'FAILED', 'PAYOUT_RETURNED_BY_BANK'],
  [2000.05, 'COMPLETED', null],
  [2000.06, 'COMPLETED', 'PAYOUT_RETURNED'],
];

const withDescription = (rows: readonly (readonly unknown[])[]) =>
  rows.map(([amount, outcome, reason]) => ({ amount, outcome, reason, description: expect.stringMatching(/\w+ \w+/) }));

it('lists the sandbox amounts of each kind with their outcomes', async () => {
  const world = await createWorld('getMockTestingGuide');
  const { status, body } = await world.call(handler);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    data: {
      ...{ enabled: true, environment: 'sandbox' },
      onRampRules: withDescription(rampRules('EXPIRED')),
      offRampRules: withDescription(rampRules('CRYPTO_NOT_RECEIVED')),
      crossRampRules: withDescription(crossRampRules),
    },
  });
});

it('is empty in production', async () => {
  const world = await createWorld('getMockTestingGuide', { stage: 'production' });
  const rules = { onRampRules: [], offRampRules: [], crossRampRules: [] };
  const data = { enabled: false, environment: 'production', ...rules };
  expect(await world.call(handler)).toMatchObject({ status: 200, body: { success: true, data } });
});

it('is refused beyond the rate of its partner, says when to call again, and then succeeds', async () => {
  const world = await createWorld('getMockTestingGuide');
  const statuses: number[] = [];
  for (let count = 0; count < 100; count += 1) statuses.push((await world.call(handler, {})).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const headers = { 'retry-after': '1', 'ratelimit-policy': '"partner";q=100;w=2', ratelimit: '"partner";r=0;t=1' };
  expect(await world.call(handler, {})).toMatchObject({ ...refusal(tooManyRequests(1)), headers });
  expect(await world.call(handler, { partner: await world.newPartner() })).toMatchObject({ status: 200 });
  world.advance(1000);
  expect((await world.call(handler, {})).status).toBe(200);
});

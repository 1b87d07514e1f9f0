import { expect, it } from 'vitest';
import { contract } from '#functions/users/get/contract';
import { handler } from '#functions/users/get/handler';
import { userNotAssociated } from '#shared/api/problems';
import { erasureWrites } from '#shared/users/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await world.user()).id } }),
  foreign: 'UNAUTHORIZED',
});

const shared = { createdAt: '2026-01-15T12:00:00.000Z', updatedAt: '2026-01-15T12:01:00.000Z' };
const nothing = { externalUserId: null, alias: null, firstName: null, lastName: null, businessName: null };
const person = { type: 'INDIVIDUAL', email: 'ana@example.com', externalUserId: 'customer-1042', alias: 'Ana' } as const;
const business = { type: 'BUSINESS', email: 'acme@example.com', businessName: 'ACME, S.A. de C.V.' } as const;

it.each([
  [{ ...person, kycStatus: 'VERIFIED', firstName: 'Ana', lastName: 'García', version: 3 }],
  [{ ...business, kycStatus: 'NOT_STARTED', version: 1 }],
] as const)('shows a user: %j', async (stored) => {
  const world = await createWorld('getUser');
  const { id } = await world.user({ ...stored, updatedAtMs: Date.parse(shared.updatedAt) });
  const response = await world.call(handler, { path: { userId: id } });
  expect(response.status).toBe(200);
  expect(response.body).toEqual({ success: true, data: { id, ...nothing, ...stored, ...shared } });
});

it('knows no user who was erased', async () => {
  const world = await createWorld('getUser');
  const user = await world.user(person);
  await world.store(...erasureWrites(user, Date.now()));
  expect(await world.call(handler, { path: { userId: user.id } })).toMatchObject(refusal(userNotAssociated()));
});

import { expect, it } from 'vitest';
import { contract } from '#functions/kyc/details/contract';
import { handler } from '#functions/kyc/details/handler';
import { userNotAssociated } from '#shared/api/problems';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { startVerification } from '#test/support/handlers/identity';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, {
  request: async (world) => ({ query: { userId: (await world.user()).id } }),
  foreign: 'UNAUTHORIZED',
});

it('shows the verification of the user in the query, in any letter case', async () => {
  const world = await createWorld('getKycDetails');
  const user = await world.user();
  const { id: verificationId } = await startVerification(user);
  const response = await world.call(handler, { query: { userId: user.id.toUpperCase() } });
  expect(response.status).toBe(200);
  expect(response.body).toEqual({
    success: true,
    data: {
      ...{ userId: user.id, verificationId, status: 'IN_PROGRESS', country: 'MX', version: 1 },
      ...{ submittedAt: '2026-01-15T12:00:00.000Z', decidedAt: null, rejectionReasons: [] },
    },
  });
});

it('knows no user of another id', async () => {
  const world = await createWorld('getKycDetails');
  const query = { userId: '00000000-0000-4000-8000-000000000000' };
  expect(await world.call(handler, { query })).toMatchObject(refusal(userNotAssociated()));
});

it.each([{}, { userId: '' }, { userId: '1' }])('refuses %j', async (query) => {
  const world = await createWorld('getKycDetails');
  const response = await world.call(handler, { query });
  expect(response).toMatchObject({
    status: 400,
    body: { code: 'INVALID_USER_INPUT_ERROR', message: 'Invalid User Input', errors: [{ field: 'userId' }] },
  });
});

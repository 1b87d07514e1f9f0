import { expect, it } from 'vitest';
import { contract } from '#functions/branding/get/contract';
import { handler } from '#functions/branding/get/handler';
import { changeBranding } from '#shared/partners/branding/change-branding';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, { request: () => ({}) });

it('is null in every field until something is set', async () => {
  const world = await createWorld('getBranding');
  const { status, body } = await world.call(handler, {});
  const data = { displayName: null, color: null, helpUrl: null, privacyUrl: null, logoUrl: null, updatedAt: null };
  expect({ status, body }).toEqual({ status: 200, body: { success: true, data } });
});

it('returns what was set, the logo by its address', async () => {
  const world = await createWorld('getBranding');
  const logo = { sha256: 'ab'.repeat(32), width: 20, height: 20, png: 'iVBORw0K' };
  await changeBranding(world.partner.id, { displayName: 'Remesas', logo }, Date.UTC(2026, 10, 26));
  expect((await world.call(handler, {})).body.data).toEqual({
    ...{ displayName: 'Remesas', color: null, helpUrl: null, privacyUrl: null, updatedAt: '2026-11-26T00:00:00.000Z' },
    logoUrl: expect.stringMatching(new RegExp(`^https://.+/logos/${logo.sha256}\\.png$`)),
  });
});

it("does not show another partner's", async () => {
  const world = await createWorld('getBranding');
  await changeBranding('another', { displayName: 'Another' }, 0);
  expect((await world.call(handler, {})).body).toMatchObject({ data: { displayName: null } });
});

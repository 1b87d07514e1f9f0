import { expect, it } from 'vitest';
import { handler } from '#functions/branding/logo/handler';
import { Problem } from '#shared/api/problems';
import { refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

const sha256 = '0f'.repeat(32);

it('sends a browser on to the logo in the bucket, for a time that is shorter than the address is good', async () => {
  const world = await createWorld('getLogo');
  const { status, headers, text } = await world.call(handler, { path: { logo: `${sha256}.png` } });
  expect({ status, text, cached: headers['cache-control'] }).toEqual({
    ...{ status: 302, text: '', cached: 'public, max-age=600' },
  });
  const address = new URL(String(headers.location));
  expect(address.pathname).toMatch(new RegExp(`/logos/${sha256}\\.png$`));
  expect(address.searchParams.get('X-Amz-Expires')).toBe('900');
});

it.each(['', 'logo.png', `${sha256}.svg`, `${sha256}`, `../${sha256}.png`, `${sha256.toUpperCase()}.png`])(
  'knows no logo %j',
  async (logo) => {
    const world = await createWorld('getLogo');
    const response = await world.call(handler, { path: { logo } });
    expect(response).toMatchObject(
      refusal(new Problem('NOT_FOUND_ERROR', 'Logo not found', { reason: 'LOGO_NOT_FOUND' })),
    );
  },
);

/** Tests that every hosted page must pass. */
import { describe, expect, it } from 'vitest';
import { failurePage } from '#shared/hosted-pages/layout';
import { createWorld, type EndpointHandler, type TestRequest, type TestResponse, type World } from './world';

export interface PageUnderTest {
  /** Stores the data that the page shows. @returns a request to which the page responds without an error */
  readonly request: (world: World) => Promise<TestRequest>;
  /** True if the endpoint accepts a form. */
  readonly takesForm: boolean;
  /** Response for an unknown link. @default the page for an unknown link */
  readonly unknown?: Pick<TestResponse, 'status' | 'body'>;
}

const UNKNOWN_TOKEN = 'A'.repeat(43);

/** Returns a form as a browser submits it. */
export function submitted(fields: Readonly<Record<string, string>>): Pick<TestRequest, 'headers' | 'body'> {
  const headers = {
    ...{ 'content-type': 'application/x-www-form-urlencoded', origin: 'https://api.example.com' },
    'accept-language': 'en',
  };
  return { headers, body: String(new URLSearchParams(fields)) };
}

/** @param id id of the row in the endpoint table */
export function describePage(id: string, handler: EndpointHandler, options: PageUnderTest): void {
  const { request, takesForm } = options;
  const failure = (kind: Parameters<typeof failurePage>[0]) => {
    const { status } = failurePage(kind, 'en');
    return { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } };
  };
  const prepare = async () => {
    const world = await createWorld(id);
    return { world, asked: await request(world) };
  };

  describe(`${id}, like every page of a link,`, () => {
    it.each([
      ['no-token', undefined],
      [UNKNOWN_TOKEN, options.unknown],
    ])('knows no link %s', async (token, unknown) => {
      const { world, asked } = await prepare();
      expect(await world.call(handler, { ...asked, path: { token } })).toMatchObject(unknown ?? failure('unknown'));
    });

    it('shows that it failed while the table is throttled', async () => {
      const { world, asked } = await prepare();
      world.table.throttle(Number.POSITIVE_INFINITY);
      expect(await world.call(handler, asked)).toMatchObject(failure('broken'));
      expect(world.log.withMessage('a service did not respond')).toHaveLength(1);
    });

    if (takesForm)
      it('takes no form from a page of another host', async () => {
        const { world, asked } = await prepare();
        const headers = { ...asked.headers, origin: 'https://elsewhere.example' };
        const before = world.table.items();
        expect(await world.call(handler, { ...asked, headers })).toMatchObject(failure('foreign'));
        expect(world.table.items()).toEqual(before);
      });
  });
}

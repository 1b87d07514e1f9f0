import { afterEach, expect, it, vi } from 'vitest';
import { apiHeaders } from '#shared/http/security-headers';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['deployed', '', { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }],
  ['where links are http', 'http', {}],
])(
  'returns %s are kept by no cache, taken for no other type, and bound to HTTPS as they can be',
  (_, links, transport) => {
    vi.stubEnv('LOCAL_LINKS', links);
    expect(apiHeaders()).toEqual({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...transport,
    });
  },
);

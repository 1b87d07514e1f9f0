import { afterEach, describe, expect, it, vi } from 'vitest';
import { readBaseUrl, readPathPrefix } from '#shared/http/gateway-event';
import { gatewayEvent } from '#test/support/gateway-event';

const DOMAIN = 'abc123.execute-api.us-east-1.amazonaws.com';
const headers = { host: '127.0.0.1:3000' };

/** Returns a gateway event. @param resource route template @param path path as the caller sent it */
function eventOf(resource: string, path: string) {
  const plain = gatewayEvent({ httpMethod: 'GET', resource, headers });
  return { ...plain, requestContext: { ...plain.requestContext, domainName: DOMAIN, path } };
}

const event = eventOf('/api/partner/v2/users', '/sandbox/api/partner/v2/users');

it.each([
  ['/users/{userId}', '/sandbox/users/1', '/sandbox'],
  ['/', '/sandbox/', '/sandbox'],
  ['/', '/sandbox', '/sandbox'],
  ['/guide/{page}', '/sandbox/guide/webhooks/', '/sandbox'],
  ['/guide/{page}', '/guide/webhooks', ''],
  ['/', '/', ''],
  ['/docs', '/pay/v1/docs', '/pay/v1'],
])('the prefix of %s at %s is "%s"', (resource, path, expected) => {
  expect(readPathPrefix(eventOf(resource, path))).toBe(expected);
});

describe('the address that links begin with', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ['in the cloud', {}, `https://${DOMAIN}/sandbox`],
    [
      'where the pages have a name of their own',
      { PAGES_BASE_URL: 'https://pay.example.org' },
      'https://pay.example.org',
    ],
    ['in an emulated cloud, which allows the local network', { LOCAL_NETWORK: 'allow' }, `https://${DOMAIN}/sandbox`],
    ['on a laptop', { LOCAL_NETWORK: 'allow', LOCAL_LINKS: 'http' }, 'http://127.0.0.1:3000'],
    [
      'where links are local and the network is not allowed',
      { LOCAL_NETWORK: '', LOCAL_LINKS: 'http' },
      'http://127.0.0.1:3000',
    ],
  ])('%s depends only on the settings of links', (_place, variables, expected) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    expect(readBaseUrl(event)).toBe(expected);
  });
});

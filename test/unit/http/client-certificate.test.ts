import { afterEach, expect, it, vi } from 'vitest';
import { handler } from '#functions/capabilities/get/handler';
import { readBaseUrl } from '#shared/http/gateway-event';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event';

const certificate = {
  ...{ clientCertPem: 'pem', subjectDN: 'CN=server', issuerDN: 'CN=authority', serialNumber: '1' },
  validity: { notBefore: 'Nov 1 00:00:00 2026 GMT', notAfter: 'Nov 1 00:00:00 2027 GMT' },
};

afterEach(() => vi.unstubAllEnvs());

function request(clientCert: typeof certificate | null) {
  const event = gatewayEvent({ httpMethod: 'GET', resource: '/api/partner/v2/capabilities' });
  const identity = { ...event.requestContext.identity, clientCert };
  return { ...event, requestContext: { ...event.requestContext, domainName: 'partners.example.org', identity } };
}

const codeOf = async (clientCert: typeof certificate | null): Promise<unknown> => {
  const { statusCode, body } = await handler(request(clientCert), lambdaContext());
  return [statusCode, JSON.parse(body).code];
};

it('asks for a certificate before anything else where the stage requires one', async () => {
  vi.stubEnv('STAGE', 'sandbox');
  expect(await codeOf(null)).toEqual([401, 'UNAUTHORIZED']);
  vi.stubEnv('CLIENT_CERTIFICATES', 'REQUIRED');
  expect(await codeOf(null)).toEqual([403, 'CLIENT_CERTIFICATE_REQUIRED']);
  // A certificate takes the place of no key.
  expect(await codeOf(certificate)).toEqual([401, 'UNAUTHORIZED']);
});

it('begins links with the address that people can open', () => {
  expect(readBaseUrl(request(certificate))).toContain('https://partners.example.org');
  vi.stubEnv('PAGES_BASE_URL', 'https://pay.example.org');
  expect(readBaseUrl(request(certificate))).toBe('https://pay.example.org');
});

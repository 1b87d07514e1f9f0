import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as capabilities } from '#functions/capabilities/get/handler';
import { handler as takeProviderEvent } from '#functions/provider-events/take/handler';
import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { signaturePrefix } from '#shared/transactions/domain/reporters';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event';

const ADDRESS = '203.0.113.7';
const lines: string[] = [];

const eventFrom = (sourceIp: string, given: Parameters<typeof gatewayEvent>[0]) => {
  const event = gatewayEvent(given);
  const identity = { ...event.requestContext.identity, sourceIp };
  return { ...event, requestContext: { ...event.requestContext, identity } };
};

beforeEach(() => {
  lines.length = 0;
  vi.stubEnv('STAGE', 'sandbox');
  vi.stubEnv('LOG_LEVEL', 'info');
  vi.stubEnv('REQUIRED_SCOPE', 'transactions:read');
  vi.stubEnv('LOCAL_NETWORK', 'allow');
  vi.stubEnv(`${signaturePrefix('banking')}_SECRET`, `whsec_${'A'.repeat(32)}`);
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const requestLine = (): Record<string, unknown> => {
  const written = lines.map((line): Record<string, unknown> => JSON.parse(line));
  return written.find(({ message }) => message === 'request') ?? {};
};

describe('the source address', () => {
  it('of a partner is in the log line of its request, refused or not', async () => {
    const request = {
      httpMethod: 'GET',
      resource: '/api/partner/v2/capabilities',
      headers: { 'partner-api-key': 'x' },
    };
    const { statusCode } = await capabilities(eventFrom(ADDRESS, request), lambdaContext());
    expect(statusCode).toBe(401);
    expect(requestLine()).toMatchObject({ status: 401, sourceIp: ADDRESS });
  });

  it('of a provider is in the log line of its report', async () => {
    const request = { httpMethod: 'POST', resource: '/provider-events', body: '{}' };
    await takeProviderEvent(eventFrom(ADDRESS, request));
    expect(requestLine()).toMatchObject({ status: 401, sourceIp: ADDRESS });
  });

  it('of a person who opens a page is in no log line', async () => {
    const open = linkEndpoint('signPage', async () => ({ status: 200, json: {} }));
    await open(eventFrom(ADDRESS, { httpMethod: 'GET', resource: '/sign/{token}', pathParameters: { token: 'x' } }));
    expect(requestLine()).toMatchObject({ endpoint: 'signPage' });
    expect(lines.join('')).not.toContain(ADDRESS);
  });

  it('is left out where the gateway does not name one', async () => {
    const request = { httpMethod: 'GET', resource: '/api/partner/v2/capabilities' };
    await capabilities(eventFrom('test-invoke-source-ip', request), lambdaContext());
    expect(requestLine()).not.toHaveProperty('sourceIp');
  });
});

describe('the trace of a request', () => {
  const TRACE = '0af7651916cd43dd8448eb211c80319c';
  const request = (traceparent: string) =>
    capabilities(
      gatewayEvent({ httpMethod: 'GET', resource: '/api/partner/v2/capabilities', headers: { traceparent } }),
      lambdaContext(),
    );

  it('is in its log line by its id, and nothing else of it', async () => {
    await request(`00-${TRACE}-b7ad6b7169203331-01`);
    expect(requestLine()).toMatchObject({ status: 401, traceId: TRACE });
    expect(lines.join('')).not.toContain('b7ad6b7169203331');
  });

  it('is left out where it is malformed, and the response is as ever', async () => {
    await request(`00-${TRACE}-b7ad6b7169203331`);
    expect(requestLine()).toMatchObject({ status: 401 });
    expect(requestLine()).not.toHaveProperty('traceId');
  });
});

it('a certificate is required before anything else where the stage says so, and takes the place of no key', async () => {
  const clientCert = {
    ...{ clientCertPem: 'pem', subjectDN: 'CN=server', issuerDN: 'CN=authority', serialNumber: '1' },
    validity: { notBefore: 'Nov 1 00:00:00 2026 GMT', notAfter: 'Nov 1 00:00:00 2027 GMT' },
  };
  const event = gatewayEvent({ httpMethod: 'GET', resource: '/api/partner/v2/capabilities' });
  const codeWith = async (identity: object) => {
    const requestContext = { ...event.requestContext, identity: { ...event.requestContext.identity, ...identity } };
    const { statusCode, body } = await capabilities({ ...event, requestContext }, lambdaContext());
    return [statusCode, JSON.parse(body).code];
  };
  expect(await codeWith({})).toEqual([401, 'UNAUTHORIZED']);
  vi.stubEnv('CLIENT_CERTIFICATES', 'REQUIRED');
  expect(await codeWith({})).toEqual([403, 'CLIENT_CERTIFICATE_REQUIRED']);
  expect(await codeWith({ clientCert })).toEqual([401, 'UNAUTHORIZED']);
});

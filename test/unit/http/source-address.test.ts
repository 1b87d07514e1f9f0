import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as capabilities } from '#functions/capabilities/get/handler';
import { handler as takeProviderEvent } from '#functions/provider-events/take/handler';
import { linkEndpoint } from '#shared/http/link-endpoint';
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

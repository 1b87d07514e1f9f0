import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HostedPageOperation, linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { closedSigningPage } from '#shared/hosted-pages/signing/signing-page';
import { gatewayEvent } from '#test/support/gateway-event';

const TOKEN = 'T'.repeat(43);
const printed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  vi.stubEnv('LOG_LEVEL', 'info');
  vi.stubEnv('STAGE', 'production');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function call(operation: HostedPageOperation, given: Partial<Parameters<typeof gatewayEvent>[0]> = {}) {
  const event = { httpMethod: 'POST', resource: '/sign/{token}', pathParameters: { token: TOKEN }, ...given };
  return linkEndpoint('submitSignature', operation)(gatewayEvent(event));
}

const signed: HostedPageOperation = async (request) =>
  closedSigningPage(
    { outcome: 'already-signed', signedAtMs: 0 },
    { ...request, link: { expiresAtMs: 0 }, person: undefined, sentAgain: false },
  );

it('reads a form, also one that the gateway passes in base64', async () => {
  const seen: (string | null)[] = [];
  const keep: HostedPageOperation = (request) => {
    seen.push(request.form.get('fullName'));
    return signed(request);
  };
  const body = 'fullName=Ana+Garc%C3%ADa';
  await call(keep, { body });
  await call(keep, { body: Buffer.from(body).toString('base64'), isBase64Encoded: true });
  await call(keep, { body: null });
  expect(seen).toEqual(['Ana García', 'Ana García', null]);
});

it('shows no details of a failure', async () => {
  const response = await call(() => Promise.reject(new Error('table PartnerRamp-secret-table is gone')));
  expect(response.statusCode).toBe(500);
  expect(response.body).toContain('Something went wrong on our side');
  expect(response.body).not.toContain('secret-table');
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  expect(response.headers?.['content-security-policy']).toContain("default-src 'none'");
});

it.each([
  ['no token', null],
  ['a short one', { token: 'abc' }],
  ['one with markup', { token: `<script>${TOKEN}` }],
  ['one and a rest', { token: `${TOKEN}/x` }],
])('reads nothing for %s', async (_what, pathParameters) => {
  const response = await call(() => Promise.reject(new Error('asked')), { pathParameters });
  expect(response.statusCode).toBe(404);
});

it('refuses a form that is larger than any of ours', async () => {
  const response = await call(() => Promise.reject(new Error('asked')), { body: 'x'.repeat(262_145) });
  expect(response.statusCode).toBe(413);
});

it('names the person in its log by id only, and never the link', async () => {
  await call(signed, { path: `/sign/${TOKEN}` });
  await call(() => Promise.reject(new Error('broken')), { path: `/sign/${TOKEN}` });
  const log = printed.join('');
  expect(log).toContain('"endpoint":"submitSignature"');
  expect(log).not.toContain(TOKEN);
  expect(log).not.toContain('127.0.0.1');
});

it('redirects to the page by an address that does not repeat the link', async () => {
  const again: HostedPageOperation = async () => ({ again: true });
  const plain = await call(again);
  const chosen = await call(again, { queryStringParameters: { lang: 'es\r\nx: y' } });
  expect([plain.statusCode, plain.headers?.location]).toEqual([303, '?']);
  expect(chosen.headers?.location).toBe('?lang=es%0D%0Ax%3A+y');
});

describe('a form that comes from', () => {
  const asked: HostedPageOperation = () => Promise.reject(new Error('asked'));
  const from = (headers: Readonly<Record<string, string>>, domainName = 'pay.example.com') => {
    const event = gatewayEvent({
      httpMethod: 'POST',
      resource: '/sign/{token}',
      pathParameters: { token: TOKEN },
      headers: { host: domainName, ...headers },
    });
    const requestContext = { ...event.requestContext, domainName, path: `/sandbox/sign/${TOKEN}` };
    return linkEndpoint('submitSignature', signed)({ ...event, requestContext });
  };

  it.each([
    ['the page itself', { Origin: 'https://pay.example.com' }],
    ['a program, which names no origin', {}],
    // Hosted pages set the policy `no-referrer`. Browsers then send `Origin: null`.
    ['a browser that keeps the origin to itself', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['an old browser that does so', { origin: 'null' }],
  ])('%s is accepted', async (_what, headers) => {
    expect((await from(headers)).statusCode).toBe(200);
  });

  it('the address of the gateway itself, below its stage, is accepted', async () => {
    const host = 'abc123.execute-api.us-east-1.amazonaws.com';
    expect((await from({ origin: `https://${host}` }, host)).statusCode).toBe(200);
  });

  it('a local run, by name or number, is accepted', async () => {
    vi.stubEnv('LOCAL_LINKS', 'http');
    const [host, origin] = ['127.0.0.1:3000', 'http://127.0.0.1:3000'];
    expect((await from({ host, origin }, 'localhost')).statusCode).toBe(200);
    expect((await from({ host, origin: 'http://localhost:3000' }, 'localhost')).statusCode).toBe(403);
  });

  it.each([
    ['another site', { origin: 'https://evil.example.com' }],
    ['a host whose name begins like ours', { origin: 'https://pay.example.com.evil.example' }],
    ['another port', { origin: 'https://pay.example.com:8443' }],
    ['a frame without an origin in another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a sibling site without an origin', { origin: 'null', 'sec-fetch-site': 'same-site' }],
    ['what is no origin', { origin: 'pay.example.com' }],
  ])('%s is refused in both languages', async (_what, headers) => {
    const english = await from({ ...headers, 'accept-language': 'en' });
    const spanish = await from({ ...headers, 'accept-language': 'es' });
    expect([english.statusCode, spanish.statusCode]).toEqual([403, 403]);
    expect(english.body).toContain('This was not sent from our page');
    expect(spanish.body).toContain('Esto no se envió desde nuestra página');
  });

  it('another site may still link to the page', async () => {
    const event = { httpMethod: 'GET', headers: { origin: 'https://evil.example.com' } };
    expect((await call(asked, event)).statusCode).toBe(500);
    expect((await call(signed, event)).statusCode).toBe(200);
  });
});

import { describe, expect, it } from 'vitest';
import { endpointDocs } from '#docs/endpoint-docs';
import type { ApiClient } from '#local/partner/api-client';
import { allPaths, type EndpointRow, endpointsIn } from '#shared/contract/endpoints';
import { issueKey } from '#shared/partners/api-keys/changes/repository';
import { generateApiKey } from '#shared/partners/domain/api-key';
import { allScopes, hasScope, type KeyScope } from '#shared/partners/domain/key-scopes';
import { expectProblem as expectEnvelope } from '#test/support/expect-problem';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { countItems } from '#test/support/table-census';
import { unknownRouteBody } from '#test/support/unknown-route';

const rows = endpointsIn('sandbox');
const keyed = rows.filter((row) => row.scope === 'partner');
const withBody = keyed.filter(({ id }) => endpointDocs.get(id)?.contract.body !== undefined);
/** Operations whose body contains a file. */
const CARRY_FILES = ['createCrossRamp', 'createOffRamp', 'updateBranding'];

const running = await sharedStack();
const partner = await running.newPartner();
const rotating = await running.newPartner();
// The first accepted request of a day writes the last use of the API key.
await partner.get('/webhook-settings');
const itemsBefore = await countItems(running.stack, partner.partnerId);

const NIL = '00000000-0000-0000-0000-000000000000';

/** Returns a path with values for its parameters. */
const filled = (path: string) => path.replace('{asset}', 'reference.js').replaceAll(/\{\w+\}/g, NIL);

const toPath = ({ id, path }: EndpointRow) => (id === 'getKycDetails' ? `${filled(path)}?userId=${NIL}` : filled(path));

function expectProblem(...[response, ...problem]: Parameters<typeof expectEnvelope>): void {
  expectEnvelope(response, ...problem);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-request-id')).toMatch(/^[\x21-\x7e]{1,128}$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
}

// Handler tests cover requests without a valid key. This test covers the gateway in front of the handlers.
it.each(keyed.map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s needs a key, and echoes a valid request id',
  async (_, row) => {
    const body = row.method === 'GET' ? undefined : {};
    const response = await partner.send(row.method, toPath(row), body, {
      key: null,
      headers: { 'x-request-id': 'my-id_1' },
    });
    expectProblem(response, 401, 'UNAUTHORIZED', 'API Key is missing');
    expect(response.headers.get('x-request-id')).toBe('my-id_1');
  },
);

// All operations use the same check of the key, so these tests call only one operation.
describe('a key', () => {
  const swapped = (last: string) => (last === 'A' ? 'B' : 'A');
  it.each<[name: string, make: (key: string) => string, message: string]>([
    ['without a character', () => '', 'API Key is missing'],
    ['of one character', () => 'x', 'Invalid API Key format'],
    ['with another last character', (key) => key.replace(/.$/, swapped), 'Invalid API Key format'],
    ['in upper case', (key) => key.toUpperCase(), 'Invalid API Key format'],
    ['of the other environment', () => generateApiKey('live'), 'Invalid API Key'],
    ['that is unknown', () => generateApiKey('sbx'), 'Invalid API Key'],
  ])('%s is refused', async (_name, make, message) => {
    expectProblem(await partner.get('/users', { key: make(partner.apiKey) }), 401, 'UNAUTHORIZED', message);
  });
});

describe('a restricted key, over the gateway,', async () => {
  const callers = [await running.newPartner(), await running.newPartner()] as const;
  const keyWith = async ({ partnerId }: ApiClient, scopes: readonly KeyScope[]) => {
    const order = { partnerId, stage: 'sandbox', name: 'Restricted', atMs: Date.now() } as const;
    return (await issueKey({ ...order, scopes })).apiKey;
  };
  const needed = [...new Set(keyed.flatMap(({ keyScope }) => keyScope ?? []))];
  const keys = new Map<KeyScope | undefined, readonly [own: string, others: string]>();
  for (const scope of needed) {
    const others = allScopes().filter((one) => !hasScope([one], scope));
    keys.set(scope, [await keyWith(callers[0], [scope]), await keyWith(callers[1], others)]);
  }

  it.each(keyed.flatMap((row) => allPaths(row).map((path) => [row.method, path, row] as const)))(
    'may call %s %s with its scope alone',
    async (method, path, row) => {
      const [own, others] = keys.get(row.keyScope) ?? [];
      const call = (key = '') =>
        callers[0].send(method, toPath({ ...row, path }), method === 'GET' ? undefined : {}, { key });
      const refused = await call(others);
      expectProblem(refused, 403, 'INSUFFICIENT_SCOPE', `This API key does not have the scope ${row.keyScope}`);
      expect(refused.body.details).toEqual({ scope: row.keyScope });
      expect((await call(own)).body.code).not.toBe('INSUFFICIENT_SCOPE');
    },
  );
});

describe.each(withBody.map((row) => [`${row.method} ${row.path}`, row] as const))('the body of %s', (_name, row) => {
  // The rotation of a key accepts any object. The test therefore rotates the key of a separate partner.
  const caller = row.id === 'rotateApiKey' ? rotating : partner;
  const send = (raw: string, headers = {}) => caller.send(row.method, toPath(row), undefined, { raw, headers });

  it('must be an object', async () => {
    const response = await send('[]');
    expect(response.status, response.text).toBe(400);
    expect(['INVALID_USER_INPUT_ERROR', 'REQUIRED_USER_ID_ERROR']).toContain(response.body.code);
  });

  it('must not exceed its limit', async () => {
    const most = CARRY_FILES.includes(row.id) ? 6_000_000 : 65_536;
    expect((await send(sized(most))).status).not.toBe(413);
    expectProblem(await send(sized(most + 1)), 413, 'PAYLOAD_TOO_LARGE');
  });
});

/**
 * Returns a body with this number of bytes. The rotation of a key accepts a body without fields, so the body contains an invalid
 * value: the rotation then writes nothing.
 */
const sized = (bytes: number) => {
  const [start, end] = ['{"previousEndsAfterHours":"', '"}'];
  return `${start}${'x'.repeat(bytes - start.length - end.length)}${end}`;
};

const lists = keyed.filter(({ id, method }) => method === 'GET' && id.startsWith('list'));

it('has lists', () => {
  expect(lists.length).toBeGreaterThan(5);
});

it.each(lists.map((row) => [row.path, row] as const))(
  'the list %s refuses a parameter that it does not know, and one that is given twice',
  async (_, { path, id }) => {
    const fields = async (query: string) => {
      const { status, body } = await partner.get(`${filled(path)}?${query}`);
      return [status, body.errors?.map(({ field }: { field: string }) => field)];
    };
    expect(await fields('stauts=FAILED&Limit=5')).toEqual([400, ['stauts', 'Limit']]);
    if (['listTransactionEvents', 'listTransactionLedger'].includes(id)) return;
    expect(await fields('limit=5&limit=5')).toEqual([400, ['limit']]);
    expect(await fields('limit=x&limit=5&z=1')).toEqual([400, ['limit', 'z']]);
  },
);

describe('routes', () => {
  const paths = [...new Set(rows.flatMap(allPaths))];

  const call = (method: string, path: string, requestId: string) =>
    partner.send(method, path, undefined, { key: null, headers: { 'X-Request-ID': requestId } });

  it.each(paths)('%s refuses a method it does not have, before any key', async (path) => {
    const allowed = rows.filter((row) => allPaths(row).includes(path)).map((row) => row.method);
    // The gateway returns the same response for all methods that a path does not have, so the test sends one of them.
    // test/infra/gateway.test.ts checks the response of each path.
    const method = ['PATCH', 'DELETE', 'PUT'].find((one) => !allowed.some((each) => each === one)) ?? 'none';
    const response = await call(method, filled(path), '!my-id~');
    expectProblem(response, 405, 'METHOD_NOT_ALLOWED');
    expect(response.headers.get('x-request-id')).toBe('!my-id~');
    expect(response.headers.get('allow')?.split(/,\s*/).sort()).toEqual([...new Set(allowed)].sort());
  });

  it.each(['x'.repeat(129), 'two words'])('a wrong method with the request id "%s" gets another', async (requestId) => {
    const response = await call('PUT', '/users', requestId);
    expectProblem(response, 405, 'METHOD_NOT_ALLOWED');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    '/nothing',
    '/api/partner/v1/users',
    '/api/partner/v2',
    '/api/partner/v2/',
    '/api/partner/v2/userz',
    '/api/partner/v2/users/a/b/c',
  ])('%s is no route', async (path) => {
    const response = await fetch(`${running.baseUrl}${path}`);
    expect(response.status).toBe(404);
    const requestId = response.headers.get('x-request-id');
    expect(requestId).toBeTruthy();
    expect(await response.json()).toEqual(unknownRouteBody(running.baseUrl, requestId));
  });
});

it('has written nothing during these tests', async () => {
  expect(await countItems(running.stack, partner.partnerId)).toBe(itemsBefore);
});

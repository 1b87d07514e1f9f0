import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, ApiClient } from '#local/partner/api-client';
import { docsFor, endpointDocs } from '#scripts/docs/endpoint-docs';
import { allPaths, type EndpointRow, endpointsIn } from '#shared/api/endpoints';
import { generateApiKey } from '#shared/partners/domain/api-key';
import { countItems } from '#test/support/table-census';
import { startTestStack, type TestStack } from '#test/support/test-stack';

const rows = endpointsIn('sandbox');
const keyed = rows.filter((row) => row.scope === 'partner');
const withBody = keyed.filter(({ id }) => endpointDocs.get(id)?.contract.body !== undefined);
/** The operations whose body carries a file. */
const CARRY_FILES = ['createCrossRamp', 'createOffRamp'];
/** Operations about one user: named in the path, or needed in the query or the body. */
const withUser = keyed.filter((row) => row.path.includes('{userId}') || needsUser(row.id));

function needsUser(id: string): boolean {
  const { query, body } = docsFor(id).contract;
  return [query, body].some((schema) => {
    const issues = schema?.safeParse({}).error?.issues ?? [];
    return issues.some(({ path: [field] }) => field === 'userId');
  });
}

let running: TestStack;
let partner: ApiClient;
let stranger: ApiClient;
let foreignUser: string;
let itemsBefore: number;

beforeAll(async () => {
  running = await startTestStack();
  partner = await running.newPartner();
  stranger = await running.newPartner('Another partner');
  foreignUser = await stranger.newUser();
  // The first accepted request of a day is noted on the key.
  await partner.get('/webhook-settings');
  itemsBefore = await countItems(running.stack);
});
afterAll(() => running?.stop());

const NIL = '00000000-0000-0000-0000-000000000000';

/** A path with values in place of its parameters. */
function filled(path: string, userId = NIL): string {
  return path
    .replace('{userId}', userId)
    .replace('{asset}', 'reference.js')
    .replaceAll(/\{\w+\}/g, NIL);
}

function toPath(row: EndpointRow, userId = NIL): string {
  const path = filled(row.path, userId);
  return row.id === 'getKycDetails' ? `${path}?userId=${userId}` : path;
}

function expectProblem(answer: Answer, status: number, code: string, message?: string): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body).toMatchObject({ success: false, code, ...(message === undefined ? {} : { message }) });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('x-request-id')).toMatch(/^[\x21-\x7e]{1,128}$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
}

describe.each(keyed.map((row) => [`${row.method} ${row.path}`, row] as const))('%s', (_name, row) => {
  const call = (key: string | null) =>
    partner.send(row.method, toPath(row), row.method === 'GET' ? undefined : {}, { key });

  it('needs a key', async () => {
    expectProblem(await call(null), 401, 'UNAUTHORIZED', 'API Key is missing');
    expectProblem(await call(''), 401, 'UNAUTHORIZED', 'API Key is missing');
  });

  it('refuses a malformed key', async () => {
    const broken = partner.apiKey.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const key of ['x', broken, `${partner.apiKey}x`, partner.apiKey.toUpperCase()]) {
      expectProblem(await call(key), 401, 'UNAUTHORIZED', 'Invalid API Key format');
    }
  });

  it('refuses an unknown key, and one of the other environment', async () => {
    expectProblem(await call(generateApiKey('sbx')), 401, 'UNAUTHORIZED', 'Invalid API Key');
    expectProblem(await call(generateApiKey('live')), 401, 'UNAUTHORIZED', 'Invalid API Key');
  });

  it('echoes a valid request id and replaces an invalid one', async () => {
    const answer = await partner
      .send(row.method, toPath(row), {}, { key: null, headers: { 'x-request-id': 'my-id_1' } })
      .catch(() => undefined);
    const asked =
      row.method === 'GET'
        ? await partner.get(toPath(row), { key: null, headers: { 'x-request-id': 'my-id_1' } })
        : answer;
    expect(asked?.headers.get('x-request-id')).toBe('my-id_1');
    const long = await partner.send(row.method, toPath(row), undefined, {
      key: null,
      headers: { 'x-request-id': 'x'.repeat(129) },
    });
    expect(long.headers.get('x-request-id')).not.toContain('xxx');
  });
});

describe.each(withBody.map((row) => [`${row.method} ${row.path}`, row] as const))('the body of %s', (_name, row) => {
  it.each(['{', '{"a":}', 'null x', '"', "{'a':1}"])('must be JSON, not %j', async (raw) => {
    expectProblem(
      await partner.send(row.method, toPath(row), undefined, { raw }),
      400,
      'INVALID_USER_INPUT_ERROR',
      'Invalid User Input',
    );
  });

  it.each(['null', '[]', '"text"', '1'])('must be an object, not %s', async (raw) => {
    const answer = await partner.send(row.method, toPath(row), undefined, { raw });
    expect(answer.status, answer.text).toBe(400);
    expect(['INVALID_USER_INPUT_ERROR', 'REQUIRED_USER_ID_ERROR']).toContain(answer.body.code);
  });

  it('must come as JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const answer = await partner.send(row.method, toPath(row), undefined, {
        raw: '{}',
        headers: { 'content-type': type },
      });
      expectProblem(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
    }
  });

  it('must not exceed its limit', async () => {
    const most = CARRY_FILES.includes(row.id) ? 6_000_000 : 65_536;
    const sized = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    const send = (bytes: number) => partner.send(row.method, toPath(row), undefined, { raw: sized(bytes) });
    expect((await send(most)).status).not.toBe(413);
    expectProblem(await send(most + 1), 413, 'PAYLOAD_TOO_LARGE');
    expectProblem(await send(6 * 1024 * 1024), 413, 'PAYLOAD_TOO_LARGE');
  });
});

describe.each(withUser.map((row) => [`${row.method} ${row.path}`, row] as const))('the user of %s', (_name, row) => {
  // A request that would be accepted for the caller's own user, as the documentation shows it.
  const body = (userId: string): unknown => {
    const example: unknown = endpointDocs.get(row.id)?.example.body;
    const content = typeof example === 'object' && example !== null ? example : {};
    return 'userId' in content || !row.path.includes('{userId}') ? { ...content, userId } : content;
  };
  const call = (userId: string, path = toPath(row, userId)) =>
    partner.send(row.method, path, withBody.includes(row) ? body(userId) : undefined);

  it('must be a valid id', async () => {
    const answer = await call('not-an-id');
    expectProblem(answer, 400, 'INVALID_USER_INPUT_ERROR', 'Invalid User Input');
    expect(answer.body.errors).toEqual([expect.objectContaining({ field: 'userId' })]);
  });

  it("must be the caller's", async () => {
    for (const path of allPaths(row)) {
      const answer = await call(foreignUser, toPath({ ...row, path }, foreignUser));
      expectProblem(answer, 401, 'UNAUTHORIZED', 'User is not associated with the partner');
    }
  });

  it('must exist', async () => {
    const answer = await call(NIL);
    if (row.id === 'startKyc') expectProblem(answer, 404, 'NOT_FOUND_ERROR', 'Requested User was not found');
    else expectProblem(answer, 401, 'UNAUTHORIZED', 'User is not associated with the partner');
  });
});

describe('routes', () => {
  const paths = [...new Set(rows.flatMap(allPaths))];

  it.each(paths)('%s refuses a method it does not have, before any key', async (path) => {
    const allowed = rows.filter((row) => allPaths(row).includes(path)).map((row) => row.method);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'] as const) {
      if (allowed.includes(method)) continue;
      const answer = await partner.send(method, filled(path), undefined, { key: null });
      // A concrete path may also be the parameter of a sibling.
      if (answer.status === 401) continue;
      expectProblem(answer, 405, 'METHOD_NOT_ALLOWED');
      const asked = async (id: string) => {
        const headers = { 'X-Request-ID': id };
        return (await partner.send(method, filled(path), undefined, { key: null, headers })).headers.get(
          'x-request-id',
        );
      };
      expect(await asked('!my-id~')).toBe('!my-id~');
      expect(await asked('x'.repeat(129))).toMatch(/^[0-9a-f-]{36}$/);
      expect(await asked('two words')).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.get('allow')?.split(/,\s*/).sort()).toEqual([...new Set(allowed)].sort());
    }
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
    expect(await response.json()).toEqual({ success: false, code: 'NOT_FOUND', message: 'Route not found' });
    expect(response.headers.get('x-request-id')).toBeTruthy();
  });
});

it('has written nothing during these tests', async () => {
  expect(await countItems(running.stack)).toBe(itemsBefore);
});

/** Tests of behavior that all partner endpoints share, so that the test of an endpoint covers only its specific behavior. */
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { toFields } from '#local/partner/api-client';
import {
  type ErrorCode,
  idempotencyKeyReused,
  insufficientScope,
  invalidApiKey,
  invalidInput,
  invalidPartnerFlow,
  notJson,
  type Problem,
  serviceUnavailable,
  statusFor,
  unknownVersion,
  userNotAssociated,
} from '#shared/api/problems';
import { API_VERSIONS, CURRENT_VERSION } from '#shared/api/versions';
import type { Contract } from '#shared/contract/define-contract';
import { endpoints } from '#shared/contract/endpoints';
import { responseSchemas } from '#shared/contract/response-schemas';
import { generateApiKey } from '#shared/partners/domain/api-key';
import { allScopes, hasScope, type KeyScope } from '#shared/partners/domain/key-scopes';
import type { User } from '#shared/users/domain/user';
import { scenarioFor } from '#test/support/scenarios/registry';
import { aBusiness } from './declarations';
import { documentCodes } from './documented-codes';
import { countRoundTrips } from './round-trips';
import { createWorld, type EndpointHandler, type TestRequest, type TestResponse, type World } from './world';

export interface EndpointUnderTest {
  /** Stores the data that the request needs. @returns a successful request */
  readonly request: (world: World) => Promise<TestRequest> | TestRequest;
  /** Expected error code if another partner sends the request. Absent if the request contains no ids. */
  readonly foreign?: ErrorCode;
  /** Error for an unknown user in the path. @default the error for a user of another partner */
  readonly unknownUser?: Problem;
  /** Errors for unknown ids in the path, by parameter, except `userId`. @default none */
  readonly unknown?: Readonly<Record<string, Problem>>;
  /** Error for a user who is a person. Absent if the endpoint is not limited to businesses. */
  readonly ofBusiness?: Problem;
  /** Changes that make the body invalid, and the fields in the error. @default none */
  readonly wrong?: readonly WrongBody[];
  /** Invalid query parameters, for example `limit=0`. The error contains the parameter. @default none */
  readonly refuses?: readonly string[];
  /** Additional scope that the API key needs, because the response contains another resource. @default none */
  readonly shows?: KeyScope;
  /** True if the request needs KMS. @default false */
  readonly usesKeys?: boolean;
  /**
   * True if the endpoint accesses items in addition to the API key and the rate counter, which every request accesses. @default
   * true
   */
  readonly usesTable?: boolean;
  /** True if one write stores both the change and the idempotency record of a request. @default true */
  readonly oneWrite?: boolean;
}

/** Title of the test, fields that make the body invalid, and the fields in the error. */
export type WrongBody = readonly [string, Readonly<Record<string, unknown>>, string | readonly string[]];

const IDEMPOTENCY_KEY = 'a-key-of-the-partner-0001';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const UNKNOWN_IDS = ['019bc1c5-0000-7000-8000-0000000000ff', 'no-id', 'x'.repeat(3000)];

/** Returns the status and body of an error response. */
export function refusal({ status, code, reason, message, details }: Problem): Pick<TestResponse, 'status' | 'body'> {
  const { errors, facts } = details;
  const optional = { ...(reason && { reason }), ...(errors && { errors }), ...(facts && { details: facts }) };
  return { status, body: { success: false, code, message, ...optional } };
}

/** Defines tests of the behavior that all partner endpoints share. */
export function describeEndpoint(contract: Contract, handler: EndpointHandler, options: EndpointUnderTest): void {
  const { id, status } = contract;
  const { request, usesTable = true, oneWrite = true, foreign, shows, unknownUser = userNotAssociated() } = options;
  const { unknown = {}, refuses = [], wrong = [], usesKeys = false, ofBusiness } = options;
  const row = endpoints.find((candidate) => candidate.id === id);
  // After an exception here, the test file would not load and would have no tests. A failing test shows the cause.
  if (row === undefined) {
    it('has a row in the endpoint table', () => expect.fail(`There is no row ${id}`));
    return;
  }
  const { idempotent, keyScope } = row;
  const writes = row.table.includes('PutItem');
  const namesUser = row.path.includes('{userId}');
  documentCodes(contract);
  const prepare = async () => {
    const world = await createWorld(id);
    return { world, asked: await request(world) };
  };

  describe(`${id}, like every endpoint of partners,`, () => {
    it('responds as its contract says', async () => {
      const { world, asked } = await prepare();
      const response = await world.call(handler, asked);
      expect(response.status, response.text).toBe(status);
      if (contract.file !== undefined) expect(response.headers).toMatchObject({ 'content-type': contract.file });
      else expect(responseSchemas[contract.response].safeParse(response.body.data).error).toBeUndefined();
    });

    it('has so many round trips to services, one after another', async () => {
      const { world, asked } = await prepare();
      await world.useKey();
      // The API key in the cache must expire, so that the request reads the key again.
      vi.setSystemTime(Date.now() + 61_000);
      const { result, depth } = await countRoundTrips(() => world.call(handler, asked));
      expect(result.status, result.text).toBe(status);
      const { roundTrips } = scenarioFor(id);
      expect(depth, `roundTrips of ${id} in test/scenarios`).toBe(roundTrips);
    });

    it('refuses a caller without a valid key', async () => {
      const { world, asked } = await prepare();
      const withKey = (apiKey: string) => world.call(handler, { ...asked, partner: { id: '', apiKey } });
      const unauthorized = { status: 401, body: { success: false, code: 'UNAUTHORIZED' } };
      expect(await world.call(handler, { ...asked, partner: null })).toMatchObject(unauthorized);
      expect(await withKey('ramp_sbx_1')).toMatchObject(unauthorized);
      expect(await withKey(generateApiKey('sbx'))).toMatchObject(refusal(invalidApiKey()));
      await world.suspend();
      expect(await world.call(handler, asked)).toMatchObject(refusal(invalidPartnerFlow('PARTNER_SUSPENDED')));
    });

    it('is open to keys with its scope alone, replayed responses included', async () => {
      const { world, asked } = await prepare();
      const repeated = idempotent ? withHeaders(asked, { 'idempotency-key': IDEMPOTENCY_KEY }) : asked;
      if (idempotent) expect((await world.call(handler, repeated)).status).toBe(status);
      const callWith = async (...scopes: readonly KeyScope[]) =>
        world.call(handler, { ...repeated, partner: await world.restricted(...scopes) });
      const others = allScopes().filter((scope) => !hasScope([scope], keyScope ?? ''));
      expect(others).toHaveLength(row.method === 'GET' ? 26 : 27);
      const partners = [await world.restricted(...others)];
      for (const scope of others) partners.push(await world.restricted(scope));
      const stored = world.table.items();
      for (const partner of partners) {
        const { result, depth } = await countRoundTrips(() => world.call(handler, { ...repeated, partner }));
        expect(result).toMatchObject(refusal(insufficientScope(keyScope ?? '')));
        // The only round trip reads the API key.
        expect(depth).toBe(1);
      }
      expect(world.table.items()).toEqual(stored);
      const own = keyScope === undefined ? [] : [keyScope];
      if (shows !== undefined) expect(await callWith(...own)).toMatchObject(refusal(insufficientScope(shows)));
      const response = await callWith(...own, ...(shows === undefined ? [] : [shows]));
      expect(response.status, response.text).toBe(status);
    });

    it('names the request, the place of the code and the version in each response', async () => {
      const { world, asked } = await prepare();
      const ask = (version: string) =>
        world.call(handler, withHeaders(asked, { 'x-request-id': 'order-7', 'partner-ramp-version': version }));
      const unknown = await ask('2020-01-01');
      expect(unknown).toMatchObject(refusal(unknownVersion()));
      const docUrl = expect.stringMatching(/^https?:\/\/.+\/guide\/errors#BAD_REQUEST$/);
      expect(unknown).toMatchObject({ body: { requestId: 'order-7', docUrl } });
      expect(unknown.headers).toMatchObject({ 'x-request-id': 'order-7', 'partner-ramp-version': CURRENT_VERSION });
      const oldest = API_VERSIONS.at(-1) ?? '';
      expect(await ask(oldest)).toMatchObject({ status, headers: { 'partner-ramp-version': oldest } });
    });

    if (contract.body !== undefined)
      it('refuses a body that is no JSON', async () => {
        const { world, asked } = await prepare();
        const headers = { ...asked.headers, 'content-type': 'application/json' };
        const broken = await world.call(handler, { ...asked, headers, body: '{"' });
        expect(broken).toMatchObject(refusal(invalidInput([{ field: 'body', message: 'Must be valid JSON' }])));
        const text = await world.call(handler, { ...asked, headers: { 'content-type': 'text/plain' }, body: 'a' });
        expect(text).toMatchObject(refusal(notJson()));
      });

    if (foreign !== undefined)
      it("does not know another partner's ids", async () => {
        const { world, asked } = await prepare();
        const code = foreign ?? 'NOT_FOUND';
        const response = await world.call(handler, { ...asked, partner: await world.newPartner() });
        expect(response).toMatchObject({ status: statusFor(code), body: { success: false, code } });
      });

    if (namesUser)
      it('takes the id of a user in any letter case, and refuses what is none', async () => {
        const { world, asked } = await prepare();
        const callFor = (userId = '') => world.call(handler, { ...asked, path: { ...asked.path, userId } });
        expect(await callFor('1')).toMatchObject(
          refusal(invalidInput([{ field: 'userId', message: 'Must be a UUID' }])),
        );
        expect(await callFor(UNKNOWN_ID)).toMatchObject(refusal(unknownUser));
        expect((await callFor(asked.path?.userId?.toUpperCase())).status).toBe(status);
      });

    if (ofBusiness !== undefined)
      it('refuses a user who is a person, and knows no person of another business', async () => {
        const { world, asked } = await prepare();
        const callFor = ({ id }: User) => world.call(handler, { ...asked, path: { ...asked.path, userId: id } });
        expect(await callFor(await world.user())).toMatchObject(refusal(ofBusiness));
        const { personId } = unknown;
        if (personId !== undefined) expect(await callFor(await world.user(aBusiness))).toMatchObject(refusal(personId));
      });

    for (const [parameter, problem] of Object.entries(unknown))
      it.each(UNKNOWN_IDS)(`knows nothing with the ${parameter} %s`, async (id) => {
        const { world, asked } = await prepare();
        const response = await world.call(handler, { ...asked, path: { ...asked.path, [parameter]: id } });
        expect(response).toMatchObject(refusal(problem));
      });

    for (const [what, fields, names] of wrong)
      it(`refuses ${what}`, async () => {
        const { world, asked } = await prepare();
        const before = world.table.items();
        const response = await world.call(handler, { ...asked, body: { ...toObject(asked.body), ...fields } });
        expect(response).toMatchObject(refusal(invalidInput(response.body.errors ?? [])));
        expect(toFields(response)).toEqual([names].flat());
        expect(world.table.items()).toEqual(before);
      });

    for (const pair of refuses)
      it(`refuses ${pair}`, async () => {
        const { world, asked } = await prepare();
        const response = await world.call(handler, { ...asked, query: Object.fromEntries(new URLSearchParams(pair)) });
        const field = pair.slice(0, pair.indexOf('='));
        expect(response).toMatchObject(refusal(invalidInput([{ field, message: expect.any(String) }])));
      });

    if (usesKeys)
      it('returns 503 while the key service does not respond, and has stored nothing', async () => {
        const { world, asked } = await prepare();
        const before = world.table.items();
        world.keys.failNext();
        expect(await world.call(handler, asked)).toMatchObject(refusal(serviceUnavailable()));
        expect(world.table.items()).toEqual(before);
      });

    if (usesTable)
      it('returns 503 while the table is throttled', async () => {
        const { world, asked } = await prepare();
        world.table.throttle(Number.POSITIVE_INFINITY);
        const response = await world.call(handler, asked);
        expect(response).toMatchObject({ ...refusal(serviceUnavailable()), headers: { 'retry-after': '1' } });
        expect(world.log.withMessage('a service did not respond')).toHaveLength(1);
      });

    if (writes)
      it('has stored nothing when its write is throttled', async () => {
        const { world, asked } = await prepare();
        const before = world.table.items();
        world.table.throttle(Number.POSITIVE_INFINITY, 'write');
        expect(await world.call(handler, asked)).toMatchObject(refusal(serviceUnavailable()));
        expect(world.table.items()).toEqual(before);
      });

    if (idempotent)
      it('returns a repeated key with the stored response, and another request with 422', async () => {
        const { world, asked } = await prepare();
        const repeated = { ...asked, headers: { ...asked.headers, 'idempotency-key': IDEMPOTENCY_KEY } };
        const first = await world.call(handler, repeated);
        expect(first.status, first.text).toBe(status);
        expect(first.headers).not.toHaveProperty('idempotency-replayed');
        const stored = world.table.items();
        for (const secret of secretsIn(first.text))
          expect(stored.map(({ text }) => readable(text)).join()).not.toContain(secret);
        const second = await world.call(handler, withHeaders(repeated, { 'x-request-id': 'the-second' }));
        const headers = { 'idempotency-replayed': 'true', 'x-request-id': 'the-second' };
        expect(second).toMatchObject({ status, text: first.text, headers });
        expect(world.table.items()).toEqual(stored);
        if (contract.body === undefined) return;
        const other = await world.call(handler, { ...repeated, body: { ...toObject(asked.body), unknown: true } });
        expect(other).toMatchObject(refusal(idempotencyKeyReused()));
      });

    if (idempotent && oneWrite)
      it('has its effect once when the response of its write was lost', async () => {
        const { world, asked } = await prepare();
        const repeated = { ...asked, headers: { ...asked.headers, 'idempotency-key': IDEMPOTENCY_KEY } };
        world.table.loseNextResponse();
        expect(await world.call(handler, repeated)).toMatchObject(refusal(serviceUnavailable()));
        const stored = world.table.items();
        const again = await world.call(handler, repeated);
        expect(again).toMatchObject({ status, headers: { 'idempotency-replayed': 'true' } });
        expect(world.table.items()).toEqual(stored);
      });
  });
}

function withHeaders(request: TestRequest, headers: Readonly<Record<string, string>>): TestRequest {
  return { ...request, headers: { ...request.headers, ...headers } };
}

function toObject(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : {};
}

/** Finds webhook secrets and link tokens. */
const secretsIn = (text: string) => text.match(/whsec_[\w+/=]+|(?<=\/)[\w-]{43}(?![\w-])/g) ?? [];

/** Returns the text of an idempotency record, decompressed if needed. */
function readable(text: unknown): string {
  return text instanceof Uint8Array ? inflateRawSync(text).toString('utf8') : String(text);
}

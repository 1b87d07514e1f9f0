import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { committedFiles, PAGES } from '#docs/committed';
import { contractSummary } from '#docs/contract-summary';
import { docsFor, endpointDocs } from '#docs/endpoint-docs';
import { ignoredFiles } from '#docs/generate';
import { byReference } from '#docs/openapi/by-reference';
import { openApiDocument } from '#docs/openapi/document';
import { documentForGenerators } from '#docs/openapi/for-generators';
import { asObject, bodyComponentName, isObject, type JsonObject, readProperties } from '#docs/openapi/json-schema';
import { eventExamples, payloadFor, webhookPayloads } from '#docs/openapi/webhook-payloads';
import { documentedEndpoints, endpoints } from '#shared/contract/endpoints';
import { listKycCountries } from '#shared/corridors/domain/payout-zones';
import { invoiceFile } from '#shared/corridors/fields';
import { formatViolations } from '#shared/identity/domain/submission-formats';
import { kycPayload } from '#shared/identity/domain/webhook-payload';
import { redirectUri } from '#shared/identity/person-fields';
import { type LinkEvent, linkNotification } from '#shared/identity/sessions/link-events';
import { signaturePayload } from '#shared/signatures/domain/webhook-payload';
import { newHold } from '#shared/transactions/domain/hold';
import { heldNames } from '#shared/transactions/domain/sandbox/held-names';
import { transactionPayload } from '#shared/transactions/domain/webhook-payload';
import { isEmail } from '#shared/values/email';
import { newId } from '#shared/values/ids';
import { type EventName, eventFacts, eventNames } from '#shared/webhooks/domain/events';
import { type Payload, testPayload, withEnvelope } from '#shared/webhooks/domain/payload';
import { aDeclaration, anAssociatedPerson } from '#test/support/builders/associated-persons';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { anIdentityVerification, aUser } from '#test/support/builders/users';

const ROOT = resolve(import.meta.dirname, '../..');

describe('the generated documentation', () => {
  const differing = (files: ReadonlyMap<string, string>) =>
    [...files].filter(([path, text]) => readFileSync(join(ROOT, path), 'utf8') !== text).map(([path]) => path);

  it('is byte for byte the same in each run', async () => {
    // Another process generated the files on disk before this test.
    expect(differing(await ignoredFiles(ROOT))).toEqual([]);
  });

  it('is committed as "npm run docs" writes it', async () => {
    const files = await committedFiles(ROOT);
    expect(differing(files)).toEqual([]);
    expect(readdirSync(join(ROOT, PAGES)).filter((name) => !files.has(`${PAGES}/${name}`))).toEqual([]);
  });

  it('shows in its summary what changes for programs, and leaves out what changes for readers', () => {
    const document = JSON.stringify(openApiDocument());
    const summaryOf = (text: string) => contractSummary(z.record(z.string(), z.unknown()).parse(JSON.parse(text)));
    const before = summaryOf(document).split('\n');
    const changed = (from: string, to: string) => {
      expect(document).toContain(from);
      const after = summaryOf(document.replaceAll(from, to)).split('\n');
      return after.filter((line, at) => line !== before[at]).map((line) => line.split(' ')[2]);
    };
    expect(changed('"Your own id of the user, unique per partner."', '"Your id of the user."')).toEqual([]);
    expect(changed('unique per partner.","maxLength":128', '","maxLength":64')).toEqual(['createUser']);
  });

  it('is published below a megabyte, and its references lead to the same document', () => {
    const document = openApiDocument();
    const published = byReference(document);
    const before = asObject(document.components);
    const after = asObject(published.components);
    const resolved = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(resolved);
      if (!isObject(value)) return value;
      const [, , kind = '', name = ''] = String(value.$ref).split('/');
      const isNew = ['responses', 'examples'].includes(kind) && asObject(before[kind])[name] === undefined;
      if (isNew) return resolved(asObject(after[kind])[name]);
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolved(part)]));
    };
    expect(resolved({ ...published, components: before })).toEqual(document);
    expect(statSync(join(ROOT, 'docs/openapi.json')).size).toBeLessThan(1_000_000);
  });

  it('names an operation that has no docs', () => {
    expect(() => docsFor('createNothing')).toThrow('createNothing is no operation that partners call');
  });

  it('is free of webhooks and old paths where generators of clients read it', () => {
    const document = openApiDocument();
    const { webhooks, paths, ...rest } = z
      .looseObject({ webhooks: z.optional(z.unknown()), paths: z.record(z.string(), z.unknown()) })
      .parse(documentForGenerators(document));
    expect(webhooks).toBeUndefined();
    expect(Object.keys(paths).sort()).toEqual([...new Set(documentedEndpoints.map(({ path }) => path))].sort());
    expect(JSON.stringify([paths, rest])).not.toMatch(/"deprecated":true|webhook-signature"/);
  });

  it('gives generators a name for each response and 64 bits for each number', () => {
    const document = documentForGenerators(openApiDocument());
    const { paths, components } = z
      .looseObject({
        paths: z.record(
          z.string(),
          z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) })),
        ),
        components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
      })
      .parse(document);
    const replies = Object.values(paths).flatMap((item) => Object.values(item).map(({ responses }) => responses));
    expect(JSON.stringify(replies)).not.toContain('"data":{"description"');
    expect(components.schemas.UserResponse).toMatchObject({
      properties: { success: { type: 'boolean' }, data: { $ref: '#/components/schemas/User' } },
    });
    // The regular expressions rely on the key order: in a number schema, `format` is the first key, and a `default` would come
    // later.
    const text = JSON.stringify(document);
    const numbers = [...text.matchAll(/[{,]"type":(?:"number"|\["number","null"\])/g)];
    expect(numbers.length).toBeGreaterThan(50);
    expect(text.match(/"format":"double"[^{}]*"type":(?:"number"|\["number","null"\])/g)).toHaveLength(numbers.length);
    expect(text).not.toMatch(/"format":"double"[^{}]*"default"/);
  });

  it('has one operation for each row that partners call, and no other', () => {
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))) })
      .parse(openApiDocument());
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
    );
    const expected = documentedEndpoints.flatMap(({ method, path, id, aliases }) => [
      `${method} ${path} ${id}`,
      ...aliases.map((alias) => `${method} ${alias} ${id}Alias`),
    ]);
    expect(operations.sort()).toEqual(expected.sort());
  });
});

describe('the documented request bodies', () => {
  beforeEach(() => {
    vi.stubEnv('STAGE', 'sandbox');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const document = openApiDocument();

  /** Returns a part of the document by member names. */
  function partAt(...path: readonly string[]): unknown {
    return path.reduce<unknown>(
      (part, name) => (isObject(part) ? part[name] : Array.isArray(part) ? part[Number(name)] : undefined),
      document,
    );
  }

  const schemaAt = (component: string, ...path: readonly string[]) =>
    partAt('components', 'schemas', component, ...path);

  /** Returns the `pattern` of a schema as a regular expression. */
  function patternAt(component: string, ...path: readonly string[]): RegExp {
    const pattern = schemaAt(component, ...path, 'pattern');
    if (typeof pattern !== 'string') throw new Error(`${component} has no pattern at ${path.join('.')}`);
    return new RegExp(pattern);
  }

  /** Returns all optional properties at any depth, by path, and whether they accept null. */
  function optionalParts(schema: unknown, path = ''): [path: string, takesNull: boolean][] {
    if (!isObject(schema)) return [];
    if (typeof schema.$ref === 'string')
      return optionalParts(schemaAt(schema.$ref.replace('#/components/schemas/', '')), path);
    const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
    const own = Object.entries(readProperties(schema)).flatMap(([name, part]): [string, boolean][] => {
      const here = `${path}.${name}`;
      const inner = optionalParts(part, here);
      return required.includes(name) ? inner : [[here, takesNull(part)], ...inner];
    });
    const parts: readonly unknown[] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
    return [...own, ...[...parts, schema.items].flatMap((part) => optionalParts(part, path))];
  }

  function takesNull(schema: JsonObject): boolean {
    const { type, enum: values, anyOf } = schema;
    if (Array.isArray(anyOf)) return anyOf.some((part) => isObject(part) && takesNull(part));
    if (Array.isArray(values) && !values.includes(null)) return false;
    return type === 'null' || (Array.isArray(type) && type.includes('null'));
  }

  const posts = endpoints.filter(
    ({ id, method }) => method === 'POST' && endpointDocs.get(id)?.contract.body !== undefined,
  );

  it('accept null for all that a POST may leave out, at any depth', () => {
    const parts = posts.flatMap(({ id }) =>
      optionalParts(schemaAt(bodyComponentName(id)), id).filter(([, nullable]) => !nullable),
    );
    expect(parts).toEqual([]);
    const all = optionalParts(schemaAt('StartKycRequest')).map(([path]) => path);
    expect(all).toEqual(expect.arrayContaining(['.address.zipCode', '.documents.fileUrl', '.pep.relation']));
  });

  it('accept null on PATCH only where it clears a field', () => {
    const parts = optionalParts(schemaAt('UpdateUserRequest'));
    expect(parts.filter(([, nullable]) => !nullable)).toEqual([['.email', false]]);
  });

  it.each(['GAAA900517AB1', 'gaa900517ab1', 'ÑAA000229XX1', '0', 'GAAA900231AB1', 'GAAA010229AB1', '12345678901'])(
    'accept the RFC %s where the service does',
    (rfc) => {
      const refused = formatViolations('MX', { taxId: rfc, realOwner: { rfc } }).map(({ field }) => field);
      const path = ['allOf', '0', 'then', 'properties'];
      const documented = [
        patternAt('StartKycRequest', ...path, 'taxId').test(rfc) ? [] : ['taxId'],
        patternAt('StartKycRequest', ...path, 'realOwner', 'properties', 'rfc').test(rfc) ? [] : ['realOwner.rfc'],
      ];
      expect(documented.flat()).toEqual(refused);
    },
  );

  it.each(['06600', ' 06600 ', '0', '10001-2345', 'SW1A 1AA', '-1', '١٢٣٤٥'])(
    'take the postal code "%s" where the service does',
    (zipCode) => {
      const places: [country: string, pattern: RegExp][] = [
        ['DE', patternAt('KycAddress', 'allOf', '0', 'properties', 'zipCode')],
        ['MX', patternAt('KycAddress', 'allOf', '1', 'then', 'properties', 'zipCode')],
        ['US', patternAt('KycAddress', 'allOf', '2', 'then', 'properties', 'zipCode')],
      ];
      for (const [country, pattern] of places) {
        const taken = formatViolations('MX', { address: { country, zipCode } }).length === 0;
        expect(pattern.test(zipCode), country).toBe(taken);
        const inner = ['then', 'properties', 'address', 'properties', 'zipCode'];
        if (country === 'DE') continue;
        const at = country === 'MX' ? '1' : '2';
        expect(patternAt('StartKycRequest', 'allOf', at, ...inner).test(zipCode), country).toBe(taken);
      }
    },
  );

  it.each([
    '',
    ' \r\n',
    'YQ==',
    'Y Q =\n=',
    'YQ',
    'YWI=',
    'YWI',
    'YWJj',
    'YWJjYWJj',
    'a',
    'YQ=',
    'YR==',
    'YWJ=',
    'YW-_',
    'é',
    'YQ==YQ==',
  ])('accept an invoice of %j where the service does', (text) => {
    const pattern = patternAt('CreateCrossRampRequest', 'properties', 'invoiceFile');
    expect(pattern.test(text)).toBe(invoiceFile.safeParse(text).success);
  });

  it.each([
    ...['a@b.co', "o'neill+tag@x-y.example", 'a@b', 'a@-b.co', 'a b@c.de', 'é@b.co', '', `${'a'.repeat(65)}@b.co`],
    ...['a..b@c.de', '.ana@c.de', 'ana.@c.de', 'ana@münchen.de', 'a@例え.jp', 'a@münchen-.de', 'a@b.co.', 'a@😀.de'],
  ])('accept the e-mail address "%s" where the service does', (text) => {
    expect(patternAt('CreateUserRequest', 'properties', 'email').test(text)).toBe(isEmail(text));
  });

  it('say how many decimals a premium has, in a body and in a query', () => {
    expect(schemaAt('CreateQuoteRequest', 'properties', 'premiumSpread')).toMatchObject({ multipleOf: 1e-6 });
    expect(JSON.stringify(partAt('paths', '/api/partner/v2/cross-ramp/quotes', 'get', 'parameters'))).toContain(
      '"multipleOf":0.000001',
    );
  });

  it.each(['https://partner.example.com/done?a=1#b', 'myapp://done', 'a b', 'done', 'x:/y', 'https://é.example'])(
    'accept the redirect URI "%s" where the service does',
    (text) => {
      const taken = redirectUri.safeParse(text).success;
      expect(patternAt('CreateKycLinkRequest', 'properties', 'partnerRedirectUri').test(text)).toBe(taken);
    },
  );

  it('name the countries whose verifications are accepted', () => {
    for (const component of ['StartKycRequest', 'CreateKycLinkRequest', 'CreateKybLinkRequest'])
      expect(schemaAt(component, 'allOf'), component).toContainEqual({
        properties: { country: { enum: listKycCountries() } },
      });
  });

  it('set no maximum for skip below the largest whole number, since the length of the list is its limit', () => {
    const parameters = partAt('paths', '/api/partner/v2/users', 'get', 'parameters');
    expect(parameters).toContainEqual(
      expect.objectContaining({
        name: 'skip',
        schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
      }),
    );
  });
});

describe('the documented webhook payloads', () => {
  const user = aUser({
    id: '019bc1c5-0000-7000-8000-000000000003',
    partnerId: '019bc1c5-0000-7000-8000-000000000002',
    email: 'ana.garcia@example.com',
    firstName: 'Ana',
    lastName: 'García',
    kycStatus: 'VERIFIED',
    sequence: 1,
  });

  const aLink = { id: newId(0), kind: 'KYC', country: 'MX', expiresAtMs: 0, resubmission: undefined } as const;
  const isLinkEvent = (event: EventName): event is LinkEvent =>
    ['LINK', 'RESUBMISSION'].includes(eventFacts[event].details);

  function examplePayload(event: EventName): Payload {
    if (event === 'TEST_EVENT') return testPayload();
    if (event === 'DOCUMENT_SIGNED') return signaturePayload(user, anAssociatedPerson({ declaration: aDeclaration() }));
    if (isLinkEvent(event)) return linkNotification(event, user, aLink, { deliver: false }).payload;
    if (eventFacts[event].type === 'KYC') return kycPayload(event, user, anIdentityVerification(user));
    const hold = heldNames.Hold && newHold(heldNames.Hold, 0, undefined);
    const returned = { reason: 'BENEFICIARY_ACCOUNT_CLOSED', atMs: 0 };
    if (event.endsWith('_ON_RAMP')) return transactionPayload(event, anOnRamp({ hold }), { user });
    if (event.endsWith('_OFF_RAMP')) {
      return transactionPayload(
        event,
        anOffRamp({ hold, payoutReturn: { ...returned, amount: anOffRamp().fiatAmount } }),
        { user },
      );
    }
    const payoutReturn = { ...returned, amount: aCrossRamp().targetAmount };
    return transactionPayload(event, aCrossRamp({ hold, payoutReturn }), { user });
  }

  it.each(eventNames)('%s has an example with all of its fields and no other', (event) => {
    const shape: z.core.$ZodLooseShape = webhookPayloads[payloadFor(event)].shape;
    const example = eventExamples[event];
    expect(z.strictObject(shape).safeParse(example)).toMatchObject({ success: true });
    expect(example).toMatchObject({ event });
  });

  it.each(eventNames)('%s is what is sent, field for field', (event) => {
    const userId = event === 'TEST_EVENT' ? null : user.id;
    const sent = withEnvelope(
      { environment: 'sandbox', id: newId(0), userId, sequence: 1, occurredAtMs: 0 },
      examplePayload(event),
    );
    const shape: z.core.$ZodLooseShape = webhookPayloads[payloadFor(event)].shape;
    expect(z.strictObject(shape).safeParse(sent)).toMatchObject({ success: true });
  });
});

/** The OpenAPI document as it is fuzzed: with this run's ids in its examples, and whole bodies in its links. */
import { randomUUID } from 'node:crypto';
import type { ApiClient } from '#local/partner/api-client';
import type { ExampleValues } from '#scripts/docs/documented-story';
import { asObject } from '#scripts/docs/openapi/id-places';
import { isObject, type JsonObject, readProperties } from '#scripts/docs/openapi/json-schema';
import { preparedPathParams } from './story';

const ofTokens = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
const identity = { country: 'MX', firstName: 'Ana', lastName: 'García' };

/** Bodies that are sent instead of the documented example, where that can be sent once or names files. */
const bodies: Readonly<Record<string, (example: JsonObject) => readonly JsonObject[]>> = {
  createUser: () => [{ type: 'INDIVIDUAL', email: `example-${randomUUID()}@example.com` }],
  startKyc: () => [identity],
  decideVerification: () => ['VERIFIED', 'REJECTED', 'REVIEW_NEEDED'].map((result) => ({ result })),
  simulateTransaction: () => ['DEPOSIT_RECEIVED', 'PAYOUT_RETURNED', 'EXPIRE'].map((event) => ({ event })),
  createCrossRamp: ({ quoteId, ...example }) => {
    const terms = { ...example, sourceCurrency: 'MXN', targetCurrency: 'USD' };
    return [{ ...example, quoteId }, ...[700, 2000.05].map((sourceAmount) => ({ ...terms, sourceAmount }))];
  },
  createOffRamp: (example) => [example, { ...example, ...ofTokens, cryptoAmount: 50 }],
};

/**
 * Formats of fields whose text only the service can tell: check sums, days before today, names of countries. Texts made
 * from the documented patterns alone would nearly all be refused. hooks.py makes texts of these formats.
 */
const formats: Readonly<Record<string, string>> = {
  countryOfBirth: 'ramp-country',
  countryOfConstitution: 'ramp-country',
  dateOfBirth: 'ramp-day',
  dateOfConstitution: 'ramp-day',
  walletAddress: 'ramp-wallet',
  destinationWalletAddress: 'ramp-wallet',
  url: 'ramp-url',
};

/** @param document the OpenAPI document; its example ids are replaced by those of the story */
export async function preparedDocument(
  document: JsonObject,
  partner: ApiClient,
  values: ExampleValues,
): Promise<JsonObject> {
  let text = JSON.stringify(document);
  for (const [example, value] of values) text = text.replaceAll(example, value);
  const filled: JsonObject = JSON.parse(text);
  const components = asObject(filled.components);
  const paths = Object.entries(asObject(filled.paths)).map(async ([path, item]) => {
    const operations = Object.entries(asObject(item)).map(async ([method, operation]) => [
      method,
      await prepared(asObject(operation), partner, values),
    ]);
    return [path, Object.fromEntries(await Promise.all(operations))];
  });
  const withPaths = { ...filled, paths: Object.fromEntries(await Promise.all(paths)) };
  const schemas = Object.entries(asObject(components.schemas)).map(([name, schema]) => [
    name,
    name.endsWith('Request') ? withFormats(asObject(schema)) : schema,
  ]);
  const parameters = withoutHeaderLengths(asObject(components.parameters));
  return withBodiesInLinks({
    ...withPaths,
    components: { ...components, parameters, schemas: Object.fromEntries(schemas) },
  });
}

/** Drops the length of request ids: the gateway limits all headers together, and the local stack has no such limit. */
function withoutHeaderLengths({ RequestId, ...parameters }: JsonObject): JsonObject {
  return { ...parameters, RequestId: { ...asObject(RequestId), schema: { type: 'string' } } };
}

/** An operation with examples that can be sent. */
async function prepared(operation: JsonObject, partner: ApiClient, values: ExampleValues): Promise<JsonObject> {
  const path = (await preparedPathParams[String(operation.operationId)]?.(partner, values)) ?? {};
  const parameters: readonly unknown[] = Array.isArray(operation.parameters) ? operation.parameters : [];
  const [example] = bodiesOf(operation);
  return {
    ...operation,
    parameters: parameters.filter(isObject).map((parameter) => {
      const value = path[String(parameter.name)];
      return value === undefined ? parameter : { ...parameter, example: value };
    }),
    ...(example === undefined ? {} : { requestBody: withExample(asObject(operation.requestBody), example) }),
  };
}

const media = (requestBody: unknown) => asObject(asObject(asObject(requestBody).content)['application/json']);

/** The bodies that an operation is asked with; none where it takes none. */
function bodiesOf({ operationId, requestBody }: JsonObject): readonly JsonObject[] {
  const { example } = media(requestBody);
  return isObject(example) ? (bodies[String(operationId)]?.(example) ?? [example]) : [];
}

function withExample(requestBody: JsonObject, example: JsonObject): JsonObject {
  return { ...requestBody, content: { 'application/json': { ...media(requestBody), example } } };
}

function withFormats(schema: JsonObject): JsonObject {
  const properties = Object.entries(readProperties(schema)).map(([name, property]) => {
    const format = formats[name];
    return [name, format === undefined ? property : { ...property, format }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The links of the document, a copy for each body of the operation that it leads to, with the link's ids in it. */
function withBodiesInLinks(document: JsonObject): JsonObject {
  const items = Object.values(asObject(document.paths)).flatMap((item) => Object.values(asObject(item)).map(asObject));
  const byId = new Map(items.map((operation) => [String(operation.operationId), operation]));
  const components = asObject(document.components);
  const copies = new Map(
    Object.entries(asObject(components.links)).map(([name, link]) => {
      const { requestBody, ...rest } = asObject(link);
      const bodies = bodiesOf(byId.get(String(rest.operationId)) ?? {});
      const alone = { ...rest, ...(requestBody === undefined ? {} : { requestBody }) };
      const sent = bodies.map((body) => ({
        ...rest,
        requestBody: { ...body, ...asObject(requestBody) },
        'x-schemathesis': { merge_body: false },
      }));
      return [`#/components/links/${name}`, sent.length === 0 ? [alone] : sent];
    }),
  );
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, name === 'links' ? spread(inner) : inline(inner)]),
    );
  };
  const spread = (links: unknown): JsonObject =>
    Object.fromEntries(
      Object.entries(asObject(links)).flatMap(([name, link]) =>
        (copies.get(String(asObject(link).$ref)) ?? []).map((copy, at) => [`${name}${at}`, copy]),
      ),
    );
  return { ...document, paths: inline(document.paths), components: { ...components, links: {} } };
}

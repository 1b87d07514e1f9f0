/** The OpenAPI document as it is fuzzed: with this run's ids in its examples. */

import { endpointDocs } from '#docs/endpoint-docs';
import { asObject, isObject, type JsonObject, readProperties } from '#docs/openapi/json-schema';
import type { ApiClient } from '#local/partner/api-client';
import { type Call, callOf, givenFor } from '#test/support/scenarios/perform';
import { scenarioFor } from '#test/support/scenarios/registry';
import type { Ids } from '#test/support/scenarios/scenario';

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

/** The calls of the scenarios, by operation id. */
type Calls = ReadonlyMap<string, Call>;

/**
 * Performs what each scenario needs, each for itself. A partner has at most five webhook endpoints, one of which the fuzzer
 * makes: all operations but the one that deletes an endpoint share one.
 * @param ids the operations. @default all
 */
export async function prepareCalls(partner: ApiClient, ids: Iterable<string> = endpointDocs.keys()): Promise<Calls> {
  const calls = new Map<string, Call>();
  let endpoint: Ids | undefined;
  for (const id of ids) {
    const isOfEndpoint = scenarioFor(id).given?.includes('createWebhookEndpoint') && id !== 'deleteWebhookEndpoint';
    const given = (isOfEndpoint ? endpoint : undefined) ?? (await givenFor(id, { partner }));
    if (isOfEndpoint) endpoint = given;
    calls.set(id, callOf(id, given));
  }
  return calls;
}

/** Puts the calls of the scenarios in the place of the documented examples. */
export function preparedDocument(document: JsonObject, calls: Calls): JsonObject {
  const components = asObject(document.components);
  const paths = Object.entries(asObject(document.paths)).map(([path, item]) => {
    const operations = Object.entries(asObject(item)).map(([method, operation]) => [
      method,
      withCall(asObject(operation), calls),
    ]);
    return [path, Object.fromEntries(operations)];
  });
  const schemas = Object.entries(asObject(components.schemas)).map(([name, schema]) => [
    name,
    name.endsWith('Request') ? withFormats(asObject(schema)) : schema,
  ]);
  const parameters = withoutHeaderLengths(asObject(components.parameters));
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...components, parameters, schemas: Object.fromEntries(schemas) },
  };
}

/** Drops the length of request ids: the gateway limits all headers together, and the local stack has no such limit. */
function withoutHeaderLengths({ RequestId, ...parameters }: JsonObject): JsonObject {
  return { ...parameters, RequestId: { ...asObject(RequestId), schema: { type: 'string' } } };
}

/** An operation with examples that can be sent. */
function withCall(operation: JsonObject, calls: Calls): JsonObject {
  const { pathIds = {}, query = {}, body } = calls.get(String(operation.operationId)) ?? {};
  const values = { ...query, ...pathIds };
  const parameters: readonly unknown[] = Array.isArray(operation.parameters) ? operation.parameters : [];
  return {
    ...operation,
    parameters: parameters.filter(isObject).map((parameter) => {
      const value = values[String(parameter.name)];
      return value === undefined ? parameter : { ...parameter, example: value };
    }),
    ...(body === undefined ? {} : { requestBody: withExample(asObject(operation.requestBody), body) }),
  };
}

const media = (requestBody: unknown) => asObject(asObject(asObject(requestBody).content)['application/json']);

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

/** Prepares the OpenAPI document for fuzzing: its examples contain the ids of this run. */

import { endpointDocs } from '#docs/endpoint-docs';
import { asObject, isObject, type JsonObject, readProperties } from '#docs/openapi/json-schema';
import type { ApiClient } from '#local/partner/api-client';
import { type Call, callOf, givenFor } from '#test/support/scenarios/perform';
import { scenarioFor } from '#test/support/scenarios/registry';
import type { Ids } from '#test/support/scenarios/scenario';

/**
 * Formats of fields with rules that a pattern cannot express: check digits, dates before today, country names. The API would
 * reject nearly all texts that match only the documented pattern. hooks.py generates texts for these formats.
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

/** Requests of the scenarios, by operation id. */
type Calls = ReadonlyMap<string, Call>;

/**
 * Runs the prerequisites of each scenario. All operations on a webhook endpoint except its deletion share one endpoint, because a
 * partner has at most five.
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

/** Replaces the documented examples with the requests of the scenarios. */
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

/** Removes the maximum length of request ids. The API replaces a longer id, but the fuzzer would expect an error. */
function withoutHeaderLengths({ RequestId, ...parameters }: JsonObject): JsonObject {
  return { ...parameters, RequestId: { ...asObject(RequestId), schema: { type: 'string' } } };
}

/** Adds the values of the scenario's request to an operation, as examples. */
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

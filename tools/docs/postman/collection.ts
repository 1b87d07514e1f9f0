/** The Postman collection and its environments, which Bruno, Insomnia and others import too. */

import type { JsonObject } from '../openapi/json-schema';
import { currentOperations, type OpenApiDocument } from '../sdk/published-document';
import { exampleRequest } from './request';

const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Builds the collection: every operation that is not deprecated, in a folder per tag. */
export function postmanCollection(document: OpenApiDocument): JsonObject {
  const operations = currentOperations(document);
  const tags = new Map<string, JsonObject[]>();
  for (const each of operations) {
    const [tag] = each.operation.tags;
    tags.set(tag, [...(tags.get(tag) ?? []), exampleRequest(each, operations)]);
  }
  return {
    info: {
      name: 'Partner Ramp API',
      description:
        'Choose an environment and set `partnerApiKey` to your sandbox key. A request that creates a resource stores the id of the resource in a variable (`userId`, `quoteId`, `transactionId`). The other requests use these variables.',
      schema: FORMAT,
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'partner-api-key', type: 'string' },
        { key: 'value', value: '{{partnerApiKey}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    item: [...tags].map(([name, item]) => ({ name, item })),
  };
}

/** Builds the variables of an environment. The API key is secret, so that Postman does not share its value. */
export function postmanEnvironment(name: string, baseUrl: string): JsonObject {
  return {
    name: `Partner Ramp ${name}`,
    values: [
      { key: 'baseUrl', value: baseUrl, type: 'default', enabled: true },
      { key: 'partnerApiKey', value: '', type: 'secret', enabled: true },
    ],
  };
}

/** The Postman collection and its environments, which Bruno, Insomnia and others import too. */
import type { JsonObject } from '../openapi/json-schema';
import { journeys } from './journeys';
import { currentOperations, exampleRequest } from './request';

const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * Builds the collection: journeys in the order of their steps, then every operation by its tag.
 * @param workflows the text of the Arazzo document
 */
export function postmanCollection(document: JsonObject, workflows: string): JsonObject {
  const operations = currentOperations(document);
  const tags = new Map<string, JsonObject[]>();
  for (const each of operations) {
    const [tag = ''] = Array.isArray(each.operation.tags) ? each.operation.tags.map(String) : [];
    tags.set(tag, [...(tags.get(tag) ?? []), exampleRequest(each)]);
  }
  return {
    info: {
      name: 'Partner Ramp API',
      description:
        'Choose an environment and give it your sandbox key. Run the folder Journeys: each creates what it needs, and what it captures (userId, quoteId, transactionId) fills the other requests.',
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
    item: [
      { name: 'Journeys', item: journeys(workflows, operations) },
      ...[...tags].map(([name, item]) => ({ name, item })),
    ],
  };
}

/** Builds the variables of one environment. The key is a secret: Postman keeps it out of what is shared. */
export function postmanEnvironment(name: string, baseUrl: string): JsonObject {
  return {
    name: `Partner Ramp ${name}`,
    values: [
      { key: 'baseUrl', value: baseUrl, type: 'default', enabled: true },
      { key: 'partnerApiKey', value: '', type: 'secret', enabled: true },
    ],
  };
}

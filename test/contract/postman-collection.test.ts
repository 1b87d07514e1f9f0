import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openApiDocument } from '#docs/openapi/document';
import { currentOperations, publishedDocument } from '#docs/sdk/published-document';

const FOLDER = resolve(import.meta.dirname, '../../docs/postman');

const variable = z.object({ key: z.string(), value: z.string() });
const requestItem = z.object({
  name: z.string(),
  request: z.object({
    method: z.string(),
    url: z.object({ raw: z.string(), variable: z.array(variable), query: z.optional(z.array(variable)) }),
    body: z.optional(z.object({ raw: z.string() })),
  }),
  event: z.optional(z.array(z.object({ script: z.object({ exec: z.array(z.string()) }) }))),
});
const collection = z.object({ item: z.array(z.object({ name: z.string(), item: z.array(requestItem) })) });

const read = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
const document = publishedDocument.parse(openApiDocument());
const requests = collection.parse(read('partner-ramp.postman_collection.json')).item.flatMap(({ item }) => item);

describe('the Postman collection', () => {
  it('has every operation once, under its tag', () => {
    const found = requests.map(({ request: { method, url } }) => `${method} ${url.raw.replace('{{baseUrl}}', '')}`);
    const expected = currentOperations(document);
    expect(found.toSorted()).toEqual(
      expected.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`).toSorted(),
    );
  });

  it('sends only variables that another request stores, an environment defines, or a user sets from a list', () => {
    const scripts = requests.flatMap(({ event = [] }) => event.flatMap(({ script: { exec } }) => exec)).join('\n');
    const stored = [...scripts.matchAll(/collectionVariables\.set\('(\w+)'/g)].map(([, name = '']) => name);
    const sent = [...JSON.stringify(requests).matchAll(/\{\{([$\w]+)\}\}/g)].map(([, name = '']) => name);
    const known = new Set([...stored, '$guid', 'baseUrl']);
    expect([...new Set(sent.filter((name) => !known.has(name)))].toSorted()).toEqual([
      'endpointId',
      'webhookNotificationId',
    ]);
    expect(stored).toContain('transactionId');
  });

  it.each(['local', 'sandbox'])('keeps the key of the environment %s secret, and none in the file', (name) => {
    const { values } = z
      .object({ values: z.array(z.object({ key: z.string(), value: z.string(), type: z.string() })) })
      .parse(read(`${name}.postman_environment.json`));
    expect(values.find(({ key }) => key === 'partnerApiKey')).toMatchObject({ value: '', type: 'secret' });
  });
});

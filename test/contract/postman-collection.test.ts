import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openApiDocument } from '#docs/openapi/document';
import { postmanCollection } from '#docs/postman/collection';
import { currentOperations, publishedDocument } from '#docs/sdk/published-document';

const FOLDER = resolve(import.meta.dirname, '../../docs/postman');
const WORKFLOW = resolve(import.meta.dirname, '../../docs/workflows/cross-ramp.arazzo.yaml');

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
const journeyFolder = z.object({ name: z.string(), item: z.array(requestItem) });
const collection = z.object({ item: z.array(z.object({ name: z.string(), item: z.array(z.unknown()) })) });

const read = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
const document = publishedDocument.parse(openApiDocument());
const [first, ...folders] = collection.parse(read('partner-ramp.postman_collection.json')).item;
const journeys = z.array(journeyFolder).parse(first?.item);

describe('the Postman collection', () => {
  it('has every operation once, under its tag', () => {
    const requests = folders.flatMap(({ item }) =>
      z
        .array(requestItem)
        .parse(item)
        .map(({ request }) => request),
    );
    const found = requests.map(({ method, url }) => `${method} ${url.raw.replace('{{baseUrl}}', '')}`);
    const expected = currentOperations(document);
    expect(found.toSorted()).toEqual(
      expected.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`).toSorted(),
    );
  });

  it.each(journeys)('$name: what a step takes was captured by one before it', ({ item }) => {
    const captured = new Set(['$guid']);
    for (const { name, request, event = [] } of item) {
      const { variable: inPath, query = [] } = request.url;
      const sent = [...inPath.map(({ value }) => value), ...query.map(({ value }) => value), request.body?.raw].join();
      const taken = [...sent.matchAll(/\{\{([$\w]+)\}\}/g)].map(([, each = '']) => each);
      expect(
        taken.filter((each) => !captured.has(each)),
        name,
      ).toEqual([]);
      const script = event.flatMap(({ script: { exec } }) => exec).join('\n');
      expect(script, name).toContain('pm.test(');
      for (const [, each = ''] of script.matchAll(/collectionVariables\.set\('(\w+)'/g)) captured.add(each);
    }
    expect([...captured]).toContain('transactionId');
  });

  it('refuses a workflow that it cannot carry over', () => {
    const workflow = readFileSync(WORKFLOW, 'utf8');
    const change = (from: string, to: string) => () => postmanCollection(document, workflow.replace(from, to));
    expect(change('operationId: createUser', 'operationId: makeUser')).toThrow('No operation is called makeUser');
    expect(change('$statusCode == 201', '$statusCode < 300')).toThrow('$statusCode < 300');
    expect(change('$inputs.email', '$inputs.phone')).toThrow('$inputs.phone has no counterpart');
  });

  it.each(['local', 'sandbox'])('keeps the key of the environment %s secret, and none in the file', (name) => {
    const { values } = z
      .object({ values: z.array(z.object({ key: z.string(), value: z.string(), type: z.string() })) })
      .parse(read(`${name}.postman_environment.json`));
    expect(values.find(({ key }) => key === 'partnerApiKey')).toMatchObject({ value: '', type: 'secret' });
  });
});

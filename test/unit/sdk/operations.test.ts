import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { currentOperations, publishedDocument } from '#docs/sdk/published-document';
import { methodOf } from '#docs/sdk/resources';
import type { PartnerRamp } from '#sdk/client';
import { scriptedClient, success } from './scripted-fetch';

const ROOT = resolve(import.meta.dirname, '../../..');
const document = publishedDocument.parse(JSON.parse(readFileSync(resolve(ROOT, 'docs/openapi.json'), 'utf8')));
const operations = currentOperations(document).map(({ operation: { operationId }, ...place }) => ({
  ...{ ...place, operationId },
  name: methodOf(operationId)[0],
}));

function methodsOf(client: PartnerRamp): Map<string, (...args: unknown[]) => unknown> {
  const methods = new Map<string, (...args: unknown[]) => unknown>();
  for (const [resource, instance] of Object.entries(client)) {
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(instance))) {
      if (name !== 'constructor') methods.set(`${resource}.${name}`, instance[name].bind(instance));
    }
  }
  return methods;
}

/** Additional methods that download a file. */
const downloads = ['transactions.getReceiptPdf', 'transactions.getReturnReceiptPdf', 'reports.getSettlementCsv'];

describe('the methods of the client', () => {
  const { client, sent } = scriptedClient([() => success({ data: [] })]);
  const methods = methodsOf(client);

  it('are one for each operation of the document', () => {
    expect([...operations.map(({ name }) => name), ...downloads].toSorted()).toEqual([...methods.keys()].toSorted());
  });

  it.each(downloads)('%s asks for the file that its operation has beside the data', async (name) => {
    const content = Buffer.from('%PDF-');
    const scripted = scriptedClient([() => new Response(content)]);
    const data = await methodsOf(scripted.client).get(name)?.(...(name.startsWith('reports') ? [] : ['the-id']));
    expect(data).toEqual(new Uint8Array(content));
    expect(scripted.sent.map(({ headers }) => headers.get('accept'))).toEqual([
      name.endsWith('Csv') ? 'text/csv' : 'application/pdf',
    ]);
  });

  it.each(operations)('$operationId is $method $path', async ({ name, method, path }) => {
    const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => `the-${id}`);
    sent.length = 0;
    // Calls the method without body and query, because the test does not know which of them the operation expects.
    await Promise.resolve(methods.get(name)?.(...ids)).catch(() => undefined);
    const expected = path.replace(/\{(\w+)\}/g, 'the-$1');
    expect(sent.map((request) => [request.method, request.url.pathname])).toEqual([[method, `/v${expected}`]]);
  });
});

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readApiDocument } from '#site/reference/api-document';
import { tryItData } from '#site/reference/try-it-data';

const document = readApiDocument(readFileSync(resolve(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'));

/** Returns the data that the console reads of an operation. */
function dataOf(id: string) {
  const operation = document.operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`${id} is not in the document`);
  return JSON.parse(tryItData(operation));
}

it('says of an operation what a form for it has', () => {
  expect(dataOf('createOnRamp')).toMatchObject({
    ...{ method: 'POST', path: '/api/partner/v2/on-ramp', needsKey: true, takesIdempotencyKey: true, parameters: [] },
    body: expect.stringContaining('"fiatCurrency": "MXN"'),
  });
  expect(dataOf('getOpenApi')).toMatchObject({ needsKey: false, takesIdempotencyKey: false });
});

it('fills in the path, and of the query what an example call has', () => {
  const { parameters } = dataOf('listWallets');
  expect(parameters).toContainEqual(expect.objectContaining({ name: 'userId', in: 'path', required: true }));
  expect(parameters.find(({ name }: { name: string }) => name === 'userId').example).toMatch(/^[0-9a-f-]{36}$/);
  expect(dataOf('listUsers').parameters).toContainEqual({ name: 'cursor', in: 'query', required: false, example: '' });
});

import { expect, it } from 'vitest';
import { endpointDocs } from '#docs/endpoint-docs';
import { openApiDocument } from '#docs/openapi/document';
import { preparedDocument } from '#test/fuzz/prepared-document';
import { callOf } from '#test/support/scenarios/perform';

const MADE = 'made by a scenario';
const made: Readonly<Record<string, string>> = new Proxy({}, { get: () => MADE });
const calls = new Map([...endpointDocs.keys()].map((id) => [id, callOf(id, made)]));
function idsIn(value: unknown): string[] {
  return JSON.stringify(value).match(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? [];
}

const operations = Object.values(Object(preparedDocument(openApiDocument(), calls)).paths).flatMap((item) =>
  Object.values(Object(item)).flatMap((operation) => {
    const { operationId, parameters, requestBody } = Object(operation);
    return endpointDocs.has(operationId) ? [{ operationId, parameters, requestBody }] : [];
  }),
);

it.each(operations)('$operationId is sent with what its scenario has made', ({ parameters, requestBody }) => {
  expect(idsIn([parameters, requestBody ?? null])).toEqual([]);
  for (const { in: place, example } of parameters) if (place === 'path') expect(example).toBe(MADE);
});

it('every operation is sent', () => {
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual([...endpointDocs.keys()].toSorted());
});

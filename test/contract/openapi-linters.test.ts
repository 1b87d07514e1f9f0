import { expect, it } from 'vitest';
import { openApiDocument } from '#docs/openapi/document';
import { asObject, isObject } from '#docs/openapi/json-schema';
import { runRedocly } from '#test/support/redocly';

it('follows the rules of Redocly, its examples their schemas, and the workflow the document', async () => {
  const { exitCode, output } = await runRedocly(['lint', 'docs/openapi.json', 'docs/workflows/cross-ramp.arazzo.yaml']);
  expect(exitCode, output).toBe(0);
  expect(output).not.toMatch(/\[WARNING\]|You have \d/);
});

/** Finds the paths of texts and lists without a maximum length in a schema. */
function unbounded(schema: unknown, place: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one, at) => unbounded(one, `${place}/${at}`));
  if (!isObject(schema)) return [];
  const types = [schema.type].flat();
  const isOpenText = types.includes('string') && !('maxLength' in schema || 'enum' in schema || 'const' in schema);
  const isOpenList = types.includes('array') && !('maxItems' in schema);
  const parts = Object.entries(schema).filter(([name]) => !/^(examples?|default|enum|const)$/.test(name));
  return [
    ...(isOpenText || isOpenList ? [place] : []),
    ...parts.flatMap(([name, one]) => unbounded(one, `${place}/${name}`)),
  ];
}

it('bounds every text and every list of a request', () => {
  const { paths, components } = openApiDocument();
  const { schemas, parameters } = asObject(components);
  const bodies = Object.entries(asObject(schemas)).filter(([name]) => name.endsWith('Request'));
  const inPaths = Object.values(asObject(paths)).flatMap((item) =>
    Object.values(asObject(item)).map((operation) => asObject(operation).parameters),
  );
  expect(bodies.length).toBeGreaterThan(20);
  expect(unbounded([Object.fromEntries(bodies), parameters, inPaths], '')).toEqual([]);
  expect(unbounded({ name: { type: ['string', 'null'] }, ids: { type: 'array', items: { enum: [] } } }, '')).toEqual([
    '/name',
    '/ids',
  ]);
});

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { docsFor } from '#scripts/docs/endpoint-docs';
import { openApiDocument } from '#scripts/docs/openapi/document';
import { idsAnswered, idsTaken } from '#scripts/docs/openapi/id-places';
import { bodyComponentName, isObject, readProperties } from '#scripts/docs/openapi/json-schema';
import { leadsNowhere } from '#scripts/docs/openapi/links';
import { endpoints } from '#shared/api/endpoints';

const link = z.object({
  operationId: z.string(),
  parameters: z.optional(z.record(z.string(), z.string())),
  requestBody: z.optional(z.record(z.string(), z.string())),
});
const answer = z.looseObject({ links: z.optional(z.record(z.string(), z.object({ $ref: z.string() }))) });
const operation = z.looseObject({
  operationId: z.string(),
  parameters: z.optional(z.array(z.looseObject({ name: z.optional(z.string()) }))),
  responses: z.record(z.string(), answer),
});
const { paths, components } = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.looseObject({
      links: z.record(z.string(), link),
      schemas: z.record(z.string(), z.looseObject({})),
    }),
  })
  .parse(openApiDocument());

const rows = endpoints.filter(({ scope }) => scope === 'partner');
const operations = new Map(rows.map(({ id, path, method }) => [id, paths[path]?.[method.toLowerCase()]]));

/** The links of an operation's answer. */
function linksOf(id: string): z.output<typeof link>[] {
  const { status } = docsFor(id).contract;
  return Object.values(operations.get(id)?.responses[status]?.links ?? {}).flatMap(({ $ref }) => {
    const found = components.links[$ref.replace('#/components/links/', '')];
    return found === undefined ? [] : [found];
  });
}

/** The expressions of a link, by what they fill. */
const expressionsOf = ({ parameters = {}, requestBody = {} }: z.output<typeof link>) => ({
  parameters: Object.entries(parameters),
  fields: Object.entries(requestBody).map(([name, text]) => [name, text.slice(1, -1)] as const),
});

const withLinks = rows.filter(({ id }) => linksOf(id).length > 0).map(({ id }) => id);

describe('the links of answers', () => {
  it.each(withLinks)('%s: each leads to an operation that takes the ids', (id) => {
    for (const one of linksOf(id)) {
      const target = operations.get(one.operationId);
      const { parameters, fields } = expressionsOf(one);
      expect(parameters.length + fields.length, one.operationId).toBeGreaterThan(0);
      const known = target?.parameters?.map(({ name }) => name);
      for (const [name] of parameters) expect(known, one.operationId).toContain(name);
      const body = readProperties(components.schemas[bodyComponentName(one.operationId)] ?? {});
      for (const [name] of fields) expect(Object.keys(body), one.operationId).toContain(name);
    }
  });

  it.each(withLinks)('%s: each finds an id in the example of the answer, or in the path', (id) => {
    const { data, path = {} } = docsFor(id).example;
    for (const one of linksOf(id)) {
      const { parameters, fields } = expressionsOf(one);
      for (const [, expression] of [...parameters, ...fields]) {
        const [, place, name = ''] = /^\$(request\.path\.|response\.body#\/data\/)(\w+)$/.exec(expression) ?? [];
        const value = place === 'request.path.' ? path[name] : isObject(data) ? data[name] : undefined;
        expect(value, `${one.operationId}: ${expression}`).toMatch(/^[0-9a-f-]{36}$/);
      }
    }
  });

  it('use every id of an answer that is one resource, but for those that lead nowhere', () => {
    const unused = rows.flatMap(({ id }) => {
      const { response, file } = docsFor(id).contract;
      if (file !== undefined || leadsNowhere[response] !== undefined) return [];
      const used = JSON.stringify(linksOf(id));
      return idsAnswered(components.schemas[response] ?? {}, components.schemas)
        .filter((name) => leadsNowhere[name] === undefined && !used.includes(`#/data/${name}`))
        .map((name) => `${id}: ${name}`);
    });
    expect(unused).toEqual([]);
  });

  it('lead to every operation with an id in its path, but for those of no answer', () => {
    const reached = new Set(withLinks.flatMap((id) => linksOf(id).map(({ operationId }) => operationId)));
    const left = rows.filter(({ id, path }) => path.includes('{') && !reached.has(id)).map(({ id }) => id);
    expect(left).toEqual([]);
  });

  it('are asked for where an operation has an id that no table knows', () => {
    const parameter = { name: 'invoiceId', in: 'path', schema: { format: 'uuid' } };
    const [row] = rows;
    expect(() => row && idsTaken(row, { parameters: [parameter] }, {})).toThrow(
      'createUser: scripts/docs/openapi/id-places.ts does not say what invoiceId names',
    );
  });
});

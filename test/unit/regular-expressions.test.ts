import { check } from 'recheck';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpointDocs } from '#docs/endpoint-docs';
import { openApiDocument } from '#docs/openapi/document';
import { isObject } from '#docs/openapi/json-schema';
import { providerReport } from '#functions/provider-events/take/contract';
import { patternsIn } from '#test/support/regular-expressions';

/** Input reaches most code in these folders. Therefore every regular expression must run in linear time. */
const { patterns, madeAtRuntime } = patternsIn(['shared', 'functions']);

/**
 * Options of recheck, which searches for the worst input of a pattern. The search phases have no time limits, because time limits
 * cause false results on a slow machine. A fixed seed makes the search repeatable.
 */
const byCounting = {
  randomSeed: 1,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  timeout: 200_000,
};

/** Returns how the run time of a pattern grows for its worst input, computed with the library recheck. */
async function classify(source: string, flags: string): Promise<string> {
  const result = await check(source, flags, byCounting);
  if (result.status === 'safe') return 'linear';
  return result.status === 'vulnerable' ? `vulnerable: ${result.complexity.summary}` : result.error.kind;
}

describe('a regular expression takes time in proportion to its input', () => {
  it.each(patterns)('/$source/$flags', async ({ source, flags, places }) => {
    expect(await classify(source, flags), places.join(', ')).toBe('linear');
  });

  it('and is part of the code, where it is found', () => {
    expect(patterns.length).toBeGreaterThan(50);
    expect(madeAtRuntime).toEqual([]);
  });
});

/** Returns all patterns in a JSON schema, at any depth. */
function findPatterns(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(findPatterns);
  if (!isObject(schema)) return [];
  const own = typeof schema.pattern === 'string' ? [schema.pattern] : [];
  return [...own, ...Object.values(schema).flatMap(findPatterns)];
}

describe('a pattern that the schema library adds takes time in proportion too', () => {
  const known = new Set(patterns.map(({ source }) => source));
  const contracted = [...endpointDocs.values()].flatMap(({ contract: { params, query, body } }) =>
    [params, query, body].flatMap((schema) => schema ?? []),
  );
  const all = [...contracted, providerReport].flatMap((schema) =>
    findPatterns(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  );

  // Callers and client generators run these patterns.
  const documented = findPatterns(openApiDocument());

  it.each([...new Set([...all, ...documented])].filter((source) => !known.has(source)))('%s', async (source) => {
    expect(await classify(source, '')).toBe('linear');
  });

  it('and is listed with those of the code', () => {
    expect(all.filter((source) => known.has(source)).length).toBeGreaterThan(10);
  });
});

it('the checker detects what is not linear', async () => {
  expect(await classify('^(a+)+$', '')).toBe('vulnerable: exponential');
  expect(await classify('^[A-Za-z0-9+/\\s]+={0,2}\\s*$', '')).toBe('vulnerable: 2nd degree polynomial');
});

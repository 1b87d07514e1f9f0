/** Request body types of the SDK: each type accepts a body without its optional fields. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { expect, it } from 'vitest';
import { docsFor, endpointDocs } from '#docs/endpoint-docs';
import { openApiDocument } from '#docs/openapi/document';
import { bodyComponentName, isObject } from '#docs/openapi/json-schema';

const ROOT = resolve(import.meta.dirname, '../..');

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ ...openApiDocument(), $id: 'openapi' });

/** Removes every optional field of a body, at any depth. */
function withoutOptional(id: string, body: unknown): unknown {
  const takes = (candidate: unknown) =>
    ajv.validate({ $ref: `openapi#/components/schemas/${bodyComponentName(id)}` }, candidate);
  expect([id, takes(body)]).toEqual([id, true]);
  const reduce = (value: unknown, isTaken: (smaller: unknown) => boolean): unknown => {
    if (Array.isArray(value)) return value.map((item, at) => reduce(item, (one) => isTaken(value.with(at, one))));
    if (!isObject(value)) return value;
    let left = value;
    for (const name of Object.keys(value)) {
      const { [name]: inner, ...smaller } = left;
      left = isTaken(smaller)
        ? smaller
        : { ...left, [name]: reduce(inner, (one) => isTaken({ ...left, [name]: one })) };
    }
    return left;
  };
  return reduce(body, takes);
}

const bodies = [...endpointDocs.keys()].flatMap((id) => {
  const { body } = docsFor(id).example;
  return isObject(body) ? [{ id, body: withoutOptional(id, JSON.parse(JSON.stringify(body))) }] : [];
});

it('every body of the document compiles with its required fields alone', () => {
  expect(bodies.length).toBeGreaterThan(15);
  expect(bodies).toContainEqual({ id: 'setWebhookFaults', body: { mode: 'DUPLICATE' } });
  const types = JSON.stringify(join(ROOT, 'sdk/src/operation-types.js'));
  const lines = bodies.map(({ id, body }) => `export const ${id}: Body<'${id}'> = ${JSON.stringify(body)};`);
  const folder = mkdtempSync(join(ROOT, 'node_modules/.request-types-'));
  try {
    writeFileSync(join(folder, 'bodies.ts'), [`import type { Body } from ${types};`, ...lines].join('\n'));
    const project = { extends: join(ROOT, 'tsconfig.json'), include: ['bodies.ts'], exclude: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
    expect(compilerErrors(folder)).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function compilerErrors(folder: string): string {
  try {
    return execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder, '--noEmit'], { encoding: 'utf8' });
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
  }
}

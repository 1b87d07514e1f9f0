import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { docsFor } from '#docs/endpoint-docs';
import { openApiDocument } from '#docs/openapi/document';
import { errorCodesFor } from '#docs/openapi/error-responses';
import { inlineSchema, readProperties } from '#docs/openapi/json-schema';
import { BUNDLE } from '#infra/build/build-functions';
import { statusFor } from '#shared/api/problems';
import type { Contract } from '#shared/contract/define-contract';
import { endpoints } from '#shared/contract/endpoints';
import { type DeployableBundles, deployableBundles } from '#test/support/deployable-bundles';

const fieldErrors = z.array(z.object({ field: z.string(), message: z.string() }));
const errorBody = z.strictObject({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  errors: fieldErrors.optional(),
});
const content = z.object({
  'application/json': z.object({ examples: z.record(z.string(), z.object({ value: errorBody })) }),
});
const operation = z.object({ responses: z.record(z.string(), z.object({ content: z.unknown().optional() })) });
const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

const { paths } = documentSchema.parse(openApiDocument());
const rows = endpoints.filter(({ scope }) => scope === 'partner');

/** Returns the error examples of an operation by status, without the examples that all operations have. */
function ownExamples(path: string, method: string): [status: string, body: z.infer<typeof errorBody>][] {
  const responses = Object.entries(paths[path]?.[method.toLowerCase()]?.responses ?? {});
  return responses
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => {
      const parsed = content.safeParse(response.content);
      return parsed.success
        ? Object.values(parsed.data['application/json'].examples).map(
            ({ value }): [string, z.infer<typeof errorBody>] => [status, value],
          )
        : [];
    });
}

/** Returns the names of the top-level fields and of the special headers that an operation accepts. */
function fieldsOf({ params, query, body, idempotent, tagged }: Contract): string[] {
  const schemas = [params, query, body].flatMap((schema) => (schema === undefined ? [] : [schema]));
  const names = schemas.flatMap((schema) => Object.keys(readProperties(inlineSchema(schema))));
  const headers = [idempotent === true ? ['Idempotency-Key'] : [], tagged === true ? ['If-None-Match'] : []];
  return [...names, ...headers.flat()];
}

/** Returns the end of a message's longest fixed part, at most 20 characters. Numbers, ids and words in capitals are not fixed. */
function fixedPart(message: string): string {
  const parts = message.split(/\d+|\b[A-Z]{2,}(?:_[A-Z]+)*\b|[0-9a-f]{8}-[0-9a-f-]{27}/);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '').slice(-20);
}

let bundles: DeployableBundles;
beforeAll(async () => {
  bundles = await deployableBundles();
});

describe.each(rows.map((row) => [row.id, row] as const))('the error examples of %s', (id, row) => {
  const { contract } = docsFor(id);
  const examples = ownExamples(row.path, row.method);

  it('have codes of the operation, under their status', () => {
    const codes = errorCodesFor(row, contract);
    for (const [status, { code }] of examples) {
      const known = [...codes].find((one) => one === code);
      expect(known, code).toBeDefined();
      if (known !== undefined) expect(String(statusFor(known))).toBe(status);
    }
  });

  it('name fields that the operation takes', () => {
    const fields = fieldsOf(contract);
    for (const [, { code, errors = [] }] of examples) {
      if (code === 'INVALID_USER_INPUT_ERROR') expect(errors).toHaveLength(1);
      for (const { field, message } of errors) {
        const [name = ''] = field.split('.');
        if (message !== 'Is not known here') expect(fields, code).toContain(name);
      }
    }
  });

  it('have texts that the function of the operation holds', () => {
    const code = readFileSync(join(bundles.assets.get(row.folder) ?? 'no such function', BUNDLE), 'utf8');
    for (const [, { message }] of examples) expect(code, message).toContain(fixedPart(message));
  });
});

it('a fixed part leaves out what varies', () => {
  expect(fixedPart('A user can have at most 20 wallets. Delete one to add another.')).toBe(
    'one to add another.'.padStart(20, ' '),
  );
  expect(fixedPart('No KYC template found for country: BR')).toContain('found for country: ');
});

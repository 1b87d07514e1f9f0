/** Types of the SDK, which openapi-typescript generates from the OpenAPI document. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { HEADER } from './operations';
import type { OpenApiDocument, OpenApiOperation } from './published-document';

/** Generates `sdk/src/generated/openapi.ts`. */
export async function typesModule(document: OpenApiDocument, root: string): Promise<string> {
  const { default: openapiTs, astToString } = await loadGenerator(root);
  const ast = await openapiTs(JSON.stringify(whatIsTyped(document)), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // With `true`, each request field with a default would be required. With `false`, only `required` in the document decides.
    defaultNonNullable: false,
  });
  return HEADER + astToString(ast);
}

/**
 * Loads openapi-typescript with TypeScript 6, because openapi-typescript needs a compiler API that TypeScript 7 does not have.
 * TypeScript 6 is installed in addition to TypeScript 7.
 */
async function loadGenerator(root: string): Promise<typeof import('openapi-typescript')> {
  const { outputFiles } = await build({
    stdin: { contents: "export { default, astToString } from 'openapi-typescript';", resolveDir: root },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    alias: { typescript: '@typescript/typescript6' },
    external: ['@typescript/typescript6', '@redocly/*', 'ansi-colors', 'change-case', 'supports-color'],
  });
  const file = join(root, `node_modules/.openapi-typescript-${process.pid}.mjs`);
  try {
    await writeFile(file, outputFiles[0]?.contents ?? '');
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(file, { force: true });
  }
}

/** Removes examples and deprecated operations. Also removes headers and error responses, which the SDK transport handles. */
function whatIsTyped(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods)
        .filter(([, { deprecated }]) => deprecated !== true)
        .map(([method, operation]) => [method, withoutRefusals(operation)]),
    ),
  ]);
  const { responses: _refusals, headers: _headers, ...components } = document.components;
  return { ...document, paths: Object.fromEntries(paths), components };
}

function withoutRefusals(operation: OpenApiOperation): OpenApiOperation {
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const parameters = operation.parameters?.filter(
    (parameter) => parameter.in !== 'header' && parameter.$ref === undefined,
  );
  return {
    ...operation,
    ...(parameters === undefined ? {} : { parameters }),
    responses: Object.fromEntries(
      successes.map(([status, { content = {}, description }]) => [
        status,
        { description, content: withoutExamples(content) },
      ]),
    ),
  };
}

function withoutExamples(content: NonNullable<OpenApiOperation['responses'][string]['content']>) {
  return Object.fromEntries(
    Object.entries(content).map(([type, { example: _, examples: __, ...media }]) => [type, media]),
  );
}

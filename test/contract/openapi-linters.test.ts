import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { LOCAL_SERVER } from '#shared/http/served-document';
import { runRedocly } from '#test/support/redocly';
import { exemptions, lintDocument } from '#test/support/spectral';

/** A document as a deployed environment serves it. */
function served(name: string): string {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs', name), 'utf8');
  return text.replace(LOCAL_SERVER, 'https://api.example.com');
}

it('follows the rules for OpenAPI and those of OWASP, but for the exemptions', async () => {
  const found = await lintDocument(served('openapi.json'));
  expect(found.map(({ code, path }) => `${code} at ${path.join('.')}`)).toEqual([]);
  expect(Object.keys(exemptions).length).toBeLessThanOrEqual(6);
});

it('finds what breaks one of these rules', async () => {
  const found = await lintDocument(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'One schema', version: '1' },
      paths: {},
      components: {
        schemas: { Name: { type: 'string' } },
        parameters: { limit: { name: 'limit', in: 'query', schema: { type: 'integer' }, example: 'ten' } },
      },
    }),
  );
  const codes = found.map(({ code }) => code);
  expect(codes).toContain('owasp:api4:2023-string-limit');
  expect(codes).toContain('info-contact');
  expect(codes).toContain('oas3-valid-media-example');
});

it('follows the rules of Redocly, its examples their schemas, and the workflow the document', async () => {
  const { exitCode, output } = await runRedocly(['lint', 'docs/openapi.json', 'docs/workflows/cross-ramp.arazzo.yaml']);
  expect(exitCode, output).toBe(0);
  expect(output).not.toMatch(/\[WARNING\]|You have \d/);
});

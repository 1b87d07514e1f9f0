import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { providers } from '#shared/platform/providers/registry';
import { isReporting, reporters } from '#shared/transactions/domain/reporters';

const ROOT = join(import.meta.dirname, '../../..');

it.each(providers)('the deployer reads of $name, and of its contract', ({ name, setting }) => {
  const guide = readFileSync(join(ROOT, 'docs/deploy.md'), 'utf8');
  expect(guide).toContain(`| \`providers.${setting}\` |`);
  expect(guide).toContain(`(providers/${name}.openapi.yaml)`);
  expect(existsSync(join(ROOT, `docs/providers/${name}.openapi.yaml`))).toBe(true);
});

it('the providers that report are those whose reports of transactions are taken', () => {
  expect(
    providers
      .filter(isReporting)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...reporters].toSorted());
});

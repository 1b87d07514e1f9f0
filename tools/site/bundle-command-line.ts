/**
 * Adds two bundles to the folder of the compiled SDK: the partner console, and the server for the Model Context Protocol. Each
 * bundle contains its packages and their licenses.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { partnerConsole } from './console-page';

const ROOT = join(import.meta.dirname, '../..');
const dist = resolve(process.argv[2] ?? '');

/** Empties a folder, and stores the licenses of the bundled packages in it. */
function folderWithLicenses(name: string, packages: readonly string[]): string {
  const folder = join(dist, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const licenses = packages.map((each) => {
    const file = each === 'minisearch' ? 'LICENSE.txt' : 'LICENSE';
    return `${each}\n\n${readFileSync(join(ROOT, 'node_modules', each, file), 'utf8')}`;
  });
  writeFileSync(join(folder, 'licenses.txt'), licenses.join('\n'));
  return folder;
}

const page = folderWithLicenses('console', ['preact', 'uplot']);
for (const [path, { content }] of await partnerConsole())
  writeFileSync(join(page, path === '/' ? 'index.html' : path), content);

const server = folderWithLicenses('cli/mcp', ['@modelcontextprotocol/server', 'minisearch', 'zod']);
await build({
  entryPoints: [join(ROOT, 'sdk/src/cli/mcp/server.ts')],
  outfile: join(server, 'server.js'),
  ...{ bundle: true, minify: true, format: 'esm', platform: 'node', target: 'node20', legalComments: 'none' },
  logLevel: 'warning',
});

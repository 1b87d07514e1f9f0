/**
 * Completes the compiled SDK in the folder that is named by what is bundled with packages: the page of the partners' command
 * line, and its server of the Model Context Protocol. The licenses of the packages stand next to each.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { partnerConsole } from './console-page';

const ROOT = join(import.meta.dirname, '../..');
const dist = resolve(process.argv[2] ?? '');

/** Makes an empty folder with the licenses of the packages that are bundled into its files. */
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

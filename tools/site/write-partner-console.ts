/**
 * Writes the page of the partners' command line into the folder that is named: a part of the package of the SDK. The
 * licenses of what is bundled into it stand next to it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { partnerConsole } from './console-page';

const folder = resolve(process.argv[2] ?? '');
mkdirSync(folder, { recursive: true });
for (const [path, { content }] of await partnerConsole())
  writeFileSync(join(folder, path === '/' ? 'index.html' : path), content);
const licenses = ['preact', 'uplot'].map((name) => {
  const license = readFileSync(join(import.meta.dirname, '../../node_modules', name, 'LICENSE'), 'utf8');
  return `${name}\n\n${license}`;
});
writeFileSync(join(folder, 'licenses.txt'), licenses.join('\n'));

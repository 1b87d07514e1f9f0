/** Writes the page of the partners' command line into the folder that is named: a part of the package of the SDK. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { partnerConsole } from './partner-console';

const folder = resolve(process.argv[2] ?? '');
mkdirSync(folder, { recursive: true });
for (const [path, { content }] of await partnerConsole())
  writeFileSync(join(folder, path === '/' ? 'index.html' : path), content);

/** The tables of docs/dependencies.md. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Row {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

const text = readFileSync(resolve(import.meta.dirname, '../../docs/dependencies.md'), 'utf8');

/** Returns the table rows below a heading. */
export function dependencyTable(heading: 'Deployed' | 'Deployed with them' | 'For building'): Row[] {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`) || part.startsWith(`${heading},`));
  return (section ?? '').split('\n').flatMap((line) => {
    const [, name = '', version = '', licence = ''] = line.split('|').map((cell) => cell.trim());
    return /^\d/.test(version) ? [{ name, version, licence }] : [];
  });
}

/** Returns the npm package of a bundled source file; `undefined` for our own files. */
export function findPackage(source: string): string | undefined {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1];
}

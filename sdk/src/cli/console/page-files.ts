import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { CommandFailed, systemCode } from '../errors.js';
import type { PageFiles } from './loopback.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Reads the files of the page from a folder of the npm package.
 * @throws CommandFailed if the package was built without the page
 */
export async function readPageFiles(folder: URL): Promise<PageFiles> {
  try {
    return new Map(
      readdirSync(folder).map((name) => {
        const contentType = TYPES[extname(name)] ?? 'application/octet-stream';
        return [pagePath(name), { contentType, content: readFileSync(new URL(name, folder), 'utf8') }] as const;
      }),
    );
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw new CommandFailed('This package was built without its page. npm run pack:sdk in the checkout builds both');
  }
}

function pagePath(name: string): string {
  return name === 'index.html' ? '/' : `/${name}`;
}

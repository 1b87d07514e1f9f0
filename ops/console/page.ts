/** The page of the console: a document without data, and its script and style as esbuild bundles them. */
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import type { Environment } from '#ops/connection';

const FOLDER = import.meta.dirname;
const SITE = join(FOLDER, '../../site');

export interface PageFile {
  readonly contentType: string;
  readonly content: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Makes the files of the page, by their paths. */
export async function pageFiles(env: Environment): Promise<ReadonlyMap<string, PageFile>> {
  const { outputFiles } = await build({
    absWorkingDir: FOLDER,
    entryPoints: ['browser/console.tsx', join(SITE, 'console/console.css')],
    entryNames: '[name]',
    outdir: FOLDER,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    write: false,
  });
  const bundled = outputFiles.map(({ path, text }) => {
    const [contentType = '', name] = [TYPES[extname(path)], `/console${extname(path)}`];
    return [name, { contentType, content: text }] as const;
  });
  return new Map<string, PageFile>([
    ['/', { contentType: 'text/html; charset=utf-8', content: document(env) }],
    [
      '/icon.svg',
      { contentType: 'image/svg+xml; charset=utf-8', content: readFileSync(join(SITE, 'icon.svg'), 'utf8') },
    ],
    ...bundled,
  ]);
}

function document(env: Environment): string {
  return `<!doctype html>
<html lang="en" data-env="${env}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Console (${env})</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/console.css">
<script type="module" src="/console.js"></script>
</head>
<body>
<noscript><p>The console needs JavaScript.</p></noscript>
</body>
</html>
`;
}

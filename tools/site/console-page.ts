/** Page of a console: an HTML document without data, with a bundled script and style sheet. */
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { build } from 'esbuild';

const FOLDER = import.meta.dirname;

interface PageFile {
  readonly contentType: string;
  readonly content: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

interface ConsoleFacts {
  readonly script: string;
  readonly title: string;
  /** Environment of the page, if the page is built for a single environment. */
  readonly env?: string;
}

/** Builds the files of a console page, by path. */
export async function consolePage({ script, title, env }: ConsoleFacts): Promise<ReadonlyMap<string, PageFile>> {
  const { outputFiles } = await build({
    absWorkingDir: FOLDER,
    entryPoints: [
      { in: script, out: 'console' },
      { in: 'console/console.css', out: 'console' },
    ],
    outdir: FOLDER,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    write: false,
  });
  const bundled = outputFiles.map(({ path, text: content }) => {
    return [`/console${extname(path)}`, { contentType: TYPES[extname(path)] ?? '', content }] as const;
  });
  return new Map<string, PageFile>([
    ['/', { contentType: 'text/html; charset=utf-8', content: document(title, env) }],
    [
      '/icon.svg',
      { contentType: 'image/svg+xml; charset=utf-8', content: readFileSync(join(FOLDER, 'icon.svg'), 'utf8') },
    ],
    ...bundled,
  ]);
}

/** Builds the files of the partner console, by path. The SDK package contains these files. */
export function partnerConsole() {
  return consolePage({ script: 'console/partner/main.tsx', title: 'Partner Ramp console' });
}

function document(title: string, env: string | undefined): string {
  return `<!doctype html>
<html lang="en"${env === undefined ? '' : ` data-env="${env}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
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

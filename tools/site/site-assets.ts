/** Style sheets and scripts of the pages. esbuild bundles them and adds a hash of the content to each name. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { build, transform } from 'esbuild';
import type { SiteFile } from '#functions/docs/page/manifest';

const FOLDER = import.meta.dirname;

/** URLs of the assets, from the root of the stage. */
export interface SiteAssets {
  /** Returns the URL of a style sheet. @throws Error if it does not exist */
  readonly styleSheet: (name: 'style' | 'reference') => string;
  readonly icon: string;
  readonly searchIndex: string;
  /** Returns the URL of a module of `tools/site/browser` by name. @throws Error if it does not exist */
  readonly script: (name: string) => string;
  /** Code of the inline script that sets the selected theme before the page is drawn, so that no other theme flashes. */
  readonly themeScript: string;
}

/** A file of the site with its content and URL path. */
export interface BuiltFile extends SiteFile {
  readonly path: string;
  readonly content: string;
}

/** Assets of every stage. */
export interface BundledAssets {
  readonly files: readonly BuiltFile[];
  readonly themeScript: string;
  /** Absolute paths of the source files. */
  readonly inputs: readonly string[];
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** Files that pages load. esbuild bundles each script with its imports. */
const ENTRIES = [
  ...['style.css', 'icon.svg', 'browser/site.ts', 'browser/signature.ts'],
  ...['reference.css', 'browser/reference.ts'],
];

/** The library's own browser build, which needs no other package. */
const LIBRARY = {
  '@scalar/api-reference': join(FOLDER, '../../node_modules/@scalar/api-reference/dist/browser/standalone.esm.js'),
};

/** Bundles the assets that all stages share. */
export async function bundleAssets(): Promise<BundledAssets> {
  const themeSource = join(FOLDER, 'browser/theme.ts');
  const theme = await transform(readFileSync(themeSource, 'utf8'), { loader: 'ts', minify: true, format: 'iife' });
  const { outputFiles, metafile } = await build({
    absWorkingDir: FOLDER,
    entryPoints: ENTRIES,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    outdir: join(FOLDER, 'assets'),
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    loader: { '.svg': 'copy' },
    logLevel: 'silent',
    alias: LIBRARY,
    metafile: true,
    write: false,
  });
  return {
    files: outputFiles.map(({ path, text }) => assetFile(basename(path), text)),
    themeScript: theme.code.trim(),
    inputs: [...Object.keys(metafile.inputs).map((input) => resolve(FOLDER, input)), themeSource],
  };
}

/** Adds the search documents of a stage to the assets. @param searchIndex text of the search documents */
export function stageAssets({ files: bundled, themeScript }: BundledAssets, searchIndex: string) {
  const hash = createHash('sha256').update(searchIndex).digest('hex').slice(0, 8).toUpperCase();
  const search = assetFile(`search-${hash}.json`, searchIndex);
  /** Finds the URL of a bundled file. @param extension extension after bundling */
  const find = (name: string, extension: string): string => {
    const start = `/assets/${name}-`;
    const file = bundled.find(({ path }) => path.startsWith(start) && extname(path) === extension);
    if (file === undefined) throw new Error(`site has no ${name} that becomes ${extension}`);
    return file.path;
  };
  const assets: SiteAssets = {
    styleSheet: (name) => find(name, '.css'),
    icon: find('icon', '.svg'),
    searchIndex: search.path,
    script: (name) => find(name, '.js'),
    themeScript,
  };
  return { assets, files: [...bundled, search] };
}

function assetFile(name: string, content: string): BuiltFile {
  const contentType = CONTENT_TYPES[extname(name)];
  if (contentType === undefined) throw new Error(`${name} has no content type`);
  return { kind: 'asset', path: `/assets/${name}`, file: `../assets/${name}`, contentType, content };
}

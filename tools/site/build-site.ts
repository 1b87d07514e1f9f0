/** Builds the developer pages as files. We deploy the files in the folder of the function that serves the pages. */
import { createHash } from 'node:crypto';
import { extname, posix, resolve } from 'node:path';
import { MANIFEST, type SiteManifest, siteFolder, twinPath } from '#functions/docs/page/manifest';
import { layout } from './layout';
import { renderLlms } from './llms';
import type { SitePage } from './page';
import { notFoundPage, pageGroups } from './page-groups';
import { searchWords } from './search-words';
import { type BuiltFile, type BundledAssets, bundleAssets, stageAssets } from './site-assets';
import { downloads, readSource, sourcePaths } from './sources';

const ENVIRONMENTS = ['sandbox', 'production'] as const;

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';
const JSON_TEXT = 'application/json; charset=utf-8';
const YAML = 'application/yaml; charset=utf-8';

export interface BuiltSite {
  /** File contents by path, relative to the folder of the function that serves the pages. */
  readonly files: ReadonlyMap<string, string>;
  /** Absolute paths of the page sources. */
  readonly inputs: readonly string[];
}

/** Builds the pages of every stage. Equal sources give equal bytes. @throws Error for a link to a document without a page */
export async function buildSite(): Promise<BuiltSite> {
  const bundled = await bundleAssets();
  const stages = ENVIRONMENTS.map((environment) => buildStage(bundled, environment));
  return {
    files: new Map(stages.flat()),
    inputs: [...sourcePaths.map((path) => resolve(import.meta.dirname, '../..', path)), ...bundled.inputs],
  };
}

function buildStage(bundled: BundledAssets, environment: (typeof ENVIRONMENTS)[number]): [string, string][] {
  const navigation = pageGroups(environment);
  const pages = navigation.flatMap((group) => group.pages);
  const { assets, files } = stageAssets(bundled, JSON.stringify(pages.flatMap(documentsOf)));
  const frame = { environment, navigation, assets };
  const notFound = notFoundPage(navigation);
  const all: BuiltFile[] = [
    ...files,
    ...[...pages, notFound].flatMap((page): BuiltFile[] => [
      {
        ...{ ...placed(page.path, 'html'), kind: 'page', contentType: HTML, content: layout(page, frame) },
        ...(page.isApplication === true ? { policy: contentSecurityPolicy(assets.themeScript, LIBRARY_SOURCES) } : {}),
      },
      { ...placed(twinPath(page.path), ''), kind: 'text', contentType: MARKDOWN, content: page.markdown },
    ]),
    ...Object.entries(downloads).map(([document, path]): BuiltFile => {
      const contentType = extname(path) === '.yaml' ? YAML : JSON_TEXT;
      return { ...placed(path, ''), kind: 'text', contentType, content: readSource(document) };
    }),
    ...renderLlms(navigation).map(
      ({ path, content }): BuiltFile => ({ ...placed(path, ''), kind: 'text', contentType: PLAIN, content }),
    ),
  ];
  const manifest: SiteManifest = {
    policy: contentSecurityPolicy(assets.themeScript),
    notFound: notFound.path,
    files: Object.fromEntries(all.map(({ path, content, ...file }) => [path, file])),
  };
  const folder = siteFolder(environment);
  return [
    [`${folder}/${MANIFEST}`, JSON.stringify(manifest)],
    ...all.map(({ file, content }): [string, string] => [posix.join(folder, file), content]),
  ];
}

function placed(path: string, extension: string): Pick<BuiltFile, 'path' | 'file'> {
  const name = path === '/' ? 'index' : path.slice(1);
  return { path, file: extension === '' ? name : `${name}.${extension}` };
}

/**
 * Additional sources in the content security policy of the API reference. Scalar adds style elements (theme, editor, notices),
 * and its style sheet contains icons as data URLs. Scripts need no additional source, because they have the same origin.
 */
const LIBRARY_SOURCES = { style: " 'unsafe-inline'", image: ' data:' };

/** Allows scripts and styles of the same origin, and the inline script by its hash. */
function contentSecurityPolicy(script: string, { style, image } = { style: '', image: '' }): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    `style-src 'self'${style}`,
    `img-src 'self'${image}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

interface SearchDocument {
  /** URL of the page or section from the root of the stage. The URL of a section contains its anchor. */
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  readonly also: string;
}

/** Splits a page at its headings, so that a search result links to a section. */
function documentsOf({ path, title, main }: SitePage): SearchDocument[] {
  const [introduction = '', ...parts] = main.split(/(?=<h[23] id=")/);
  const sections = parts.map((part) => {
    const [whole = '', id = '', heading = ''] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/s.exec(part) ?? [];
    return { id: `${path}#${id}`, page: title, heading: words(heading), text: words(part.slice(whole.length)) };
  });
  return [{ id: path, page: title, heading: '', text: words(introduction) }, ...sections].map((section) => ({
    ...section,
    also: searchWords[section.id] ?? '',
  }));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function words(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The developer pages as files, which the function of a stage finds next to its bundle. */
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
  /** Contents by path from the folder of the function. */
  readonly files: ReadonlyMap<string, string>;
  /** Sources of the pages, as absolute paths. */
  readonly inputs: readonly string[];
}

/** Builds the pages of every stage. The same sources make the same bytes. @throws Error when a page links to none */
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
 * Sources that the library of the reference needs in addition: it puts style elements into the page (the theme, the editor of
 * bodies, notices), and its style sheet has icons as data. Its scripts are those of this service.
 */
const LIBRARY_SOURCES = { style: " 'unsafe-inline'", image: ' data:' };

/** Allows scripts and styles of this service alone, and the one script in the page by its hash. */
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
  /** Address from the stage's root, with its anchor. */
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  readonly also: string;
}

/** Splits a page by its headings: the text under each is found at its anchor. */
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

/** Returns the text of a piece of HTML. */
function words(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

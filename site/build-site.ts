/** The developer pages as files, which the function of a stage finds beside its bundle. */
import { createHash } from 'node:crypto';
import { MANIFEST, type SiteManifest, siteFolder, twinPath } from '#functions/docs/page/manifest';
import { downloadFiles } from './downloads';
import { layout } from './layout';
import { renderLlms } from './llms';
import { notFoundPage } from './not-found-page';
import { pageGroups } from './page-groups';
import { searchDocuments } from './search-documents';
import { type BuiltFile, bundleAssets } from './site-assets';
import { readSources, type SiteSources } from './sources';

const ENVIRONMENTS = ['sandbox', 'production'] as const;

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';

export interface BuiltSite {
  /** Contents by path from the folder of the function. */
  readonly files: ReadonlyMap<string, string>;
  /** Sources of the pages, as absolute paths. */
  readonly inputs: readonly string[];
}

/** Builds the pages of every stage. The same sources make the same bytes. @throws Error when a page links to none */
export async function buildSite(): Promise<BuiltSite> {
  const sources = readSources();
  const stages = await Promise.all(ENVIRONMENTS.map((environment) => buildStage(sources, environment)));
  return {
    files: new Map(stages.flatMap(({ files }) => files)),
    inputs: [...new Set([...sources.paths, ...stages.flatMap(({ inputs }) => inputs)])],
  };
}

async function buildStage(sources: SiteSources, environment: (typeof ENVIRONMENTS)[number]) {
  const navigation = pageGroups(sources, environment);
  const pages = navigation.flatMap((group) => group.pages);
  const { assets, files, inputs } = await bundleAssets(JSON.stringify(searchDocuments(navigation)));
  const frame = { environment, navigation, assets };
  const notFound = notFoundPage(navigation);
  const all: BuiltFile[] = [
    ...files,
    ...[...pages, notFound].flatMap((page): BuiltFile[] => [
      { ...placed(page.path, 'html'), kind: 'page', contentType: HTML, content: layout(page, frame) },
      { ...placed(twinPath(page.path), ''), kind: 'text', contentType: MARKDOWN, content: page.markdown },
    ]),
    ...downloadFiles(sources),
    ...renderLlms(navigation).map(
      ({ path, content }): BuiltFile => ({
        ...{ path, file: path.slice(1), kind: 'text', contentType: PLAIN, content },
      }),
    ),
  ];
  const manifest: SiteManifest = {
    policy: contentSecurityPolicy(assets.themeScript),
    notFound: notFound.path,
    files: Object.fromEntries(all.map(({ path, kind, file, contentType }) => [path, { kind, file, contentType }])),
  };
  const folder = siteFolder(environment);
  return {
    inputs,
    files: [
      [`${folder}/${MANIFEST}`, JSON.stringify(manifest)],
      ...all.map(({ file, content }): [string, string] => [`${folder}/${file}`, content]),
    ] satisfies [string, string][],
  };
}

function placed(path: string, extension: string): Pick<BuiltFile, 'path' | 'file'> {
  const name = path === '/' ? 'index' : path.slice(1);
  return { path, file: extension === '' ? name : `${name}.${extension}` };
}

/** Allows scripts and styles of this service alone, and the one script in the page by its hash. */
function contentSecurityPolicy(script: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

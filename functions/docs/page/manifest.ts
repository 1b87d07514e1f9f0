/** Manifest of the developer pages. The build writes it, and the function that serves the pages reads it. */

/** Name of the manifest in the folder of a stage's pages. */
export const MANIFEST = 'manifest.json';

/** Folder of a stage's pages next to the bundle of the function. */
export const siteFolder = (stage: string): string => `site/${stage}`;

/**
 * `page`: HTML, with a Markdown version. `text`: Markdown and other text that contains URLs of this service. `asset`: a file with
 * a content hash in its name.
 */
export type SiteFileKind = 'page' | 'text' | 'asset';

export interface SiteFile {
  readonly kind: SiteFileKind;
  /** Path of the file, relative to the manifest. */
  readonly file: string;
  readonly contentType: string;
  /** Content security policy of this page. @default the policy of the manifest */
  readonly policy?: string;
}

export interface SiteManifest {
  readonly policy: string;
  /** Path of the page for unknown URLs. */
  readonly notFound: string;
  /** Every served URL path, relative to the root of the stage. */
  readonly files: Readonly<Record<string, SiteFile>>;
}

/** Returns the path of a page's Markdown version. */
export function twinPath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`;
}

/** Path of the list of egress addresses, a route of the developer pages. */
export const EGRESS_ADDRESSES_PATH = '/guide/egress-addresses.json';

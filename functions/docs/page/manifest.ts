/** Manifest that a build of the developer pages leaves for the function that serves them. */

/** Name of the manifest in the folder of a stage's pages. */
export const MANIFEST = 'manifest.json';

/** Folder of a stage's pages next to the bundle of the function. */
export const siteFolder = (stage: string): string => `site/${stage}`;

/**
 * `page`: HTML, with a twin in Markdown. `text`: Markdown and other text that names addresses of this service. `asset`: a
 * file whose name holds a hash of its content.
 */
export type SiteFileKind = 'page' | 'text' | 'asset';

export interface SiteFile {
  readonly kind: SiteFileKind;
  /** Path of the file, relative to the manifest. */
  readonly file: string;
  readonly contentType: string;
  /** The content security policy of a page that needs a separate one. @default every page's */
  readonly policy?: string;
}

export interface SiteManifest {
  /** The content security policy of the pages. */
  readonly policy: string;
  /** Path of the "not found" page. */
  readonly notFound: string;
  /** Every address that is served, as a path from the stage's root. */
  readonly files: Readonly<Record<string, SiteFile>>;
}

/** Address of the Markdown twin of a page. */
export function twinPath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`;
}

/** Path of the list of egress addresses, as a route of the developer pages. */
export const EGRESS_ADDRESSES_PATH = '/guide/egress-addresses.json';

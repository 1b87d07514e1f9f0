import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServedFile, servedFile } from '#shared/http/public-endpoint';
import { LOCAL_SERVER } from '#shared/http/served-document';
import { MANIFEST, type SiteFile, type SiteManifest } from './manifest';

/** Base URL of the pages. */
export interface SiteAddress {
  /** Prefix of every path: the stage name, such as `/sandbox`, or the base path of a custom domain. Can be empty. */
  readonly prefix: string;
  /** Origin and prefix. */
  readonly baseUrl: string;
}

/** The pages of a stage. */
export interface Site {
  readonly manifest: SiteManifest;
  /** Returns the content of a file for a base URL. */
  readonly read: (file: SiteFile, address: SiteAddress) => ServedFile;
}

/** Opens the pages of a stage from a folder that the build has created. @throws Error if the folder contains no manifest */
export function openSite(folder: string): Site {
  const manifest: SiteManifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
  // Prepared files by base URL and path. A stage has one base URL, because a custom domain disables AWS's address. So the cache
  // stays small.
  const cached = new Map<string, ServedFile>();
  return {
    manifest,
    read(file, address) {
      const key = `${address.baseUrl} ${file.file}`;
      const text = () => withBaseUrl(file, readFileSync(join(folder, file.file), 'utf8'), address);
      const served = cached.get(key) ?? servedFile(file.contentType, text());
      cached.set(key, served);
      return served;
    },
  };
}

/** Inserts the base URL: the build writes paths from the root, and examples contain the URL of the local server. */
function withBaseUrl({ kind }: SiteFile, text: string, { prefix, baseUrl }: SiteAddress): string {
  if (kind === 'asset') return text;
  const document = text.replaceAll(LOCAL_SERVER, () => baseUrl);
  if (kind === 'text') return document.replaceAll('](/', () => `](${baseUrl}/`);
  return prefix === ''
    ? document
    : document.replaceAll(/ (href|src|data-root)="\//g, (match) => `${match.slice(0, -1)}${prefix}/`);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServedFile, servedFile } from '#shared/http/public-endpoint';
import { LOCAL_SERVER } from '#shared/http/served-document';
import { MANIFEST, type SiteFile, type SiteManifest } from './manifest';

/** Address of the pages. */
export interface SiteAddress {
  /** Prefix of every path, such as `/sandbox`; nothing on a separate domain. */
  readonly prefix: string;
  /** Origin and prefix. */
  readonly baseUrl: string;
}

/** The pages of a stage. */
export interface Site {
  readonly manifest: SiteManifest;
  /** A file that is served at a URL. */
  readonly read: (file: SiteFile, address: SiteAddress) => ServedFile;
}

/** @param folder of a stage's pages, as the build has made it @throws Error when it has no manifest */
export function openSite(folder: string): Site {
  const manifest: SiteManifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
  // A stage has one address, or two if it has a domain.
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

/** The build writes every address from the root, and the local server where an example names one. */
function withBaseUrl({ kind }: SiteFile, text: string, { prefix, baseUrl }: SiteAddress): string {
  if (kind === 'asset') return text;
  const document = text.replaceAll(LOCAL_SERVER, () => baseUrl);
  if (kind === 'text') return document.replaceAll('](/', () => `](${baseUrl}/`);
  return prefix === ''
    ? document
    : document.replaceAll(/ (href|src|data-root)="\//g, (match) => `${match.slice(0, -1)}${prefix}/`);
}

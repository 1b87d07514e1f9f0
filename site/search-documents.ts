/** Documents of the search: one for each page and each of its headings. */
import type { PageGroup, SitePage } from './page';
import { summaryOf } from './summaries';

export interface SearchDocument {
  /** Address from the stage's root, with its anchor. */
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

export function searchDocuments(groups: readonly PageGroup[]): SearchDocument[] {
  return groups.flatMap(({ pages }) => pages).flatMap(documentsOf);
}

/** Splits a page by its headings: the text under each is found at its anchor. */
function documentsOf({ path, title, main, search }: SitePage): SearchDocument[] {
  if (search !== undefined) {
    const entries = search.map(({ id, heading, text }) => ({ id: `${path}#${id}`, page: title, heading, text }));
    return [{ id: path, page: title, heading: '', text: `${title}: ${summaryOf(path)}` }, ...entries];
  }
  const [introduction = '', ...parts] = main.split(/(?=<h[23] id=")/);
  const sections = parts.map((part) => {
    const [whole = '', id = '', heading = ''] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/s.exec(part) ?? [];
    return { id: `${path}#${id}`, page: title, heading: words(heading), text: words(part.slice(whole.length)) };
  });
  return [{ id: path, page: title, heading: '', text: words(introduction) }, ...sections];
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

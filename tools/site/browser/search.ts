/** Search over all pages: builds a minisearch index in the browser and renders the results. */
import MiniSearch from 'minisearch';

const MAX_RESULTS = 12;
const EXCERPT = 140;
const TITLE_BOOST = 10;
const HEADING_BOOST = 3;
/** Ranks the changelog below the pages that explain a subject. */
const CHANGELOG_WEIGHT = 0.5;

interface Indexed {
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  /** Search words that the text does not contain. */
  readonly also: string;
}

type Shown = Pick<Indexed, 'page' | 'heading' | 'text'>;

/** Returns the results of a search, best first, and a text with their number. */
export type Search = (words: string) => { readonly items: readonly HTMLLIElement[]; readonly summary: string };

/** Downloads the documents and builds the index. */
export async function loadSearch(): Promise<Search> {
  const { root = '/', search = '' } = document.documentElement.dataset;
  const documents: Indexed[] = await (await fetch(search)).json();
  const index = new MiniSearch<Indexed>({
    fields: ['page', 'heading', 'text', 'also'],
    storeFields: ['page', 'heading', 'text', 'also'],
    searchOptions: {
      boost: { heading: 4, page: 3 },
      prefix: true,
      fuzzy: (word) => (word.length < 5 ? 0 : 0.15),
      combineWith: 'AND',
      // Ranks pages with the word in the title first, then sections with the word in `heading` or `also`.
      boostDocument: (id, word, stored) => {
        const { page = '', heading = '', also = '' } = stored ?? {};
        if (heading === '' && hasWord(String(page), word)) return TITLE_BOOST;
        if (hasWord(`${heading} ${also}`, word)) return HEADING_BOOST;
        return String(id).startsWith('/guide/changelog') ? CHANGELOG_WEIGHT : 1;
      },
    },
  });
  index.addAll(documents);
  return (words) => {
    const found = index.search(words).slice(0, MAX_RESULTS);
    const items = found.map(({ id, page, heading, text, terms }) =>
      resultItem(`${root}${String(id).slice(1)}`, { page, heading, text }, terms),
    );
    return { items, summary: found.length === 0 ? `No results for “${words}”.` : countText(found.length) };
  };
}

function hasWord(text: string, word: string): boolean {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .includes(word);
}

function resultItem(address: string, { page, heading, text }: Shown, terms: readonly string[]): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = address;
  link.textContent = heading === '' ? page : `${page}: ${heading}`;
  const excerpt = document.createElement('span');
  excerpt.textContent = excerptAround(text, terms);
  item.append(link, excerpt);
  return item;
}

/** Returns the text around the first match. */
function excerptAround(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - EXCERPT / 3);
  const start = from === 0 || places.length === 0 ? 0 : text.indexOf(' ', from) + 1;
  const end = start + EXCERPT;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

function countText(count: number): string {
  return count === 1 ? '1 result' : `${count === MAX_RESULTS ? 'The first ' : ''}${count} results`;
}

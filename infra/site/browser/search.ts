/** The search over all pages: a dialog, and the index that minisearch makes in the browser. */
import MiniSearch from 'minisearch';

const MAX_RESULTS = 12;
const EXCERPT = 140;

interface Indexed {
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

let dialog: Promise<HTMLDialogElement> | undefined;

export async function openSearch(): Promise<void> {
  dialog ??= makeDialog();
  const made = await dialog;
  if (!made.open) made.showModal();
  made.querySelector('input')?.select();
}

async function makeDialog(): Promise<HTMLDialogElement> {
  const { root = '/', search = '' } = document.documentElement.dataset;
  const documents: Indexed[] = await (await fetch(search)).json();
  const index = new MiniSearch<Indexed>({
    fields: ['page', 'heading', 'text'],
    storeFields: ['page', 'heading', 'text'],
    searchOptions: { boost: { heading: 4, page: 3 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  index.addAll(documents);
  const made = document.createElement('dialog');
  made.id = 'search';
  made.setAttribute('aria-label', 'Search');
  made.innerHTML = `<form method="dialog"><label for="search-words">Search all pages</label>
<input id="search-words" type="text" enterkeyhint="search" autocomplete="off" spellcheck="false"><button>Close</button></form>
<p role="status"></p><ol></ol>`;
  document.body.append(made);
  const input = made.querySelector('input');
  const status = made.querySelector('p');
  const list = made.querySelector('ol');
  input?.addEventListener('input', () => {
    const words = input.value.trim();
    const found = words === '' ? [] : index.search(words).slice(0, MAX_RESULTS);
    const items = found.map(({ id, page, heading, text, terms }) =>
      resultItem(`${root}${String(id).slice(1)}`, { id: String(id), page, heading, text }, terms),
    );
    list?.replaceChildren(...items);
    if (status !== null) status.textContent = words === '' ? '' : countText(found.length);
  });
  made.querySelector('form')?.addEventListener('submit', (event) => {
    // Enter in the field leads to the first result; the button closes.
    const first = list?.querySelector('a');
    if (!(event instanceof SubmitEvent) || document.activeElement !== input || first == null) return;
    event.preventDefault();
    first.click();
  });
  list?.addEventListener('click', () => made.close());
  return made;
}

function resultItem(address: string, { page, heading, text }: Indexed, terms: readonly string[]): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = address;
  link.textContent = heading === '' ? page : `${page}: ${heading}`;
  const excerpt = document.createElement('span');
  excerpt.textContent = excerptAround(text, terms);
  item.append(link, excerpt);
  return item;
}

/** What stands around the first word that was found. */
function excerptAround(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - EXCERPT / 3);
  const start = from === 0 || places.length === 0 ? 0 : text.indexOf(' ', from) + 1;
  const end = start + EXCERPT;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

function countText(count: number): string {
  if (count === 0) return 'Nothing found.';
  return count === 1 ? '1 result' : `${count === MAX_RESULTS ? 'The first ' : ''}${count} results`;
}

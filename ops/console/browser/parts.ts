/** Parts of views. */
import { element } from '#site/browser/elements';
import { asRows, asText, type Fields } from './api';
import { instantText, isPlain, nameText, valueText } from './values';

/** Views that an id leads to, by the name of the field that holds it. */
const VIEWS: Readonly<Record<string, string>> = {
  partnerId: 'partner',
  userId: 'user',
  transactionId: 'transaction',
};

/** The address of a view. */
export function viewPath(view: string, ...parts: readonly string[]): string {
  return `#/${[view, ...parts.map(encodeURIComponent)].join('/')}`;
}

/** Text that leads to a view. */
export function viewLink(text: string, view: string, ...parts: readonly string[]): HTMLElement {
  return element('a', { href: viewPath(view, ...parts) }, text);
}

/** A heading with what stands below it. */
export function section(title: string, ...parts: readonly (Node | string)[]): HTMLElement {
  return element('section', {}, element('h2', {}, title), ...parts);
}

/** One value of a row: a link where it is the id of something. */
function cell(name: string, value: unknown): Node | string {
  const view = VIEWS[name];
  if (view !== undefined && typeof value === 'string') return viewLink(value, view, value);
  const [text, instant] = [valueText(value), instantText(asText(value))];
  if (instant !== undefined) return element('time', { datetime: text }, instant);
  return name === 'status' ? element('span', { class: 'status' }, text) : text;
}

export interface Columns {
  /** Title for those who do not see the table. */
  readonly about: string;
  /** Names of the fields; absent: those of the first row. */
  readonly names?: readonly string[];
  /** The view that the id of a row leads to. */
  readonly leadsTo?: (row: Fields) => readonly [view: string, ...parts: string[]];
}

/** A table of rows, in a part that scrolls by itself. */
export function rowsTable(rows: readonly Fields[], { about, names, leadsTo }: Columns): HTMLElement {
  const [first] = rows;
  if (first === undefined) return element('p', { class: 'none' }, 'There is none.');
  const columns = names ?? Object.keys(first);
  const head = columns.map((name) => element('th', { scope: 'col' }, nameText(name)));
  const body = rows.map((row) => {
    const target = leadsTo?.(row);
    const cells = columns.map((name, index) => {
      const value = row[name];
      const isLed = target !== undefined && index === 0;
      return element('td', {}, isLed ? viewLink(valueText(value), ...target) : cell(name, value));
    });
    return element('tr', {}, ...cells);
  });
  return element(
    'div',
    { class: 'scrolls', role: 'region', 'aria-label': about, tabindex: '0' },
    element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...body)),
  );
}

/** Names and values of an object that stand in one line each. */
export function fieldList(fields: Fields): HTMLElement {
  const pairs = Object.entries(fields).map(([name, value]) =>
    element('div', {}, element('dt', {}, nameText(name)), element('dd', {}, cell(name, value))),
  );
  return element('dl', {}, ...pairs);
}

/** An object as a list of its values, then a section for each part that is an object or a list of objects. */
export function record(fields: Fields): Node[] {
  const entries = Object.entries(fields);
  const parts = entries.filter(([, value]) => !isPlain(value) && Object.keys({ ...Object(value) }).length > 0);
  return [
    fieldList(Object.fromEntries(entries.filter(([, value]) => isPlain(value)))),
    ...parts.map(([name, value]) => section(nameText(name), part(name, value))),
  ];
}

function part(name: string, value: unknown): HTMLElement {
  if (!Array.isArray(value)) return fieldList({ ...Object(value) });
  return rowsTable(asRows(value), { about: nameText(name) });
}

/** The title of a view, with the id that it is about. */
export function title(text: string, id: unknown = ''): Node[] {
  document.title = `${text} (${document.documentElement.dataset.env})`;
  const shown = asText(id);
  return [element('h1', {}, text), ...(shown === '' ? [] : [element('p', { class: 'id' }, shown)])];
}

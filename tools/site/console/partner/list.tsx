/** A list with filters, a table and a link to the next page. The address contains filters and page. */
import { type FilterValues, filteredPath, type Place, viewPath } from '../components/address';
import { type Filter, FilterBar } from '../components/filter-bar';
import { Title } from '../components/section';
import { type Columns, Table } from '../components/table';
import type { Fields } from '../components/values';

/** Rows per page. */
export const PAGE_SIZE = 25;

interface Page {
  readonly data: readonly Fields[];
  readonly nextCursor?: string | undefined;
  readonly count: number;
  readonly countIsLowerBound?: boolean;
}

/** Returns the cursor and the filter values of an address. Omits filters that the list does not support. */
export function listQuery(filters: readonly Filter[], { filters: given }: Place): FilterValues {
  const names = [...filters.map(({ name }) => name), 'cursor'];
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}

/** Returns the number of matching items as text. */
export function countText({ count, countIsLowerBound = false }: Omit<Page, 'data'>): string {
  return `${count}${countIsLowerBound ? ' or more' : ''}`;
}

interface ListFacts extends Columns {
  readonly place: Place;
  readonly filters: readonly Filter[];
  readonly page: Page;
}

export function List({ place, filters, page, ...columns }: ListFacts) {
  const { cursor, ...values } = listQuery(filters, place);
  const path = viewPath(place.name);
  const { nextCursor } = page;
  return (
    <>
      <Title title={columns.about} />
      <FilterBar filters={filters} values={values} path={path} />
      {cursor === undefined && <p class="hint">{countText(page)} in all</p>}
      <Table rows={page.data} {...columns} />
      <nav class="pages" aria-label="Pages">
        {cursor !== undefined && <a href={filteredPath(path, values)}>First page</a>}
        {nextCursor !== undefined && <a href={filteredPath(path, { ...values, cursor: nextCursor })}>Next page</a>}
      </nav>
    </>
  );
}

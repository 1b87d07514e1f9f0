/** Search of a console: the search box in the header, and the results. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { viewPath } from './address';
import { Section, Title } from './section';
import { type Columns, Table } from './table';
import type { Fields } from './values';

interface Box {
  readonly placeholder: string;
  /** Shown below the search box while the box is empty. */
  readonly help: ComponentChildren;
}

/** A search box that opens the view `search`. The key `/` focuses it. */
export function SearchBox({ placeholder, help }: Box) {
  const query = useRef<HTMLInputElement>(null);
  const [showsHelp, setShowsHelp] = useState(false);
  const look = () => setShowsHelp(query.current?.value.trim() === '');
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      query.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = query.current?.value.trim() ?? '';
    setShowsHelp(false);
    location.hash = viewPath('search', ...(typed === '' ? [] : [typed]));
  };
  return (
    <search>
      <form onSubmit={search}>
        <input
          ref={query}
          type="search"
          aria-label="Search"
          placeholder={placeholder}
          aria-describedby={showsHelp ? 'search-keys' : undefined}
          onFocus={look}
          onInput={look}
          onBlur={() => setShowsHelp(false)}
          autoComplete="off"
          spellcheck={false}
        />
        <button type="submit">Search</button>
      </form>
      {showsHelp && <div id="search-keys">{help}</div>}
    </search>
  );
}

interface Results {
  readonly query: string;
  readonly groups: readonly (Columns & { readonly rows: readonly Fields[] })[];
  /** True if the search stopped before it had read all items. */
  readonly more: boolean;
  /** Shown if there are no results. */
  readonly help: ComponentChildren;
}

/** Shows search results, with a table per type. */
export function SearchResults({ query, groups, more, help }: Results) {
  const filled = groups.filter(({ rows }) => rows.length > 0);
  return (
    <>
      {filled.length === 0 ? (
        <Title title={`No results for “${query}”`} />
      ) : (
        <Title title="Search results" id={query} />
      )}
      {filled.map((group) => (
        <Section key={group.about} title={group.about}>
          <Table {...group} />
        </Section>
      ))}
      {more && (
        <p class="hint">There may be more results. Narrow the search, for example by a day such as 2026-11-28.</p>
      )}
      {filled.length === 0 && help}
    </>
  );
}

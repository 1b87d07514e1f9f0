/** The console's page: its heading with the search, and the view of its address. */
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { readPlace, viewPath } from '#site/console/components/address';
import { takeToken } from '#site/console/components/token';
import { type LinkOf, Links } from '#site/console/components/value';
import { useAddress, type View, Views } from '#site/console/components/views';
import { audit } from './views/audit';
import { found, SearchKeys } from './views/found';
import { health } from './views/health';
import { list, work } from './views/lists';
import { notification } from './views/notification';
import { partner, partners } from './views/partner';
import { transaction } from './views/transaction';
import { user } from './views/user';

const views: Readonly<Record<string, View>> = {
  '': work,
  search: found,
  ...{ list, health, transaction, user, partner, partners, notification, audit },
};

/** Views that an id leads to, by the name of the field that holds it. */
const VIEW_OF: Readonly<Record<string, string>> = {
  partnerId: 'partner',
  userId: 'user',
  transactionId: 'transaction',
};

const linkOf: LinkOf = (name, value) => {
  const view = VIEW_OF[name];
  return view === undefined || value === '' ? undefined : viewPath(view, value);
};

/** Parts of the console, by the names of their views. */
const PARTS = [
  ['', 'To do'],
  ['health', 'Health'],
  ['partners', 'Partners'],
  ['audit', 'Audit'],
] as const;

function Console() {
  const { name } = readPlace(useAddress());
  const current = name === 'list' ? '' : name;
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <header>
        <a class="home" href="#/">
          Console
        </a>
        <span class="env">{document.documentElement.dataset.env}</span>
        <nav aria-label="Parts">
          {PARTS.map(([view, title]) => (
            <a key={view} href={viewPath(view)} aria-current={view === current ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <Search />
      </header>
      <Links.Provider value={linkOf}>
        <Views views={views} />
      </Links.Provider>
    </>
  );
}

function Search() {
  const query = useRef<HTMLInputElement>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const look = () => setShowsKeys(query.current?.value.trim() === '');
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
    setShowsKeys(false);
    location.hash = viewPath('search', ...(typed === '' ? [] : [typed]));
  };
  return (
    <search>
      <form onSubmit={search}>
        <input
          ref={query}
          type="search"
          aria-label="Search"
          placeholder="Search by id, amount, day, e-mail or reference"
          aria-describedby={showsKeys ? 'search-keys' : undefined}
          onFocus={look}
          onInput={look}
          onBlur={() => setShowsKeys(false)}
          autoComplete="off"
          spellcheck={false}
        />
        <button type="submit">Search</button>
      </form>
      {showsKeys && (
        <div id="search-keys">
          <SearchKeys />
        </div>
      )}
    </search>
  );
}

takeToken();
render(<Console />, document.body);

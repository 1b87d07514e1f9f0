/** The console's page: the header with the search, and the view of the current URL. */
import { render } from 'preact';
import { readPlace, viewPath } from '#site/console/components/address';
import { SearchBox } from '#site/console/components/search';
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

/** Name of the detail view for each field with an id. */
const VIEW_OF: Readonly<Record<string, string>> = {
  partnerId: 'partner',
  userId: 'user',
  transactionId: 'transaction',
};

const linkOf: LinkOf = (name, value) => {
  const view = VIEW_OF[name];
  return view === undefined || value === '' ? undefined : viewPath(view, value);
};

/** Sections of the console, by the names of their views. */
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
        <SearchBox placeholder="Search by id, amount, day, e-mail or reference" help={<SearchKeys />} />
      </header>
      <Links.Provider value={linkOf}>
        <Views views={views} />
      </Links.Provider>
    </>
  );
}

takeToken();
render(<Console />, document.body);

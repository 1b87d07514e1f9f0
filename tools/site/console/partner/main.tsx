/** The partner console page: navigation and current view. */
import { render } from 'preact';
import { ifInScope } from '#sdk/cli/errors';
import { readPlace, viewPath } from '../components/address';
import { SearchBox } from '../components/search';
import { takeToken } from '../components/token';
import { type LinkOf, Links } from '../components/value';
import { useAddress, type View, Views } from '../components/views';
import { failureText, ramp } from './api';
import { endpoint, endpoints } from './views/endpoints';
import { feed } from './views/feed';
import { found, SearchHelp } from './views/found';
import { key } from './views/key';
import { limits } from './views/limits';
import { overview } from './views/overview';
import { report } from './views/report';
import { transaction, transactions } from './views/transactions';
import { user, users } from './views/users';
import { webhook, webhooks } from './views/webhooks';

const all: Readonly<Record<string, View>> = {
  '': overview,
  search: found,
  ...{ transactions, transaction, webhooks, webhook, feed, users, user, report, endpoints, endpoint, limits, key },
};

/** Makes a view show its error as one sentence. */
function explaining(view: View): View {
  return async (place) => {
    try {
      return await view(place);
    } catch (error) {
      throw new Error(failureText(error), { cause: error });
    }
  };
}

const views: Readonly<Record<string, View>> = Object.fromEntries(
  Object.entries(all).map(([name, view]) => [name, explaining(view)]),
);

/** Views that an id links to, by field name. */
const VIEW_OF: Readonly<Record<string, string>> = {
  userId: 'user',
  transactionId: 'transaction',
  endpointId: 'endpoint',
};

const linkOf: LinkOf = (name, value) => {
  const view = VIEW_OF[name];
  return view === undefined || value === '' ? undefined : viewPath(view, value);
};

/** Navigation entries. An entry is also marked as current for its `others`, for example the details of one transaction. */
const PARTS: readonly (readonly [view: string, title: string, ...others: string[]])[] = [
  ['', 'Overview'],
  ['transactions', 'Transactions', 'transaction'],
  ['webhooks', 'Webhooks', 'webhook'],
  ['feed', 'Event feed'],
  ['users', 'Users', 'user'],
  ['report', 'Settlement'],
  ['endpoints', 'Endpoints', 'endpoint'],
  ['limits', 'Limits'],
  ['key', 'API key'],
];

function Page() {
  const { name } = readPlace(useAddress());
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <header>
        <a class="home" href="#/">
          Partner Ramp
        </a>
        <span class="env">{document.documentElement.dataset.env}</span>
        <nav aria-label="Parts">
          {PARTS.map(([view, title, ...others]) => (
            <a
              key={view}
              href={viewPath(view)}
              aria-current={view === name || others.includes(name) ? 'page' : undefined}
            >
              {title}
            </a>
          ))}
        </nav>
        <SearchBox placeholder="Search by id, your own id, amount and day, or e-mail" help={<SearchHelp />} />
      </header>
      <Links.Provider value={linkOf}>
        <Views views={views} />
      </Links.Provider>
    </>
  );
}

/** Reads the environment. The caller ignores errors, because the first view shows the same error. */
async function readEnvironment(): Promise<void> {
  const { environment } = (await ifInScope(ramp.capabilities.get())) ?? (await ramp.apiKey.get());
  document.documentElement.dataset.env = environment;
}

takeToken();
await readEnvironment().catch(() => undefined);
render(<Page />, document.body);

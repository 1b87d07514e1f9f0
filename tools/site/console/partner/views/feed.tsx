/** Page of the change feed: earlier changes by cursor, and automatic updates with new changes. */
import { useEffect, useState } from 'preact/hooks';
import type { Change } from '#sdk/generated/openapi';
import { filteredPath, type Place, viewPath } from '../../components/address';
import { type Filter, FilterBar } from '../../components/filter-bar';
import { Title } from '../../components/section';
import { Table } from '../../components/table';
import { asFields, asText, type Fields } from '../../components/values';
import type { View } from '../../components/views';
import { failureText, ramp } from '../api';
import { listQuery, PAGE_SIZE } from '../list';
import { given, oneOf } from '../query';

const TYPES = [
  'USER',
  'KYC',
  'SIGNATURE',
  'BANK_ACCOUNT',
  'QUOTE',
  'TRANSACTION',
  'NOTIFICATION',
] as const satisfies readonly Change['type'][];

const FILTERS: readonly Filter[] = [
  { name: 'types', label: 'Type', choices: TYPES },
  { name: 'from', label: 'From day (UTC)', isDay: true },
];

/** Without a day filter or a cursor, the list starts this long before the current time: 24 hours, in ms. */
const SPAN_MS = 86_400_000;

/** Pause between two reads of the feed, in ms. */
const POLL_INTERVAL_MS = 2_000;

/** Maximum number of rows while the page adds new changes automatically. */
const MOST = 500;

/** Views of feed resources by type. Other resources link to their user. */
const VIEW_OF: Readonly<Partial<Record<Change['type'], string>>> = {
  USER: 'user',
  TRANSACTION: 'transaction',
  NOTIFICATION: 'webhook',
};

function changeRow({ at, type, id, version, resource }: Change): Fields {
  const facts = asFields(resource);
  const event = asFields(facts.payload).event ?? null;
  const { userId = null } = facts;
  return { at, type, status: facts.status ?? facts.kycStatus ?? facts.state ?? null, event, userId, id, version };
}

const leadsTo = ({ type, id, userId }: Fields): string | undefined => {
  const view = VIEW_OF[oneOf(TYPES, asText(type)) ?? 'QUOTE'];
  if (view !== undefined) return viewPath(view, asText(id));
  return asText(userId) === '' ? undefined : viewPath('user', asText(userId));
};

const COLUMNS = { about: 'Event feed', names: ['id', 'type', 'event', 'status', 'at', 'version'], leadsTo };

export const feed: View = async (place) => {
  const { filters } = place;
  const type = oneOf(TYPES, filters.types);
  const start =
    filters.cursor === undefined
      ? { from: filters.from ?? new Date(Date.now() - SPAN_MS).toISOString() }
      : { cursor: filters.cursor };
  const types = given({ types: type === undefined ? undefined : [type] });
  const { data, nextCursor } = await ramp.changes.list({ limit: PAGE_SIZE, ...start, ...types });
  return (
    <Feed
      place={place}
      first={data.map(changeRow)}
      nextCursor={nextCursor}
      isFull={data.length === PAGE_SIZE}
      types={types}
    />
  );
};

interface FeedFacts {
  readonly place: Place;
  readonly first: readonly Fields[];
  readonly nextCursor: string;
  readonly isFull: boolean;
  readonly types: { readonly types?: (typeof TYPES)[number][] };
}

function Feed({ place, first, nextCursor, isFull, types }: FeedFacts) {
  const { cursor, ...values } = listQuery(FILTERS, place);
  const path = viewPath(place.name);
  const [rows, setRows] = useState(first);
  const [isFollowing, setFollowing] = useState(false);
  const [error, setError] = useState('');
  const [position, setPosition] = useState(nextCursor);
  useEffect(() => {
    if (!isFollowing) return;
    const end = new AbortController();
    const follow = async () => {
      const options = { pollIntervalMs: POLL_INTERVAL_MS, signal: end.signal };
      for await (const page of ramp.changes.follow({ cursor: position, ...types }, options).pages()) {
        setRows((shown) => [...shown, ...page.data.map(changeRow)].slice(-MOST));
        setPosition(page.nextCursor);
      }
    };
    setError('');
    follow().catch((failure: unknown) => {
      setError(failureText(failure));
      setFollowing(false);
    });
    return () => end.abort();
  }, [isFollowing]);
  return (
    <>
      <Title title="Event feed">
        <button type="button" aria-pressed={isFollowing} onClick={() => setFollowing(!isFollowing)}>
          {isFollowing ? 'Stop following' : 'Follow'}
        </button>
      </Title>
      <FilterBar filters={FILTERS} values={values} path={path} />
      <p class="hint" role="status">
        {isFollowing ? 'New changes are added at the end.' : 'Oldest first.'}
      </p>
      <p role="alert">{error}</p>
      <Table rows={rows} {...COLUMNS} />
      <nav class="pages" aria-label="Pages">
        {cursor !== undefined && <a href={filteredPath(path, values)}>First page</a>}
        {isFull && !isFollowing && <a href={filteredPath(path, { ...values, cursor: nextCursor })}>Next page</a>}
      </nav>
    </>
  );
}

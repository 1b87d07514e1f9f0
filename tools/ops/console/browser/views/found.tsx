import { searchKeys } from '#ops/console/browser/query';
import { search } from '#ops/console/browser/search';
import { Section, Title } from '#site/console/components/section';
import { Table } from '#site/console/components/table';
import type { View } from '#site/console/components/views';
import { notificationColumns, partnerColumns, transactionColumns, userColumns } from './columns';

export const found: View = async ({ parts: [query = ''] }) => {
  if (query === '')
    return (
      <>
        <Title title="Search" />
        <SearchKeys />
      </>
    );
  const { transactions, users, partners, notifications, more } = await search(query);
  const groups = [
    { rows: transactions, ...transactionColumns },
    { rows: users, ...userColumns },
    { rows: partners, ...partnerColumns },
    { rows: notifications, ...notificationColumns },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <>
      {groups.length === 0 ? (
        <Title title={`No results for “${query}”`} />
      ) : (
        <Title title="Search results" id={query} />
      )}
      {groups.map((group) => (
        <Section key={group.about} title={group.about}>
          <Table {...group} />
        </Section>
      ))}
      {more && (
        <p class="hint">There may be more results. Narrow the search, for example by a day such as 2026-11-28.</p>
      )}
      {groups.length === 0 && <SearchKeys />}
    </>
  );
};

/** The search keys, with an example of each. */
export function SearchKeys() {
  return (
    <>
      <p>Enter an id, an amount, a day, an e-mail address or a reference. To search by one of these only, name it:</p>
      <dl>
        {Object.entries(searchKeys).map(([key, example]) => (
          <div key={key}>
            <dt>{key}:</dt>
            <dd>{example}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

import { searchKeys } from '#ops/console/browser/query';
import { search } from '#ops/console/browser/search';
import { SearchResults } from '#site/console/components/search';
import { Title } from '#site/console/components/section';
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
  ];
  return <SearchResults query={query} groups={groups} more={more} help={<SearchKeys />} />;
};

/** Help text with the search keys and an example of each. */
export function SearchKeys() {
  return (
    <>
      <p>Enter an id, an amount, a day, an e-mail address or a reference. To search by one field, use its name:</p>
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

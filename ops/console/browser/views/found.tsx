import { search, searchKeys } from '#ops/console/browser/search';
import { Section, Title } from '#site/console/components/section';
import { Table } from '#site/console/components/table';
import type { View } from '#site/console/components/views';
import { notificationColumns, partnerColumns, transactionColumns, userColumns } from './columns';

export const found: View = async ({ parts: [query = ''] }) => {
  const { transactions, users, partners, notifications } = await search(query);
  const groups = [
    { rows: transactions, ...transactionColumns },
    { rows: users, ...userColumns },
    { rows: partners, ...partnerColumns },
    { rows: notifications, ...notificationColumns },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <>
      <Title title="Found" id={query} />
      {groups.map((group) => (
        <Section key={group.about} title={group.about}>
          <Table {...group} />
        </Section>
      ))}
      {groups.length === 0 && (
        <p>Nothing was found. Name what you search by: {searchKeys.join(', ')}, as in email:ana@example.com.</p>
      )}
    </>
  );
};

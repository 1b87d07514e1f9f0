import { search, searchKeys } from '#ops/console/browser/search';
import { viewPath } from '#site/console/components/address';
import { Section, Title } from '#site/console/components/section';
import { Table } from '#site/console/components/table';
import type { View } from '#site/console/components/views';
import { partnerColumns, transactionColumns, userColumns } from './columns';

export const found: View = async ({ parts: [query = ''] }) => {
  const [, partnerId, id] = /^notification:\s*([\da-f-]{36})\/([\da-f-]{36})$/i.exec(query) ?? [];
  if (partnerId !== undefined && id !== undefined) {
    location.replace(viewPath('notification', partnerId, id));
    return <p>Loading …</p>;
  }
  const { transactions, users, partners } = await search(query);
  const groups = [
    { rows: transactions, ...transactionColumns },
    { rows: users, ...userColumns },
    { rows: partners, ...partnerColumns },
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
        <p>
          Nothing was found. Name what you search by: {searchKeys.join(', ')}, as in email:ana@example.com, or
          notification:PARTNER/ID.
        </p>
      )}
    </>
  );
};

import { read } from '#ops/console/browser/api';
import { Facts } from '#site/console/components/facts';
import { Section, Title } from '#site/console/components/section';
import { Table } from '#site/console/components/table';
import { asRows } from '#site/console/components/values';
import type { View } from '#site/console/components/views';
import { transactionColumns } from './columns';

export const user: View = async ({ parts: [id = ''] }) => {
  const [found] = asRows((await read('user find', { id })).users);
  if (found === undefined) return undefined;
  const { transactions } = await read('transaction list', { user: id });
  return (
    <>
      <Title title="User" id={id} />
      <Facts fields={found} />
      <Section title="Transactions">
        <Table rows={asRows(transactions)} {...transactionColumns} />
      </Section>
    </>
  );
};

/** Search results, and help for searching. */
import { SearchResults } from '../../components/search';
import { Title } from '../../components/section';
import type { View } from '../../components/views';
import { search } from '../search';
import { transactionColumns, transactionRow } from './transactions';
import { userColumns, userRow } from './users';

export const found: View = async ({ parts: [query = ''] }) => {
  if (query === '')
    return (
      <>
        <Title title="Search" />
        <SearchHelp />
      </>
    );
  const { transactions, users, more } = await search(query);
  const groups = [
    { rows: transactions.map(transactionRow), about: 'Transactions', ...transactionColumns },
    { rows: users.map(userRow), about: 'Users', ...userColumns },
  ];
  return <SearchResults query={query} groups={groups} more={more} help={<SearchHelp />} />;
};

export function SearchHelp() {
  return (
    <p>
      Enter the id of a transaction or a user, your own id of a transaction or a user, a user’s e-mail address, or an
      amount with a day, such as 2000.01 2026-11-28.
    </p>
  );
}

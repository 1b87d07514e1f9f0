/** Users: the list, and one user with its verification. */
import type { User } from '#sdk/generated/openapi';
import { filteredPath, viewPath } from '../../components/address';
import { Facts } from '../../components/facts';
import type { Filter } from '../../components/filter-bar';
import { Section, Title } from '../../components/section';
import { Table } from '../../components/table';
import { asText, type Fields } from '../../components/values';
import type { View } from '../../components/views';
import { Action, Choice } from '../action';
import { isSandbox, ramp } from '../api';
import { List, PAGE_SIZE } from '../list';
import { given, known, oneOf } from '../query';
import { Signatures } from './signatures';
import { transactionColumns, transactionRow } from './transactions';

const TYPES = ['INDIVIDUAL', 'BUSINESS'] as const satisfies readonly User['type'][];
const STATUSES = ['NOT_STARTED', 'IN_PROGRESS', 'VERIFIED', 'REJECTED', 'REVIEW_NEEDED'] as const;

const FILTERS: readonly Filter[] = [
  { name: 'email', label: 'E-mail' },
  { name: 'externalUserId', label: 'Your id' },
  { name: 'type', label: 'Type', choices: TYPES },
  { name: 'kycStatus', label: 'Verification', choices: STATUSES },
];

/** Columns of users. */
export const userColumns = {
  names: ['id', 'type', 'kycStatus', 'name', 'email', 'externalUserId', 'createdAt'],
  leadsTo: ({ id }: Fields) => viewPath('user', asText(id)),
};

/** Returns a user as a table row, with one name. */
export function userRow({ businessName, firstName, lastName, ...facts }: User): Fields {
  return { ...facts, name: businessName ?? [firstName, lastName].filter((part) => part !== null).join(' ') };
}

export const users: View = async (place) => {
  const { email, externalUserId, cursor, type, kycStatus } = place.filters;
  const page = await ramp.users.list({
    limit: PAGE_SIZE,
    ...given({ email, externalUserId, cursor, type: oneOf(TYPES, type), kycStatus: oneOf(STATUSES, kycStatus) }),
  });
  const rows = { ...page, data: page.data.map(userRow) };
  return <List place={place} filters={FILTERS} page={rows} about="Users" {...userColumns} />;
};

export const user: View = async ({ parts: [id = ''] }) => {
  const { id: _id, ...facts } = await ramp.users.get(id);
  const isBusiness = facts.type === 'BUSINESS';
  const [{ userId: _, ...verification }, signatures, transactions] = await Promise.all([
    ramp.kyc.get(id),
    isBusiness ? ramp.signatures.list(id, { limit: 100 }) : undefined,
    ramp.transactions.list({ userId: id, limit: PAGE_SIZE }),
  ]);
  return (
    <>
      <Title title="User" id={id}>
        {isSandbox() && <Decide id={id} />}
        {isSandbox() && <EndLink id={id} />}
      </Title>
      <Facts fields={known(facts)} />
      <Section title="Verification">
        <Facts fields={known(verification)} />
      </Section>
      {signatures !== undefined && <Signatures userId={id} owners={signatures.data} />}
      <Section title="Transactions">
        <Table rows={transactions.data.map(transactionRow)} about="Transactions" {...transactionColumns} />
        <p>
          <a href={filteredPath(viewPath('transactions'), { userId: id })}>All transactions of this user</a>,{' '}
          <a href={filteredPath(viewPath('webhooks'), { userId: id })}>all webhooks</a>
        </p>
      </Section>
    </>
  );
};

const RESULTS = { VERIFIED: 'VERIFIED', REJECTED: 'REJECTED', REVIEW_NEEDED: 'REVIEW_NEEDED' } as const;

function Decide({ id }: { readonly id: string }) {
  const run = async (form: FormData) => {
    const result = oneOf(['VERIFIED', 'REJECTED', 'REVIEW_NEEDED'] as const, String(form.get('result')));
    if (result === undefined) throw new Error('Choose the result.');
    const { kycStatus } = await ramp.sandbox.decideVerification(id, { result });
    return `The verification is ${kycStatus}.`;
  };
  return (
    <Action title="Decide the verification" about="In the sandbox only. Sets the result immediately." run={run}>
      <Choice name="result" label="Result" choices={RESULTS} />
    </Action>
  );
}

function EndLink({ id }: { readonly id: string }) {
  const run = async () => `The link has expired: ${(await ramp.sandbox.expireVerificationLink(id)).event}.`;
  return (
    <Action
      title="Expire the verification link"
      about="In the sandbox only. The link expires now instead of after 24 hours."
      run={run}
    />
  );
}

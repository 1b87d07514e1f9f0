/** Transactions: the list, and one with everything that happened to it. */
import { isSimulated, simulatedEvents } from '#sdk/cli/trigger/simulated-events';
import type { TransactionItem } from '#sdk/generated/openapi';
import { viewPath } from '../../components/address';
import { RecordFacts } from '../../components/facts';
import type { Filter } from '../../components/filter-bar';
import { Section, Title } from '../../components/section';
import { Table } from '../../components/table';
import { asText, type Fields, nameText } from '../../components/values';
import type { View } from '../../components/views';
import { Action, Choice } from '../action';
import { isSandbox, ramp } from '../api';
import { List, PAGE_SIZE } from '../list';
import { given, oneOf } from '../query';
import { webhookColumns } from './webhooks';

const TYPES = ['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP'] as const;
const CURRENCIES = ['MXN', 'DOP', 'USD', 'EUR'] as const;
const STATUSES = [
  'PENDING_PAYMENT',
  'PENDING',
  'FIAT_RECEIVED',
  'CRYPTO_RECEIVED',
  'CRYPTO_NOT_RECEIVED',
  'IN_PROGRESS',
  'COMPLETED_CRYPTO_RECEIVAL',
  'READY_BANK_TRANSFER',
  'BANK_TRANSFER_PENDING',
  'AWAITING_MANUAL_CRYPTO_TRANSFER',
  'AWAITING_MANUAL_FIAT_TRANSFER',
  'COMPLETED',
  'CANCELLED',
  'EXPIRED',
  'FAILED',
] as const satisfies readonly TransactionItem['status'][];

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', choices: STATUSES },
  { name: 'type', label: 'Type', choices: TYPES },
  { name: 'fiatCurrency', label: 'Currency', choices: CURRENCIES },
  { name: 'userId', label: 'User id' },
  { name: 'createdFrom', label: 'Created from, as 2026-11-27T00:00:00Z' },
  { name: 'createdTo', label: 'Created to' },
];

/** Columns of transactions. */
export const transactionColumns = {
  names: ['id', 'status', 'type', 'pays', 'receives', 'createdAt', 'userId'],
  leadsTo: ({ id }: Fields) => viewPath('transaction', asText(id)),
};

/** A transaction as a row: its amounts by who pays and who receives them. */
export function transactionRow(item: TransactionItem): Fields {
  const { id, status, type, createdAt, userId } = item;
  return { id, status, type, ...amountsOf(item), createdAt, userId };
}

function amountsOf(item: TransactionItem): { readonly pays: string; readonly receives: string } {
  if (item.type === 'CROSS_RAMP')
    return {
      pays: `${item.sourceAmount} ${item.sourceCurrency}`,
      receives: `${item.targetAmount} ${item.targetCurrency}`,
    };
  const [fiat, tokens] = [`${item.fiatAmount} ${item.fiatCurrency}`, `${item.cryptoAmount} ${item.tokenSymbol}`];
  return item.type === 'ON_RAMP' ? { pays: fiat, receives: tokens } : { pays: tokens, receives: fiat };
}

export const transactions: View = async (place) => {
  const { filters } = place;
  const { userId, createdFrom, createdTo, cursor } = filters;
  const page = await ramp.transactions.list({
    limit: PAGE_SIZE,
    ...given({ userId, createdFrom, createdTo, cursor }),
    ...given({
      status: oneOf(STATUSES, filters.status),
      type: oneOf(TYPES, filters.type),
      fiatCurrency: oneOf(CURRENCIES, filters.fiatCurrency),
    }),
  });
  const rows = { ...page, data: page.data.map(transactionRow) };
  return <List place={place} filters={FILTERS} page={rows} about="Transactions" {...transactionColumns} />;
};

export const transaction: View = async ({ parts: [id = ''] }) => {
  const [item, timeline, ledger, notifications] = await Promise.all([
    ramp.transactions.get(id),
    ramp.transactions.listEvents(id),
    ramp.transactions.listLedger(id),
    ramp.webhookNotifications.list({ transactionId: id, limit: 100, sortOrder: 'asc' }),
  ]);
  const { id: _id, type, ...facts } = item;
  return (
    <>
      <Title title={nameText(type.toLowerCase())} id={id}>
        {isSandbox() && <Simulate id={id} />}
      </Title>
      <RecordFacts fields={facts} />
      <Section title="Timeline">
        <Table rows={timeline.data} about="Timeline" names={['at', 'from', 'to', 'cause']} />
      </Section>
      <Section title="Ledger">
        <Table rows={ledger.data} about="Ledger" />
      </Section>
      <Section title="Webhooks">
        <Table rows={notifications.data} about="Webhooks" {...webhookColumns} />
      </Section>
    </>
  );
};

function Simulate({ id }: { readonly id: string }) {
  const run = async (form: FormData) => {
    const event = String(form.get('event'));
    if (!isSimulated(event)) throw new Error('Choose what happens.');
    const amount = String(form.get('amount') ?? '').trim();
    const body = amount === '' ? { event } : { event, amount: Number(amount) };
    const { status } = await ramp.sandbox.simulateTransaction(id, body);
    return `${event}: ${simulatedEvents[event]}. The transaction is ${status}.`;
  };
  return (
    <Action title="Let something happen" about="In the sandbox only: nothing of it is real." run={run}>
      <Choice name="event" label="Event" choices={simulatedEvents} />
      <label>
        Amount of the deposit, where it is another one
        <input name="amount" inputMode="decimal" autoComplete="off" />
      </label>
    </Action>
  );
}

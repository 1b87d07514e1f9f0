/** Transactions: the list, and the details of one transaction. */
import { isSimulated, simulatedEvents } from '#sdk/cli/trigger/simulated-events';
import type { Rails, TransactionItem } from '#sdk/generated/openapi';
import { fromMinorUnits, toDecimal, toMinorUnits } from '#sdk/money';
import { viewPath } from '../../components/address';
import { Facts, RecordFacts } from '../../components/facts';
import type { Filter } from '../../components/filter-bar';
import { Section, Title } from '../../components/section';
import { Table } from '../../components/table';
import { asText, type Fields, nameText } from '../../components/values';
import type { View } from '../../components/views';
import { Action, Choice, named } from '../action';
import { isSandbox, ramp } from '../api';
import { List, PAGE_SIZE } from '../list';
import { endOfDay, given, known, oneOf } from '../query';
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
  { name: 'externalId', label: 'Your id' },
  { name: 'amount', label: 'Amount' },
  { name: 'createdFrom', label: 'From day (UTC)', isDay: true },
  { name: 'createdTo', label: 'To day (UTC)', isDay: true },
];

/** Columns of transactions. */
export const transactionColumns = {
  names: ['id', 'status', 'type', 'pays', 'receives', 'createdAt', 'userId', 'externalId'],
  leadsTo: ({ id }: Fields) => viewPath('transaction', asText(id)),
};

/** Returns a transaction as a table row, with the paid and received amounts. */
export function transactionRow(item: TransactionItem): Fields {
  const { id, status, type, createdAt, userId, externalId } = item;
  return { id, status, type, ...amountsOf(item), createdAt, userId, externalId };
}

function amountsOf(item: TransactionItem): { readonly pays: string; readonly receives: string } {
  if (item.type === 'CROSS_RAMP')
    return {
      pays: amountText(item.sourceAmount, item.sourceCurrency),
      receives: amountText(item.targetAmount, item.targetCurrency),
    };
  const fiat = amountText(item.fiatAmount, item.fiatCurrency);
  const tokens = amountText(item.cryptoAmount, item.tokenSymbol);
  return item.type === 'ON_RAMP' ? { pays: fiat, receives: tokens } : { pays: tokens, receives: fiat };
}

/** Formats an amount with its currency, with at least two decimals. */
function amountText(amount: number, currency: string): string {
  const decimal = toDecimal(amount);
  const isShort = /^-?\d+(\.\d)?$/.test(decimal);
  return `${isShort ? fromMinorUnits(toMinorUnits(decimal, 2), 2) : decimal}\u00a0${currency}`;
}

export const transactions: View = async (place) => {
  const { filters } = place;
  const { userId, externalId, amount, createdFrom, createdTo, cursor } = filters;
  const page = await ramp.transactions.list({
    limit: PAGE_SIZE,
    ...given({ userId, externalId, createdFrom, createdTo: endOfDay(createdTo), cursor }),
    ...(amount !== undefined && { amount: Number(amount) }),
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
  const { id: _id, type, status, userId, externalId, createdAt, updatedAt, completedAt, hold, rails, ...facts } = item;
  return (
    <>
      <Title title={nameText(type.toLowerCase())} id={id}>
        {isSandbox() && <Simulate id={id} />}
      </Title>
      <Facts fields={known({ status, ...amountsOf(item), userId, externalId, createdAt, updatedAt, completedAt })} />
      {hold !== null && <RecordFacts fields={{ hold: known({ ...hold, requestedInformation: null }) }} />}
      {hold !== null && hold.requestedInformation.length > 0 && (
        <Section title="Requested information">
          <Table rows={hold.requestedInformation} about="Requested information" />
        </Section>
      )}
      <Section title="Timeline">
        <Table rows={timeline.data} about="Timeline" names={['at', 'from', 'to', 'cause']} />
      </Section>
      <Section title="Rails">
        <RailsTable rails={rails} />
      </Section>
      <Section title="Webhooks">
        <Table rows={notifications.data} about="Webhooks" {...webhookColumns} />
      </Section>
      <Section title="Ledger">
        <Table rows={ledger.data} about="Ledger" />
      </Section>
      <Section title="Details">
        <RecordFacts fields={known(facts)} />
      </Section>
    </>
  );
};

function RailsTable({ rails: { deposit, payout } }: { readonly rails: Rails }) {
  const rows = Object.entries({ deposit, payout }).flatMap(([side, reported]) => {
    if (reported === null) return [];
    const { type, reference, at, proof, url = proof?.url } = reported;
    return [{ side, type, reference, at, proof: proof?.status, url }];
  });
  const names = (['side', 'type', 'reference', 'at', 'proof', 'url'] as const).filter((name) =>
    rows.some((row) => row[name] !== undefined && row[name] !== null),
  );
  return <Table rows={rows} about="Rails" names={names} />;
}

function Simulate({ id }: { readonly id: string }) {
  const run = async (form: FormData) => {
    const event = String(form.get('event'));
    if (!isSimulated(event)) throw new Error('Choose an event.');
    const amount = String(form.get('amount') ?? '').trim();
    const body = amount === '' ? { event } : { event, amount: Number(amount) };
    const { status } = await ramp.sandbox.simulateTransaction(id, body);
    return `${event}: ${simulatedEvents[event]}. The transaction is ${status}.`;
  };
  return (
    <Action title="Simulate an event" about="In the sandbox only. No real money moves." run={run}>
      <Choice name="event" label="Event" choices={named(simulatedEvents)} />
      <label>
        Amount of the deposit (default: the missing amount)
        <input name="amount" inputMode="decimal" autoComplete="off" />
      </label>
    </Action>
  );
}

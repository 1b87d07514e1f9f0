import { Action, type ActionFacts } from '#ops/console/browser/action';
import { read, type VerbOptions } from '#ops/console/browser/api';
import { viewPath } from '#site/console/components/address';
import { RecordFacts } from '#site/console/components/facts';
import { Section, Title } from '#site/console/components/section';
import { Table } from '#site/console/components/table';
import { asFields, asRows, asText, type Fields, nameText } from '#site/console/components/values';
import type { View } from '#site/console/components/views';

export const transaction: View = async ({ parts: [id = ''] }) => {
  const [shown, ordered, reported, sent] = await Promise.all([
    read('transaction show', { id }),
    read('order show', { transaction: id }),
    read('provider-event list', { transaction: id }),
    read('transaction webhooks', { id }),
  ]);
  const { id: _id, version, ...stored } = asFields(shown.transaction);
  const orders = asRows(ordered.orders);
  const payout = ordered.payout === null ? null : asFields(ordered.payout);
  const webhooks = asRows(sent.notifications);
  const waiting = orders.filter(({ waitsFor }) => waitsFor !== null).map(({ order }) => asText(order));
  const isHeld = stored.hold !== undefined;
  const decisions = decisionsOn(id, {
    seenVersion: typeof version === 'number' ? version : undefined,
    ...{ isHeld, waiting },
  });
  return (
    <>
      <Title title={nameText(asText(stored.kind).toLowerCase()) + (isHeld ? ', held' : '')} id={id}>
        {decisions.map((decision) => (
          <Action key={decision.title} {...decision} />
        ))}
        {webhooks.length > 0 && <Action {...RESEND} options={{ id }} />}
      </Title>
      <RecordFacts fields={inOrder({ ...stored, version })} />
      <Section title="Timeline">
        <Table rows={asRows(shown.timeline)} about="Timeline" />
      </Section>
      <Section title="Ledger entries">
        <Table rows={asRows(shown.ledger)} about="Ledger entries" />
      </Section>
      <Section title="Provider orders">
        <Table
          rows={payout === null ? orders : [{ order: 'PAYOUT', ...payout }, ...orders]}
          about="Provider orders"
          names={['order', 'waitsFor', 'since', 'reference', 'screening', 'accountCheck', 'idempotencyKey']}
        />
      </Section>
      <Section title="Provider reports">
        <Table
          rows={asRows(reported.events)}
          about="Provider reports"
          names={['at', 'source', 'type', 'outcome', 'status', 'violation', 'eventId']}
        />
      </Section>
      <Section title="Webhooks">
        <Table
          rows={webhooks}
          about="Webhooks"
          names={['id', 'event', 'status', 'createdAt', 'attempts', 'failedReason']}
          leadsTo={(row) => viewPath('notification', asText(stored.partnerId), asText(row.id))}
        />
      </Section>
    </>
  );
};

const RESEND = { title: 'Resend all webhooks', done: 'Webhooks queued again.', verb: 'transaction re-emit' };

/** Fields at the top of the table, in this order. */
const FIRST = [
  ...['status', 'kind', 'sourceAmount', 'fiatAmount', 'cryptoAmount', 'targetAmount', 'rate', 'fixedFee'],
  ...[
    'userId',
    'partnerId',
    'externalId',
    'metadata',
    'createdAt',
    'updatedAt',
    'deadline',
    'completedAt',
    'cancellationReason',
  ],
  ...['hold', 'depositRail', 'payoutRail', 'refundHeld', 'payoutReturn'],
];

/** Returns the fields with the `FIRST` fields at the top, without empty lists. */
function inOrder(stored: Fields): Fields {
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  const filled = Object.entries(stored).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(filled.toSorted(([one], [other]) => rank(one) - rank(other)));
}

interface Waiting {
  readonly seenVersion: number | undefined;
  readonly isHeld: boolean;
  /** Names of the orders that wait for an operator. */
  readonly waiting: readonly string[];
}

/** Returns the decisions that the transaction needs. */
function decisionsOn(transaction: string, { seenVersion, isHeld, waiting }: Waiting): ActionFacts[] {
  const decision = ([title, done]: readonly [string, string], verb: string, options: VerbOptions = {}) => ({
    ...{ title, done, verb, options: { transaction, ...options }, seenVersion },
  });
  const onHold = isHeld
    ? [
        decision(['Release the hold', 'Hold released.'], 'hold release'),
        decision(['Reject and refund', 'Transaction rejected.'], 'hold reject'),
      ]
    : [];
  return [
    ...onHold,
    ...waiting.flatMap((order) => [
      decision([`Retry ${order}`, `${order} queued again.`], 'order retry', { order }),
      decision([`Close ${order}`, `${order} closed.`], 'order close', { order }),
    ]),
  ];
}

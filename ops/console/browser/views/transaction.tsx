import { Action, type ActionFacts } from '#ops/console/browser/action';
import { read, type VerbOptions } from '#ops/console/browser/api';
import { viewPath } from '#site/console/components/address';
import { RecordFacts } from '#site/console/components/facts';
import { Section, Title } from '#site/console/components/section';
import { Table } from '#site/console/components/table';
import { asFields, asRows, asText, nameText } from '#site/console/components/values';
import type { View } from '#site/console/components/views';

export const transaction: View = async ({ parts: [id = ''] }) => {
  const [shown, ordered, sent] = await Promise.all([
    read('transaction show', { id }),
    read('order show', { transaction: id }),
    read('transaction webhooks', { id }),
  ]);
  const { id: _id, version, ...stored } = asFields(shown.transaction);
  const orders = asRows(ordered.orders);
  const webhooks = asRows(sent.notifications);
  const waiting = orders.filter(({ waitsFor }) => waitsFor !== null).map(({ order }) => asText(order));
  const decisions = decisionsOn(id, {
    seenVersion: typeof version === 'number' ? version : undefined,
    ...{ isHeld: stored.hold !== undefined, waiting },
  });
  return (
    <>
      <Title title={nameText(asText(stored.kind).toLowerCase())} id={id}>
        {decisions.map((decision) => (
          <Action key={decision.title} {...decision} />
        ))}
        {webhooks.length > 0 && <Action title="Send all again" verb="transaction re-emit" options={{ id }} />}
      </Title>
      <RecordFacts fields={{ ...stored, version }} />
      <Section title="Timeline">
        <Table rows={asRows(shown.timeline)} about="Timeline" />
      </Section>
      <Section title="Ledger entries">
        <Table rows={asRows(shown.ledger)} about="Ledger entries" />
      </Section>
      <Section title="Orders">
        <Table rows={orders} about="Orders" names={['order', 'waitsFor', 'since', 'reference']} />
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

interface Waiting {
  readonly seenVersion: number | undefined;
  readonly isHeld: boolean;
  /** Names of the orders that wait for a person. */
  readonly waiting: readonly string[];
}

/** The decisions that a transaction waits for. */
function decisionsOn(transaction: string, { seenVersion, isHeld, waiting }: Waiting): ActionFacts[] {
  const decision = (title: string, verb: string, options: VerbOptions = {}) => ({
    ...{ title, verb, options: { transaction, ...options }, seenVersion },
  });
  const onHold = isHeld
    ? [decision('Release the hold', 'hold release'), decision('Reject: end it without a payout', 'hold reject')]
    : [];
  return [
    ...onHold,
    ...waiting.flatMap((order) => [
      decision(`Retry ${order}`, 'order retry', { order }),
      decision(`Close ${order}`, 'order close', { order }),
    ]),
  ];
}

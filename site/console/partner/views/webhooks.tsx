/** Webhooks: the notifications, and one with its body, its attempts and what was answered. */
import { resendNotification } from '#sdk/cli/resending';
import type { WebhookNotification } from '#sdk/generated/openapi';
import { viewPath } from '../../components/address';
import { Facts } from '../../components/facts';
import type { Filter } from '../../components/filter-bar';
import { Section, Title } from '../../components/section';
import { Table } from '../../components/table';
import { asText, type Fields } from '../../components/values';
import type { View } from '../../components/views';
import { Action } from '../action';
import { ramp } from '../api';
import { List, PAGE_SIZE } from '../list';
import { given, oneOf } from '../query';

const STATUSES = ['PENDING', 'SENT', 'FAILED', 'NOT_SENT'] as const satisfies readonly WebhookNotification['status'][];

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', choices: STATUSES },
  { name: 'transactionId', label: 'Transaction id' },
  { name: 'userId', label: 'User id' },
  { name: 'createdFrom', label: 'Created from, as 2026-11-27T00:00:00Z' },
  { name: 'createdTo', label: 'Created to' },
];

/** Columns of notifications. */
export const webhookColumns = {
  names: ['id', 'eventType', 'status', 'createdAt', 'retryAttempts', 'manualRetryCount'],
  leadsTo: ({ id }: Fields) => viewPath('webhook', asText(id)),
};

export const webhooks: View = async (place) => {
  const { transactionId, userId, createdFrom, createdTo, cursor, status } = place.filters;
  const page = await ramp.webhookNotifications.list({
    limit: PAGE_SIZE,
    ...given({ transactionId, userId, createdFrom, createdTo, cursor, status: oneOf(STATUSES, status) }),
  });
  return <List place={place} filters={FILTERS} page={page} about="Webhooks" {...webhookColumns} />;
};

export const webhook: View = async ({ parts: [id = ''] }) => {
  const [{ payload, attempts, deliveries = [], latestErrorPayload: _, id: _id, ...facts }, endpoints] =
    await Promise.all([ramp.webhookNotifications.get(id), ramp.webhookEndpoints.list()]);
  const nameOf = (endpointId: string) => {
    const found = endpoints.data.find((one) => one.id === endpointId);
    return found?.url ?? found?.eventBusArn ?? endpointId;
  };
  return (
    <>
      <Title title={payload.event} id={id}>
        <Resend id={id} title="Resend" to="your webhook URL" />
        {endpoints.data
          .filter(({ isDefault }) => !isDefault)
          .map((one) => (
            <Resend key={one.id} id={id} title={`Resend to ${nameOf(one.id)}`} to={nameOf(one.id)} endpoint={one.id} />
          ))}
      </Title>
      <Facts fields={{ ...facts, ...subjectOf(payload) }} />
      <Section title="Attempts">
        <Table rows={attempts} about="Attempts" />
      </Section>
      {deliveries.map(({ endpointId, attempts: tried, ...delivery }) => (
        <Section key={endpointId} title={`To ${nameOf(endpointId)}`}>
          <Facts fields={{ endpointId, ...delivery }} />
          <Table rows={tried} about={`Attempts to ${nameOf(endpointId)}`} />
        </Section>
      ))}
      <Section title="Body">
        <pre>{JSON.stringify(payload, null, 2)}</pre>
      </Section>
    </>
  );
};

/** Ids that a body leads to. */
function subjectOf(payload: Fields): Fields {
  return given({ transactionId: payload.transactionId, userId: payload.userId });
}

interface ResendFacts {
  readonly id: string;
  readonly title: string;
  /** Name of the endpoint. */
  readonly to: string;
  /** @default the first one */
  readonly endpoint?: string;
}

function Resend({ id, title, to, endpoint }: ResendFacts) {
  const run = async () => {
    const { signal } = new AbortController();
    const { event, sent } = await resendNotification(ramp, { id, endpoint, signal });
    return `${event} goes out again${sent > 1 ? `, with ${sent - 1} more of the same millisecond` : ''}.`;
  };
  const about = `It goes to ${to} again, with the id and the bytes that it had: your application tells by the id that it has seen it.`;
  return <Action title={title} about={about} run={run} />;
}

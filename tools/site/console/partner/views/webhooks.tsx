/** Webhooks: the list of notifications, and one with its body and attempts. */
import { resendNotification } from '#sdk/cli/resending';
import type { WebhookEndpoint, WebhookNotification } from '#sdk/generated/openapi';
import { viewPath } from '../../components/address';
import { Facts } from '../../components/facts';
import type { Filter } from '../../components/filter-bar';
import { Section, Title } from '../../components/section';
import { Table } from '../../components/table';
import { asText, type Fields } from '../../components/values';
import type { View } from '../../components/views';
import { Action, Choice } from '../action';
import { ramp } from '../api';
import { List, PAGE_SIZE } from '../list';
import { endOfDay, given, known, oneOf } from '../query';

const STATUSES = ['PENDING', 'SENT', 'FAILED', 'NOT_SENT'] as const satisfies readonly WebhookNotification['status'][];

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', choices: STATUSES },
  { name: 'transactionId', label: 'Transaction id' },
  { name: 'userId', label: 'User id' },
  { name: 'createdFrom', label: 'From day (UTC)', isDay: true },
  { name: 'createdTo', label: 'To day (UTC)', isDay: true },
];

/** Columns of notifications. */
export const webhookColumns = {
  names: ['id', 'eventType', 'status', 'createdAt', 'retryAttempts'],
  leadsTo: ({ id }: Fields) => viewPath('webhook', asText(id)),
};

export const webhooks: View = async (place) => {
  const { transactionId, userId, createdFrom, createdTo, cursor, status } = place.filters;
  const page = await ramp.webhookNotifications.list({
    limit: PAGE_SIZE,
    ...given({ transactionId, userId, createdFrom, createdTo: endOfDay(createdTo), cursor }),
    ...given({ status: oneOf(STATUSES, status) }),
  });
  return <List place={place} filters={FILTERS} page={page} about="Webhooks" {...webhookColumns} />;
};

export const webhook: View = async ({ parts: [id = ''] }) => {
  const [{ payload, attempts, deliveries = [], latestErrorPayload: _, id: _id, ...facts }, endpoints] =
    await Promise.all([ramp.webhookNotifications.get(id), ramp.webhookEndpoints.list()]);
  const nameOf = (endpointId: string) =>
    endpoints.data.flatMap((one) => (one.id === endpointId ? addressOf(one) : []))[0] ?? endpointId;
  return (
    <>
      <Title title={payload.event} id={id}>
        <Resend id={id} endpoints={endpoints.data} />
      </Title>
      <Facts fields={known({ ...facts, ...subjectOf(payload) })} />
      <Section title="Attempts">
        <Table rows={attempts} about="Attempts" />
      </Section>
      {deliveries.map(({ endpointId, attempts: tried, ...delivery }) => (
        <Section key={endpointId} title={`To ${nameOf(endpointId)}`}>
          <Facts fields={known({ endpointId, ...delivery })} />
          <Table rows={tried} about={`Attempts to ${nameOf(endpointId)}`} />
        </Section>
      ))}
      <Section title="Body">
        <pre>{JSON.stringify(payload, null, 2)}</pre>
      </Section>
    </>
  );
};

/** Returns the ids of the transaction and the user in the payload of a notification. */
function subjectOf(payload: Fields): Fields {
  return given({ transactionId: payload.transactionId, userId: payload.userId });
}

function addressOf({ id, url, eventBusArn }: WebhookEndpoint): string {
  return url ?? eventBusArn ?? id;
}

function Resend({ id, endpoints }: { readonly id: string; readonly endpoints: readonly WebhookEndpoint[] }) {
  const run = async (form: FormData) => {
    const { signal } = new AbortController();
    const endpoint = oneOf(
      endpoints.map((one) => one.id),
      String(form.get('endpoint')),
    );
    const { event, sent } = await resendNotification(ramp, { id, endpoint, signal });
    return `${event} is sent again${sent > 1 ? `, with other notifications of the same millisecond: ${sent - 1}` : ''}.`;
  };
  const choices = Object.fromEntries(endpoints.map((one) => [one.id, addressOf(one)]));
  return (
    <Action
      title="Resend"
      about="Sends the webhook again with the same id and bytes. Your application can recognize the repetition by the id."
      run={run}
    >
      {endpoints.length > 0 && <Choice name="endpoint" label="Endpoint" choices={choices} />}
    </Action>
  );
}

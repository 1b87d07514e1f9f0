import { Action } from '#ops/console/browser/action';
import { read } from '#ops/console/browser/api';
import { Facts } from '#site/console/components/facts';
import { Section, Title } from '#site/console/components/section';
import { Table } from '#site/console/components/table';
import { asRows } from '#site/console/components/values';
import type { View } from '#site/console/components/views';

export const notification: View = async ({ parts: [partnerId = '', id = ''] }) => {
  const of = { partner: partnerId, id };
  const { deliveries, body, id: _id, ...facts } = await read('notification show', of);
  const states = asRows(deliveries).map(({ responses, ...state }) => ({ state, responses: asRows(responses) }));
  const responses = states.flatMap(({ state: { endpointId }, responses }) =>
    responses.map(({ at, statusCode, durationMs, error, responseBody }) => ({
      ...{ endpointId, at, statusCode, durationMs, error, responseBody },
    })),
  );
  return (
    <>
      <Title title="Notification" id={id}>
        <Action title="Resend" done="Webhook queued again." verb="notification replay" options={of} />
      </Title>
      <Facts fields={facts} />
      <Section title="Deliveries">
        <Table rows={states.map(({ state }) => state)} about="Deliveries" />
      </Section>
      <Section title="Attempts and responses">
        <Table rows={responses} about="Attempts and responses" />
      </Section>
      <Section title="Body">
        <pre>{JSON.stringify(body, undefined, 2)}</pre>
      </Section>
    </>
  );
};

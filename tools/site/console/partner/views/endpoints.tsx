/** Webhook endpoints with their health and, in the sandbox, the fault injection. */
import type { WebhookEndpoint } from '#sdk/generated/openapi';
import { viewPath } from '../../components/address';
import { Facts, RecordFacts } from '../../components/facts';
import { Section, Title } from '../../components/section';
import { Table } from '../../components/table';
import { asText, type Fields } from '../../components/values';
import type { View } from '../../components/views';
import { Action, Choice, named } from '../action';
import { isSandbox, ramp } from '../api';
import { known, oneOf } from '../query';

function endpointRow({ id, url, eventBusArn, health, eventTypes }: WebhookEndpoint): Fields {
  const { status, lastSuccessAt, lastFailureAt } = health;
  return { id, status, to: url ?? eventBusArn, lastSuccessAt, lastFailureAt, events: eventTypes?.length ?? 'all' };
}

export const endpoints: View = async () => {
  const [{ data }, faults] = await Promise.all([
    ramp.webhookEndpoints.list(),
    isSandbox() ? ramp.sandbox.getWebhookFaults() : undefined,
  ]);
  return (
    <>
      <Title title="Webhook endpoints">{faults !== undefined && <Faults />}</Title>
      <Table
        rows={data.map(endpointRow)}
        about="Webhook endpoints"
        leadsTo={({ id }) => viewPath('endpoint', asText(id))}
      />
      {faults !== undefined && (
        <Section title="Injected faults">
          <Facts fields={faults} />
        </Section>
      )}
    </>
  );
};

export const endpoint: View = async ({ parts: [id = ''] }) => {
  const { id: _id, health, secret: _, eventTypes, ...facts } = await ramp.webhookEndpoints.get(id);
  return (
    <>
      <Title title="Webhook endpoint" id={id} />
      <Section title="Health">
        <Facts fields={known(health)} />
      </Section>
      <Section title="Settings">
        <RecordFacts fields={known({ ...facts, eventTypes: eventTypes ?? 'all' })} />
      </Section>
    </>
  );
};

const MODES = {
  NONE: 'no faults',
  DUPLICATE: 'sent twice',
  DELAY: 'sent five seconds late',
  REORDER: 'some events arrive after later events',
  DROP_FIRST_ATTEMPT: 'the first attempt is not sent',
  SLOW: 'the request body arrives slowly',
  FAIL_FAST: 'the next failed attempt is the last attempt',
} as const;
const MODE_NAMES = ['NONE', 'DUPLICATE', 'DELAY', 'REORDER', 'DROP_FIRST_ATTEMPT', 'SLOW', 'FAIL_FAST'] as const;

function Faults() {
  const run = async (form: FormData) => {
    const mode = oneOf(MODE_NAMES, String(form.get('mode')));
    if (mode === undefined) throw new Error('Choose a fault.');
    const set = await ramp.sandbox.setWebhookFaults({ mode, rate: Number(form.get('rate')) });
    return `Faults: ${set.mode}, ${set.rate} of all deliveries.`;
  };
  return (
    <Action
      title="Add faults to deliveries"
      about="In the sandbox only. Webhooks get this fault, so that you can test your application."
      run={run}
    >
      <Choice name="mode" label="Fault" choices={named(MODES)} />
      <label>
        Fraction of the deliveries, 0 to 1
        <input name="rate" type="number" min="0" max="1" step="any" defaultValue="1" required />
      </label>
    </Action>
  );
}

import { read } from '#ops/console/browser/api';
import { viewPath } from '#site/console/components/address';
import { Facts, RecordFacts } from '#site/console/components/facts';
import { Section, Title } from '#site/console/components/section';
import { Table } from '#site/console/components/table';
import { asRows, asText, type Fields } from '#site/console/components/values';
import type { View } from '#site/console/components/views';
import { AuditTable } from './audit';
import { partnerColumns, transactionColumns } from './columns';

export const partners: View = async () => {
  const { partners: rows } = await read('partner list');
  return (
    <>
      <Title title="Partners" />
      <Table rows={asRows(rows)} {...partnerColumns} />
    </>
  );
};

export const partner: View = async ({ parts: [id = ''] }) => {
  const of = { partner: id };
  const [shown, keys, limits, endpoints, transactions, failed, audit] = await Promise.all([
    read('partner show', { id }),
    read('key list', of),
    read('limits show', of),
    read('webhook-endpoint list', of),
    read('transaction list', of),
    read('notification list', { ...of, status: 'FAILED' }),
    read('audit list', of),
  ]);
  const { id: _partner, name, agreement: _agreement, ...facts } = shown;
  const { partnerId: _id, ...terms } = limits;
  return (
    <>
      <Title title={asText(name)} id={id} />
      <Facts fields={facts} />
      <Section title="Transactions">
        <Table rows={asRows(transactions.transactions)} {...transactionColumns} />
      </Section>
      <Section title="Webhook endpoints">
        <Table rows={asRows(endpoints.endpoints)} about="Webhook endpoints" />
      </Section>
      <Section title="Failed webhooks">
        <Table
          {...{
            about: 'Failed webhooks',
            names: ['id', 'event', 'createdAt', 'attempts', 'failedReason', 'transactionId'],
          }}
          rows={asRows(failed.notifications)}
          leadsTo={(row) => viewPath('notification', id, asText(row.id))}
        />
      </Section>
      <Section title="Keys">
        <Table rows={asRows(keys.keys).map(keyRow)} about="Keys" />
      </Section>
      <Section title="Limits and terms">
        <RecordFacts fields={terms} />
      </Section>
      <Section title="Audit records">
        <AuditTable response={audit} />
      </Section>
    </>
  );
};

/** A key without scopes has all scopes. */
function keyRow({ scopes, ...key }: Fields): Fields {
  return { ...key, scopes: Array.isArray(scopes) && scopes.length > 0 ? scopes.join(', ') : 'everything' };
}

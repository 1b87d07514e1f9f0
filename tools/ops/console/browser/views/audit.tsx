import { read } from '#ops/console/browser/api';
import { Title } from '#site/console/components/section';
import { Table } from '#site/console/components/table';
import { asRows, type Fields } from '#site/console/components/values';
import type { View } from '#site/console/components/views';

/**
 * Table of audit records, newest first.
 * @param response of `audit list`
 */
export function AuditTable({ response }: { readonly response: Fields }) {
  const rows = asRows(response.entries).map(({ at, operator, verb, partnerId, ...details }) => ({
    ...{ at, operator, verb, partnerId, details },
  }));
  return <Table rows={rows.toReversed()} about="Audit records" />;
}

export const audit: View = async () => {
  const response = await read('audit list');
  return (
    <>
      <Title title="Audit records" />
      <AuditTable response={response} />
    </>
  );
};

/** The settlement report of a day. */

import { viewPath } from '../../components/address';
import { FilterBar } from '../../components/filter-bar';
import { Section, Title } from '../../components/section';
import { Table } from '../../components/table';
import { StateLabel } from '../../components/value';
import type { View } from '../../components/views';
import { ramp } from '../api';

export const report: View = async ({ filters }) => {
  const date = filters.date ?? new Date().toISOString().slice(0, 10);
  const { status, currencies, corrections } = await ramp.reports.getSettlement({ date });
  return (
    <>
      <Title title={`Settlement of ${date}`} />
      <FilterBar
        filters={[{ name: 'date', label: 'Day (UTC), as 2026-11-27' }]}
        values={{ date }}
        path={viewPath('report')}
      />
      <p class="hint">
        <StateLabel state={status} />{' '}
        {status === 'OPEN' ? 'The day lasts: its sums still rise.' : 'The sums stay as they are.'}
      </p>
      <Section title="Sums by currency">
        <Table rows={currencies} about="Sums by currency" />
      </Section>
      <Section title="Corrections of earlier days">
        <Table rows={corrections} about="Corrections of earlier days" />
      </Section>
    </>
  );
};

/** The settlement report of a day. */
import { filteredPath, viewPath } from '../../components/address';
import { FilterBar } from '../../components/filter-bar';
import { Section, Title } from '../../components/section';
import { Table } from '../../components/table';
import { StateLabel } from '../../components/value';
import type { View } from '../../components/views';
import { ramp } from '../api';
import { given } from '../query';

const DAY_MS = 86_400_000;

/** Returns the UTC day of a time. */
function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export const report: View = async ({ filters }) => {
  const today = dayText(Date.now());
  const date = filters.date ?? today;
  const path = viewPath('report');
  const { status, currencies, corrections } = await ramp.reports.getSettlement({ date });
  return (
    <>
      <Title title={`Settlement of ${date}`} />
      <FilterBar
        filters={[{ name: 'date', label: 'Day (UTC)', isDay: true, otherwise: today }]}
        values={given({ date: filters.date })}
        path={path}
      />
      <p class="hint">
        <StateLabel state={status} />{' '}
        {status === 'OPEN' ? 'The day has not ended, so the totals can still change.' : 'The totals are final.'}
      </p>
      <Section title="Totals by currency">
        <Table rows={currencies} about="Totals by currency" />
      </Section>
      <Section title="Corrections of earlier days">
        <Table rows={corrections} about="Corrections of earlier days" />
      </Section>
      <nav class="pages" aria-label="Days">
        <a href={filteredPath(path, { date: dayText(Date.parse(date) - DAY_MS) })}>Previous day</a>
        {date < today && <a href={filteredPath(path, { date: dayText(Date.parse(date) + DAY_MS) })}>Next day</a>}
      </nav>
    </>
  );
};

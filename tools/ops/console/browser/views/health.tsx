import { read } from '#ops/console/browser/api';
import { viewPath } from '#site/console/components/address';
import { FilterBar } from '#site/console/components/filter-bar';
import { Section, Title } from '#site/console/components/section';
import { asRows, asText, type Fields } from '#site/console/components/values';
import type { View } from '#site/console/components/views';
import { Chart } from '../chart';

const RANGE = [
  { name: 'by', label: 'By', choices: ['hour', 'day'], otherwise: 'hour' },
  { name: 'last', label: 'The last', choices: ['12', '24', '48', '168'], otherwise: '24' },
];

/** Charts of the stage's health. A chart without data shows a message. */
export const health: View = async ({ filters }) => {
  const { at, charts, source, unavailable } = await read('metrics show', filters);
  const atMs = Array.isArray(at) ? at.map((instant) => Date.parse(asText(instant))) : [];
  return (
    <>
      <Title title="Health" />
      <FilterBar filters={RANGE} values={filters} path={viewPath('health')} />
      {unavailable === null ? <p class="hint">Source: {asText(source)}</p> : <p>{asText(unavailable)}</p>}
      {asRows(charts).map((chart) => (
        <HealthChart key={asText(chart.name)} chart={chart} atMs={atMs} />
      ))}
    </>
  );
};

function HealthChart({ chart, atMs }: { readonly chart: Fields; readonly atMs: readonly number[] }) {
  const title = asText(chart.title);
  if (chart.isKnown !== true)
    return (
      <Section title={title}>
        <p class="none">No data is available.</p>
      </Section>
    );
  const series = asRows(chart.series).map(({ name, values }) => ({ name: asText(name), values: asNumbers(values) }));
  return <Chart title={title} unit={asText(chart.unit) || undefined} atMs={atMs} series={series} />;
}

function asNumbers(values: unknown): (number | null)[] {
  return Array.isArray(values) ? values.map((value) => (typeof value === 'number' ? value : null)) : [];
}

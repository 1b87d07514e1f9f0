/** A chart over time, next to a table with the same figures for screen readers. */
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { Table } from '#site/console/components/table';
import { nameText } from '#site/console/components/values';

export interface Series {
  readonly name: string;
  /** One value per instant; null without a value. */
  readonly values: readonly (number | null)[];
}

export interface ChartFacts {
  readonly title: string;
  /** Unit of the values, for example `ms`. Values with a unit are drawn as lines. @default none: counts, drawn as bars */
  readonly unit?: string | undefined;
  /** Instants in order, epoch ms. */
  readonly atMs: readonly number[];
  readonly series: readonly Series[];
}

/** Colors of the series in order; variables of the style sheet. */
const COLOURS = ['--accent', '--good', '--number', '--word', '--bad'] as const;
const HEIGHT_PX = 220;
const HOUR_MS = 3_600_000;

export function Chart(facts: ChartFacts) {
  const { title, unit, atMs, series } = facts;
  const rows = atMs.map((at, index) => ({
    UTC: minuteText(at),
    ...Object.fromEntries(series.map(({ name, values }) => [name, values[index] ?? null])),
  }));
  return (
    <section class="chart">
      <h2>{unit === undefined ? title : `${title}, ${unit}`}</h2>
      <div class="plot">
        <div>
          {series.length > 1 && (
            <ul class="legend" aria-hidden="true">
              {series.map(({ name }, index) => (
                <li key={name} class={`series-${index}`}>
                  {nameText(name)}
                </li>
              ))}
            </ul>
          )}
          <Plot {...facts} />
        </div>
        <Table rows={rows.toReversed()} about={`${title}: figures`} />
      </div>
    </section>
  );
}

/** Returns day and minute of an instant in UTC. */
function minuteText(atMs: number): string {
  return new Date(atMs).toISOString().slice('2026-'.length, '2026-01-01T00:00'.length).replace('T', ' ');
}

/** Returns the labels of the time axis: the time, or the day at midnight. */
function axisTexts(_plot: uPlot, atS: readonly number[]): string[] {
  return atS.map((at) => {
    const [day = '', minute = ''] = minuteText(at * 1000).split(' ');
    return minute === '00:00' ? day : minute;
  });
}

function Plot(facts: ChartFacts) {
  const { title, unit, atMs, series } = facts;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const node = place.current;
    if (node === null) return;
    const data: uPlot.AlignedData = [atMs.map((at) => at / 1000), ...series.map(({ values }) => [...values])];
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      plot = new uPlot(optionsOf(facts, node.clientWidth), data, node);
    };
    draw();
    const resized = new ResizeObserver(() => plot?.setSize({ width: node.clientWidth, height: HEIGHT_PX }));
    resized.observe(node);
    // Draw the chart again after a change of the color scheme, because a canvas does not update its colors.
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      resized.disconnect();
      scheme.removeEventListener('change', draw);
      plot?.destroy();
    };
  }, [unit, atMs, series]);
  return <div ref={place} role="img" aria-label={`${title}: chart`} />;
}

/** Fraction of a period's width that the bars of the period fill. */
const BARS_SHARE = 0.8;

/** Returns the bar paths of a series, next to the bars of the other series. @param stepS length of a period in seconds */
function barsOf(index: number, { count, stepS }: { readonly count: number; readonly stepS: number }) {
  const sizeS = (stepS * BARS_SHARE) / count;
  const startS = index * sizeS - (stepS * BARS_SHARE) / 2;
  return uPlot.paths.bars?.({
    disp: {
      x0: { unit: 1, values: ({ data: [atS] }) => Array.from(atS, (at) => at + startS) },
      size: { unit: 1, values: () => [sizeS] },
    },
  });
}

function optionsOf({ unit, atMs, series }: ChartFacts, width: number) {
  const [first = 0, second = first + HOUR_MS] = atMs;
  const stepS = (second - first) / 1000;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name);
  const axis = {
    ...{ stroke: colour('--soft'), font: '12px system-ui' },
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1 },
  };
  const drawn = series.map(({ name }, index): uPlot.Series => {
    const stroke = colour(COLOURS[index % COLOURS.length] ?? COLOURS[0]);
    // A single value between missing values has no line; only its point is visible.
    if (unit !== undefined) return { label: name, stroke, width: 2, points: { show: true, size: 6, fill: stroke } };
    const paths = barsOf(index, { count: series.length, stepS });
    return { label: name, fill: stroke, width: 0, points: { show: false }, ...(paths && { paths }) };
  });
  return {
    ...{ width, height: HEIGHT_PX, legend: { show: false }, cursor: { show: false } },
    tzDate: (atS: number) => uPlot.tzDate(new Date(atS * 1000), 'Etc/UTC'),
    scales: {
      x: { range: (_: uPlot, least: number, most: number): [number, number] => [least - stepS / 2, most + stepS / 2] },
      y: { range: (_: uPlot, _least: number, most: number): [number, number] => [0, Math.max(1, most * 1.1)] },
    },
    axes: [
      { ...axis, values: axisTexts },
      { ...axis, size: 56 },
    ],
    series: [{}, ...drawn],
  } satisfies uPlot.Options;
}

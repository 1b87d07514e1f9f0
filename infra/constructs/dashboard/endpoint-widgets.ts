import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { StageConfig } from '#infra/config/stages';
import { graph, heading } from '#infra/constructs/dashboard/dashboard-widgets';
import { endpointMetric } from '#infra/constructs/service-metric';
import { type EndpointRow, endpointsIn } from '#shared/api/endpoints';

/** The endpoints' part of the dashboard: a title and a row of graphs for each tag. */
export function endpointRows(config: StageConfig): IWidget[][] {
  return endpointGroups(config).flatMap(([tag, rows]) => [
    [heading(tag, `Endpoints: ${rows.map((row) => `${row.method} ${row.path}`).join(', ')}`)],
    endpoints(config, rows),
  ]);
}

/** The stage's endpoints by their tag, in the order of the table. */
function endpointGroups(config: StageConfig): readonly (readonly [string, readonly EndpointRow[]])[] {
  const rows = endpointsIn(config.name);
  const tags = [...new Set(rows.map(({ tag }) => tag))];
  return tags.map((tag) => [tag, rows.filter((row) => row.tag === tag)]);
}

function endpoints(config: StageConfig, rows: readonly EndpointRow[]): IWidget[] {
  const each = (name: 'durationMs' | 'errors', statistic: string) =>
    rows.map(({ id: endpoint }) => endpointMetric(config, name, { endpoint, statistic }).with({ label: endpoint }));
  return [
    graph('Requests', { left: each('durationMs', 'SampleCount'), perRow: 3 }),
    graph('Errors', { left: each('errors', 'Sum'), perRow: 3 }),
    graph('Time in the function, p99', { left: each('durationMs', 'p99'), perRow: 3, unit: 'ms' }),
  ];
}

/** Widgets of a dashboard. */
import { GraphWidget, type IMetric, type IWidget, MathExpression, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { ALARM_PERIOD } from '#infra/constructs/business-alarm';

/** CloudWatch's grid. */
const COLUMNS = 24;
const HEIGHT = 6;

/** A title across the whole page, with a sentence under it. */
export function heading(title: string, text: string): IWidget {
  return new TextWidget({ markdown: `## ${title}\n${text}`, width: COLUMNS, height: 2 });
}

interface GraphProps {
  readonly left: readonly IMetric[];
  readonly right?: readonly IMetric[];
  readonly stacked?: boolean;
  /** Graphs beside one another. */
  readonly perRow: number;
  /** Unit of the left axis. @default none */
  readonly unit?: string;
}

/** A graph over time, one of several in a row. */
export function graph(title: string, { left, right = [], stacked = false, perRow, unit }: GraphProps): IWidget {
  return new GraphWidget({
    title,
    left: [...left],
    right: [...right],
    stacked,
    width: Math.floor(COLUMNS / perRow),
    height: HEIGHT,
    leftYAxis: { min: 0, ...(unit !== undefined && { label: unit, showUnits: false }) },
  });
}

/** One line for each metric that CloudWatch finds, for dimensions whose values are not known beforehand. */
export function search(what: string): MathExpression {
  return new MathExpression({
    expression: `SEARCH('${what}', 'Sum', 60)`,
    usingMetrics: {},
    period: ALARM_PERIOD,
    label: '',
  });
}

import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Color,
  Dashboard,
  GraphWidget,
  type IWidget,
  MathExpression,
  SingleValueWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { heading } from '#infra/constructs/dashboard/dashboard-widgets';
import { BurnAlarms, burns } from './burn-alarms';
import { burnRate, type Objective, objectivesOf } from './objectives';

/** Days over which a level is measured, and its budget counted. */
const WINDOW = Duration.days(30);
const HEIGHT = 6;

/** The service levels of a stage: alarms on burning budgets, and a page with each level and what is left of its budget. */
export class ServiceLevels extends Construct {
  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    const objectives = objectivesOf(config);
    if (objectives.length === 0) return;
    new Dashboard(this, 'Dashboard', {
      dashboardName: `PartnerRamp-${config.name}-service-levels-${Stack.of(this).region}`,
      defaultInterval: WINDOW,
      widgets: objectives.map((objective) =>
        this.row(objective, new BurnAlarms(this, objective.name, config, objective)),
      ),
    });
  }

  private row(objective: Objective, { composites }: BurnAlarms): IWidget[] {
    const shown = { height: HEIGHT, width: 6 };
    return [
      heading(objective.name, `${objective.text}, over 30 days. Budget: ${percentText(objective.budget)} %.`),
      new SingleValueWidget({
        title: 'Over the period of this page',
        metrics: [attained(objective), budgetLeft(objective)],
        setPeriodToTimeRange: true,
        ...shown,
      }),
      new GraphWidget({
        title: 'Rate at which the budget burns',
        left: [Duration.hours(1), Duration.hours(6)].map((window) => burnRate(objective, window)),
        leftAnnotations: burns.map(({ rate, severity }) => ({
          value: rate,
          label: severity,
          color: severity === 'page' ? Color.RED : Color.ORANGE,
        })),
        leftYAxis: { min: 0, showUnits: false },
        ...shown,
        width: 12,
      }),
      new AlarmStatusWidget({ title: 'Alarms', alarms: [...composites], ...shown }),
    ];
  }
}

function attained({ metrics }: Objective): MathExpression {
  return overWindow('100 * (1 - FILL(bad, 0) / total)', metrics, 'attained, in percent');
}

function budgetLeft({ metrics, budget }: Objective): MathExpression {
  return overWindow(`100 * (1 - FILL(bad, 0) / total / ${budget})`, metrics, 'budget left, in percent');
}

function overWindow(expression: string, { bad, total }: Objective['metrics'], label: string): MathExpression {
  const period = WINDOW;
  const usingMetrics = { bad: bad.with({ period }), total: total.with({ period }) };
  return new MathExpression({ expression, usingMetrics, period, label });
}

function percentText(budget: number): string {
  return String(Number((budget * 100).toFixed(4)));
}

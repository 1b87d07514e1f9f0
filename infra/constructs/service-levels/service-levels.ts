import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  AlarmState,
  AlarmStatusWidget,
  Color,
  ComparisonOperator,
  CompositeAlarm,
  Dashboard,
  GraphWidget,
  type IAlarmRule,
  type IWidget,
  MathExpression,
  SingleValueWidget,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { describeAlarm, notifyTopic, type Severity } from '#infra/constructs/alarms/business-alarm';
import { heading } from '#infra/constructs/dashboard/dashboard-widgets';
import { burnRate, type Objective, objectivesOf, windowText } from './objectives';

/**
 * A rate of burning that rings while it holds over a long window, so that it matters, and over a short one, so that it goes on.
 * The three are the usual ones: 2 % of a budget of 30 days in an hour, 5 % in six hours, 10 % in a day.
 */
interface Burn {
  readonly severity: Severity;
  readonly rate: number;
  readonly windows: readonly [long: Duration, short: Duration];
}

const burns: readonly Burn[] = [
  { severity: 'page', rate: 14.4, windows: [Duration.hours(1), Duration.minutes(5)] },
  { severity: 'page', rate: 6, windows: [Duration.hours(6), Duration.minutes(30)] },
  { severity: 'ticket', rate: 3, windows: [Duration.days(1), Duration.hours(2)] },
];

const compositeNames: Readonly<Record<Severity, string>> = { page: 'budget-burns', ticket: 'budget-burns-slowly' };

/** Alarms on a service level: one that notifies for each severity, made of silent ones for each window. */
class BurnAlarms extends Construct {
  /** Those that notify, by severity. */
  readonly composites: readonly CompositeAlarm[];

  constructor(
    scope: Construct,
    id: string,
    private readonly config: StageConfig,
    private readonly objective: Objective,
  ) {
    super(scope, id);
    this.composites = (['page', 'ticket'] as const).map((severity) => this.composite(severity));
  }

  private composite(severity: Severity): CompositeAlarm {
    const { config, objective } = this;
    const rules = burns.filter((burn) => burn.severity === severity).map((burn) => this.rule(burn));
    const section = compositeNames[severity];
    const alarm = new CompositeAlarm(this, severity, {
      compositeAlarmName: this.alarmName(section),
      alarmDescription: describeAlarm(config, { ...objective, severity, section }),
      alarmRule: AlarmRule.anyOf(...rules),
    });
    notifyTopic(alarm, severity, config);
    return alarm;
  }

  private rule({ rate, windows }: Burn): IAlarmRule {
    return AlarmRule.allOf(
      ...windows.map((window) => AlarmRule.fromAlarm(this.window(rate, window), AlarmState.ALARM)),
    );
  }

  private window(rate: number, window: Duration): Alarm {
    const length = windowText(window);
    return new Alarm(this, length, {
      alarmName: this.alarmName(`burn-${length}`),
      alarmDescription: `Part of an alarm. ${this.objective.text}: the budget burns at ${rate} times its rate or more over ${length}.`,
      metric: burnRate(this.objective, window),
      threshold: rate,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }

  private alarmName(end: string): string {
    return `PartnerRamp-${this.config.name}-${this.objective.name}-${end}`;
  }
}

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

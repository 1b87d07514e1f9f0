import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmBase,
  CfnAlarm,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';

/** One point a minute: SQS and Lambda report their figures at that pace. */
export const ALARM_PERIOD = Duration.minutes(1);

/**
 * Urgency of an alarm. `page`: at any hour, since partners notice it now or money is concerned. `ticket`: on the next working day,
 * since nothing is lost until then.
 */
export type Severity = 'page' | 'ticket';

export interface BusinessAlarmProps {
  readonly config: StageConfig;
  readonly severity: Severity;
  /** Ends the alarm's name, after the stage. */
  readonly name: string;
  /** The effect that partners or their users notice when this alarm is right, in one sentence. */
  readonly impact: string;
  /** The first place to look, in one sentence. */
  readonly firstLook: string;
  readonly metric: IMetric;
  /** The alarm rings above this value; `silence`: it rings when nothing was reported. */
  readonly above: number | 'silence';
  /** Minutes in a row that must be above. @default 1 */
  readonly minutes?: number;
  /** Section of docs/runbook.md. @default the one that is named like the alarm */
  readonly section?: string;
}

/**
 * An alarm that says what it means for the business and what to do. It notifies the stage's topic of its severity, where there is one, when it
 * rings and when it is over: a page resolves itself.
 *
 * Its name is fixed: people, the runbook and CodeDeploy know it. Its logical id follows from the name alone, so that its
 * construct may move inside a template; under another id CloudFormation would create it again while the name is still
 * taken, and fail. An alarm that moves to another template gets another name.
 */
export class BusinessAlarm extends Construct {
  readonly alarmName: string;

  constructor(scope: Construct, id: string, { config, ...props }: BusinessAlarmProps) {
    super(scope, id);
    this.alarmName = `PartnerRamp-${config.name}-${props.name}`;
    const silence = props.above === 'silence';
    const alarm = new Alarm(this, 'Alarm', {
      alarmName: this.alarmName,
      alarmDescription: describeAlarm(config, { section: props.name, ...props }),
      metric: props.metric,
      threshold: props.above === 'silence' ? 1 : props.above,
      evaluationPeriods: props.minutes ?? 1,
      comparisonOperator: silence ? ComparisonOperator.LESS_THAN_THRESHOLD : ComparisonOperator.GREATER_THAN_THRESHOLD,
      // An idle queue or stream reports no data, which is no error.
      treatMissingData: silence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    if (alarm.node.defaultChild instanceof CfnAlarm) alarm.node.defaultChild.overrideLogicalId(logicalId(props.name));
    notifyTopic(alarm, props.severity, config);
  }
}

/** The description of an alarm: its severity, what it means, what to look at first, and its section of the runbook. */
export function describeAlarm(
  { alarms }: StageConfig,
  { severity, impact, firstLook, section }: Pick<BusinessAlarmProps, 'severity' | 'impact' | 'firstLook'> & Section,
): string {
  const runbook = alarms?.runbookUrl ?? 'docs/runbook.md';
  const kind = severity === 'page' ? 'Page' : 'Ticket';
  return `${kind}. Business impact: ${impact} First look: ${firstLook} Runbook: ${runbook}#${section.toLowerCase()}`;
}

interface Section {
  readonly section: string;
}

/** Has an alarm notify the stage's topic of its severity, where there is one, when it rings and when it is over. */
export function notifyTopic(alarm: AlarmBase, severity: Severity, config: StageConfig): void {
  const topicArn = topicFor(severity, config);
  if (topicArn === undefined) return;
  const notification = { bind: () => ({ alarmActionArn: topicArn }) };
  alarm.addAlarmAction(notification);
  alarm.addOkAction(notification);
}

function topicFor(severity: Severity, { alarms = {} }: StageConfig): string | undefined {
  const topics: Readonly<Record<Severity, string | undefined>> = {
    page: alarms.topicArn,
    ticket: alarms.ticketTopicArn ?? alarms.topicArn,
  };
  return topics[severity];
}

function logicalId(name: string): string {
  const words = name.split('-').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Alarm`;
}

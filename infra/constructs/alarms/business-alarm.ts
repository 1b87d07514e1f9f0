import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  CfnAlarm,
  CfnCompositeAlarm,
  ComparisonOperator,
  CompositeAlarm,
  type IAlarm,
  type IAlarmRule,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';

/** One point a minute: SQS and Lambda report their figures at that pace. */
export const ALARM_PERIOD = Duration.minutes(1);

/**
 * Time that an alarm waits for the alarm of its cause, and leaves it silent after the cause has ended: the window of a slow burn.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create_Composite_Alarm_Suppression.html
 */
const SUPPRESSION = { wait: Duration.minutes(3), extension: Duration.minutes(30) };

/**
 * Urgency of an alarm. `page`: at any hour, since partners notice it now or something is being lost. `ticket`: on the next working
 * day. `none`: it notifies no one, and other alarms or a release use its state.
 */
type Severity = 'page' | 'ticket' | 'none';

export interface AlarmProps {
  readonly config: StageConfig;
  readonly severity: Severity;
  /** Ends the alarm's name, after the stage. */
  readonly name: string;
  /** The effect that partners or their users notice, in one sentence. */
  readonly impact: string;
  /** The first place to look, in one sentence. */
  readonly firstLook: string;
  /** Section of docs/runbook.md. @default the section with the name of the alarm */
  readonly section?: string;
}

export interface Condition {
  readonly metric: IMetric;
  /** The alarm fires above this value; `silence`: it fires if nothing was reported. */
  readonly above: number | 'silence';
  /** Periods in a row that must be above. @default 1 */
  readonly periods?: number;
}

/** Returns the fixed name of an alarm, which people, the runbook and CodeDeploy know. */
export function alarmName({ name: stage }: Pick<StageConfig, 'name'>, name: string): string {
  return `PartnerRamp-${stage}-${name}`;
}

/**
 * Makes an alarm on a metric. It notifies the stage's topic of its severity when it fires and when it is over.
 *
 * Its logical id follows from its name alone, so that its construct may move inside a template: under another id CloudFormation
 * would create it again while the name is still taken, and fail.
 */
export function metricAlarm(scope: Construct, props: AlarmProps, { metric, above, periods }: Condition): Alarm {
  const silence = above === 'silence';
  const alarm = new Alarm(scope, props.name, {
    ...wordsOf(props),
    metric,
    threshold: silence ? 1 : above,
    evaluationPeriods: periods ?? 1,
    comparisonOperator: silence ? ComparisonOperator.LESS_THAN_THRESHOLD : ComparisonOperator.GREATER_THAN_THRESHOLD,
    // An idle queue or stream reports no data, which is no error.
    treatMissingData: silence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  return notifying(alarm, props);
}

interface Combination {
  /** Fires if one of them does. */
  readonly anyOf: readonly IAlarmRule[];
  /** Alarms of causes. The alarm notifies no one while one of them fires. @default none */
  readonly follows?: readonly IAlarm[];
}

/** Makes an alarm on the states of others. */
export function compositeAlarm(scope: Construct, props: AlarmProps, { anyOf, follows = [] }: Combination): IAlarm {
  const suppressor = suppressorOf(scope, props, follows);
  const alarm = new CompositeAlarm(scope, props.name, {
    compositeAlarmName: alarmName(props.config, props.name),
    alarmDescription: wordsOf(props).alarmDescription,
    alarmRule: AlarmRule.anyOf(...anyOf),
    ...(suppressor && {
      actionsSuppressor: suppressor,
      actionsSuppressorWaitPeriod: SUPPRESSION.wait,
      actionsSuppressorExtensionPeriod: SUPPRESSION.extension,
    }),
  });
  return notifying(alarm, props);
}

/** An alarm has one suppressor: several causes are combined. */
function suppressorOf(scope: Construct, props: AlarmProps, follows: readonly IAlarm[]): IAlarm | undefined {
  if (follows.length < 2) return follows[0];
  const { name, section = name } = props;
  const silent = { ...props, severity: 'none', name: `${name}-suppressor`, section } as const;
  return compositeAlarm(scope, silent, { anyOf: follows });
}

function wordsOf({ config, severity, name, impact, firstLook, section = name }: AlarmProps) {
  const runbook = config.alarms?.runbookUrl ?? 'docs/runbook.md';
  const kind = { page: 'Page', ticket: 'Ticket', none: 'Silent' }[severity];
  return {
    alarmName: alarmName(config, name),
    alarmDescription: `${kind}. Business impact: ${impact} First look: ${firstLook} Runbook: ${runbook}#${section.toLowerCase()}`,
  };
}

function notifying<One extends Alarm | CompositeAlarm>(alarm: One, { config, severity, name }: AlarmProps): One {
  const resource = alarm.node.defaultChild;
  if (resource instanceof CfnAlarm || resource instanceof CfnCompositeAlarm)
    resource.overrideLogicalId(logicalId(name));
  const { topicArn, ticketTopicArn = topicArn } = config.alarms ?? {};
  const topic = { page: topicArn, ticket: ticketTopicArn, none: undefined }[severity];
  if (topic === undefined) return alarm;
  const notification = { bind: () => ({ alarmActionArn: topic }) };
  alarm.addAlarmAction(notification);
  alarm.addOkAction(notification);
  return alarm;
}

function logicalId(name: string): string {
  const words = name.split('-').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Alarm`;
}

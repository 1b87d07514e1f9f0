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

/** Length of a period: SQS and Lambda publish their metrics once a minute. */
export const ALARM_PERIOD = Duration.minutes(1);

/**
 * `wait`: time in which the alarm of the cause can fire first. `extension`: time for which failures of an ended cause can remain
 * in the longest short window of a page: 30 minutes (`burns` in service-levels.ts).
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create_Composite_Alarm_Suppression.html
 */
const SUPPRESSION = { wait: Duration.minutes(3), extension: Duration.minutes(30) };

/**
 * `page`: notifies at any hour, because partners notice the problem now or data is being lost. `ticket`: notifies, but an
 * operator can wait until the next working day. `none`: notifies no one; other alarms or a release use the alarm's state.
 */
type Severity = 'page' | 'ticket' | 'none';

export interface AlarmProps {
  readonly config: StageConfig;
  readonly severity: Severity;
  /** Last part of the alarm's name, after the stage. */
  readonly name: string;
  /** Effect that partners or their users notice, in one sentence. */
  readonly impact: string;
  /** First thing to check, in one sentence. */
  readonly firstLook: string;
  /** Section of docs/runbook.md. @default the section with the name of the alarm */
  readonly section?: string;
}

export interface Condition {
  readonly metric: IMetric;
  /** The alarm fires above this value. With `silence`, the alarm fires if no value was reported. */
  readonly above: number | 'silence';
  /** Consecutive periods with a value above the limit. @default 1 */
  readonly periods?: number;
}

/** Returns the fixed name of an alarm; the runbook and CodeDeploy refer to this name. */
export function alarmName({ name: stage }: Pick<StageConfig, 'name'>, name: string): string {
  return `PartnerRamp-${stage}-${name}`;
}

/**
 * Creates an alarm on a metric. The logical id depends only on the alarm's name, so that the construct can move inside a
 * template. With a new logical id, CloudFormation would create a second alarm with the same name, and fail.
 */
export function metricAlarm(scope: Construct, props: AlarmProps, { metric, above, periods }: Condition): Alarm {
  const silence = above === 'silence';
  const alarm = new Alarm(scope, props.name, {
    ...wordsOf(props),
    metric,
    threshold: silence ? 1 : above,
    evaluationPeriods: periods ?? 1,
    comparisonOperator: silence ? ComparisonOperator.LESS_THAN_THRESHOLD : ComparisonOperator.GREATER_THAN_THRESHOLD,
    // An idle queue or stream reports no data, which is not an error.
    treatMissingData: silence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  return notifying(alarm, props);
}

interface Combination {
  /** The alarm fires if at least one of these rules fires. */
  readonly anyOf: readonly IAlarmRule[];
  /** Alarms for possible causes. While one of these alarms fires, the new alarm notifies no one. @default none */
  readonly follows?: readonly IAlarm[];
}

/** Creates an alarm on the states of other alarms. */
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

/** Combines the alarms for several causes into one alarm, because a composite alarm can have only one suppressor. */
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

import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';

/** One point a minute: SQS and Lambda report their figures at that pace. */
export const ALARM_PERIOD = Duration.minutes(1);

export interface BusinessAlarmProps {
  readonly config: StageConfig;
  /** Ends the alarm's name, after the stage. */
  readonly name: string;
  /** What partners or their users notice when this alarm is right, in one sentence. */
  readonly impact: string;
  /** Where to look first, in one sentence. */
  readonly firstLook: string;
  readonly metric: IMetric;
  /** The alarm rings above this value. */
  readonly above: number;
  /** Minutes in a row that must be above. @default 1 */
  readonly minutes?: number;
}

/** An alarm that says what it means for the business. It notifies the stage's topic, where there is one. */
export class BusinessAlarm extends Construct {
  constructor(scope: Construct, id: string, { config, ...props }: BusinessAlarmProps) {
    super(scope, id);
    const alarm = new Alarm(this, 'Alarm', {
      alarmName: `PartnerRamp-${config.name}-${props.name}`,
      alarmDescription: `Business impact: ${props.impact} First look: ${props.firstLook}`,
      metric: props.metric,
      threshold: props.above,
      evaluationPeriods: props.minutes ?? 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      // A queue or stream that nobody uses reports nothing, and that is no fault.
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    const { alarmTopicArn } = config;
    if (alarmTopicArn !== undefined)
      alarm.addAlarmAction({ bind: () => ({ alarmActionArn: alarmTopicArn }) });
  }
}

/** Rates at which an account may send requests. */
export interface Rate {
  /** As requests are signed for it. */
  readonly service: string;
  /** Operations that share this rate, each with one of its own where `isEach`; without a list, all that no other row names. */
  readonly operations?: readonly string[];
  /** @default false */
  readonly isEach?: boolean;
  readonly perSecond: number;
  /** Requests that are let through at once after a pause. @default those of one second, and at least one */
  readonly burst?: number;
  /** The page of AWS that gives it; `undefined` where AWS documents none, and the figure is taken on the low side. */
  readonly source: string | undefined;
}

const LOGS = 'https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html';
const LAMBDA = 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html#api-requests';
const CLOUDWATCH = 'https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html';
const GATEWAY = 'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html';

/**
 * Rates of the control plane for each account and region, as AWS gives them to a new account. Calls that a row does not
 * name are not throttled: what moves the stage's own data has other quotas, which its load is checked against.
 */
// biome-ignore format: a table reads by its rows
export const rates: readonly Rate[] = [
  { service: 'logs', operations: ['FilterLogEvents'], perSecond: 5, source: 'https://repost.aws/knowledge-center/cloudwatch-logs-throttling' },
  { service: 'logs', operations: ['DescribeLogGroups'], perSecond: 10, source: LOGS },
  { service: 'logs', operations: ['StartQuery', 'GetQueryResults', 'DescribeQueryDefinitions'], isEach: true, perSecond: 5, source: LOGS },
  { service: 'lambda', operations: ['Invoke'], perSecond: 10_000, source: LAMBDA },
  { service: 'lambda', operations: ['GetFunction'], perSecond: 100, source: LAMBDA },
  { service: 'lambda', perSecond: 15, source: LAMBDA },
  { service: 'monitoring', operations: ['DescribeAlarms'], perSecond: 9, source: CLOUDWATCH },
  { service: 'monitoring', operations: ['DeleteAlarms', 'DescribeAlarmHistory', 'DisableAlarmActions', 'EnableAlarmActions', 'PutMetricAlarm', 'SetAlarmState'], isEach: true, perSecond: 3, source: CLOUDWATCH },
  { service: 'monitoring', operations: ['GetDashboard', 'ListDashboards', 'PutDashboard', 'DeleteDashboards'], isEach: true, perSecond: 10, source: CLOUDWATCH },
  { service: 'monitoring', operations: ['GetMetricData'], perSecond: 50, source: CLOUDWATCH },
  { service: 'apigateway', operations: ['CreateDeployment'], perSecond: 0.2, source: GATEWAY },
  { service: 'apigateway', operations: ['CreateRestApi'], perSecond: 1 / 3, source: GATEWAY },
  { service: 'apigateway', operations: ['GetResources'], perSecond: 2.5, burst: 5, source: GATEWAY },
  { service: 'apigateway', perSecond: 10, burst: 40, source: GATEWAY },
  { service: 'route53', perSecond: 5, source: 'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/DNSLimitations.html' },
  { service: 'sts', perSecond: 600, source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html' },
  { service: 'ssm', perSecond: 40, source: 'https://docs.aws.amazon.com/general/latest/gr/ssm.html' },
  { service: 'scheduler', perSecond: 50, source: 'https://docs.aws.amazon.com/scheduler/latest/UserGuide/scheduler-quotas.html' },
  { service: 'dynamodb', operations: ['CreateTable', 'UpdateTable', 'DeleteTable', 'ListTables', 'RestoreTableToPointInTime', 'UpdateTimeToLive', 'UpdateContinuousBackups', 'DescribeContinuousBackups', 'TagResource'], isEach: true, perSecond: 10, source: undefined },
  { service: 'dynamodb', operations: ['DescribeTable'], perSecond: 10, source: undefined },
  { service: 'cloudformation', perSecond: 10, burst: 20, source: undefined },
  { service: 'codedeploy', perSecond: 10, source: undefined },
  { service: 'iam', perSecond: 10, source: undefined },
  { service: 'sqs', operations: ['ListQueues', 'CreateQueue', 'DeleteQueue', 'GetQueueUrl', 'GetQueueAttributes', 'SetQueueAttributes', 'PurgeQueue'], isEach: true, perSecond: 10, source: undefined },
  { service: 'sns', perSecond: 10, source: undefined },
  { service: 'servicequotas', perSecond: 5, source: undefined },
  { service: 'acm', perSecond: 5, source: 'https://docs.aws.amazon.com/acm/latest/userguide/acm-limits.html' },
];

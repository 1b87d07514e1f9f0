import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { StageName } from '#shared/values/stage-name';

/** Place that a stage is deployed to. */
export interface StagePlace {
  readonly stage: StageName;
  readonly partition: string;
  readonly region: string;
  readonly account: string;
}

/**
 * Allows an operator `stage status`, `freeze` and `thaw` and for `restore compare`, beside what every verb needs of
 * the table. Resources are named by the stage: those names that are made at deployment begin with that of its stack.
 */
export function freezeStatements({ stage, partition, region, account }: StagePlace): PolicyStatement[] {
  const arn = (service: string, resource: string) => `arn:${partition}:${service}:${region}:${account}:${resource}`;
  const stack = `PartnerRamp-${stage}`;
  return [
    new PolicyStatement({
      sid: 'ReadStage',
      actions: ['DescribeStacks', 'ListStackResources', 'GetTemplate', 'GetStackPolicy', 'SetStackPolicy'].map(
        (action) => `cloudformation:${action}`,
      ),
      resources: [arn('cloudformation', `stack/${stack}/*`), arn('cloudformation', `stack/${stack}-*/*`)],
    }),
    new PolicyStatement({
      sid: 'LimitRequests',
      actions: ['apigateway:GET', 'apigateway:PATCH'],
      // The id of the API is made at deployment, and the ARN has no account.
      resources: [`arn:${partition}:apigateway:${region}::/restapis/*/stages/${stage}`],
    }),
    new PolicyStatement({
      sid: 'ReadMappings',
      actions: ['lambda:GetEventSourceMapping'],
      // IAM knows no function for it.
      resources: ['*'],
    }),
    new PolicyStatement({
      sid: 'SwitchMappings',
      actions: ['lambda:UpdateEventSourceMapping'],
      resources: [arn('lambda', 'event-source-mapping:*')],
      conditions: { ArnLike: { 'lambda:FunctionArn': arn('lambda', `function:${stack}-*`) } },
    }),
    new PolicyStatement({
      sid: 'SwitchSchedules',
      actions: ['scheduler:GetSchedule', 'scheduler:UpdateSchedule'],
      resources: [arn('scheduler', `schedule/default/${stack}-*`)],
    }),
    new PolicyStatement({
      sid: 'KeepRoleOfSchedules',
      actions: ['iam:PassRole'],
      resources: [`arn:${partition}:iam::${account}:role/${stack}-*`],
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    }),
    new PolicyStatement({
      sid: 'RebuildQueues',
      actions: ['sqs:PurgeQueue', 'lambda:InvokeFunction'],
      resources: [arn('sqs', `${stack}-*`), arn('lambda', `function:${stack}-*sweepOverdue*`)],
    }),
    new PolicyStatement({
      sid: 'CompareTables',
      actions: ['dynamodb:Scan', 'dynamodb:BatchGetItem'],
      resources: [arn('dynamodb', `table/${stack}-*`)],
    }),
  ];
}

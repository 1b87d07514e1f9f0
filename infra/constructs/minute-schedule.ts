import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventInvokeConfig, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/checks/acknowledge';

/** Time that a run may wait for its start: until the next one is due. */
const LONGEST_WAIT = Duration.minutes(1);

/** Invokes a function every minute. A run that could not be started, or failed, is left to the next minute. */
export class MinuteSchedule extends Construct {
  constructor(scope: Construct, id: string, { target, description }: { target: IFunction; description: string }) {
    super(scope, id);
    const role = new Role(this, 'Role', {
      description,
      // Only schedules of this account may assume the role.
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
      inlinePolicies: {
        Access: new PolicyDocument({
          statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [target.functionArn] })],
        }),
      },
    });
    // The schedule hands a run to Lambda's own queue, which by default keeps it for six hours and starts a failed one twice more.
    const runs = new EventInvokeConfig(this, 'Runs', { function: target, retryAttempts: 0, maxEventAge: LONGEST_WAIT });
    acknowledge(runs, {
      'Serverless-LambdaAsyncFailureDestination':
        'The next run does what a lost one left, and an alarm fires when runs fail or are missing.',
    });
    new CfnSchedule(this, 'Schedule', {
      description,
      scheduleExpression: 'rate(1 minute)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: target.functionArn,
        roleArn: role.roleArn,
        input: '{}',
        retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: LONGEST_WAIT.toSeconds() },
      },
    });
  }
}

import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventInvokeConfig, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/checks/acknowledge';

/** Maximum wait of a run before its start: the next run starts after one minute. */
const LONGEST_WAIT = Duration.minutes(1);

/** Invokes a function every minute. A run that fails or cannot start is not retried: the next run does its work. */
export class MinuteSchedule extends Construct {
  constructor(scope: Construct, id: string, { target, description }: { target: IFunction; description: string }) {
    super(scope, id);
    const role = new Role(this, 'Role', {
      description,
      // Only schedules of this account can assume the role.
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
      inlinePolicies: {
        Access: new PolicyDocument({
          statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [target.functionArn] })],
        }),
      },
    });
    // The schedule invokes asynchronously. By default, Lambda keeps the invocation for six hours and retries a failed run twice.
    const runs = new EventInvokeConfig(this, 'Runs', { function: target, retryAttempts: 0, maxEventAge: LONGEST_WAIT });
    acknowledge(runs, {
      'Serverless-LambdaAsyncFailureDestination':
        'The next run does the work of a lost run, and an alarm fires if runs fail or are missing.',
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

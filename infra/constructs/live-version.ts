import { CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { LIVE, type MoneyAlarms } from '#infra/constructs/alarms/release-alarms';
import type { GradualRelease } from '#infra/constructs/gradual-release';

export interface LiveVersionProps {
  readonly lambda: LambdaFunction;
  /** Moves callers in steps, until one of the alarms fires. Absent: all at once. */
  readonly steps: { readonly release: GradualRelease; readonly alarms: MoneyAlarms } | undefined;
}

/**
 * The version of a function that callers get. Callers of a function that moves money move to a new one step by step,
 * where the stage has gradual releases; an alarm on the way moves all of them back.
 */
export class LiveVersion extends Construct {
  /** ARN of the alias that callers invoke. */
  readonly arn: string;
  readonly isGradual: boolean;
  private readonly alias: CfnAlias;

  constructor(scope: Construct, id: string, { lambda, steps }: LiveVersionProps) {
    super(scope, id);
    this.alias = new CfnAlias(this, 'Alias', {
      functionName: lambda.functionName,
      functionVersion: lambda.currentVersion.version,
      name: LIVE,
    });
    this.arn = this.alias.ref;
    this.isGradual = steps !== undefined;
    if (steps !== undefined) this.moveInSteps(steps);
  }

  /** Moves callers only after the other functions' callers: the same alarms then watch both. */
  moveAfter(others: readonly LiveVersion[]): void {
    for (const { alias } of others) this.alias.addResourceDependency(alias);
  }

  private moveInSteps({ release, alarms }: NonNullable<LiveVersionProps['steps']>): void {
    const group = new CfnDeploymentGroup(this, 'Deployment', {
      applicationName: release.applicationName,
      serviceRoleArn: release.roleArn,
      deploymentConfigName: release.deploymentConfigName,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      alarmConfiguration: {
        enabled: true,
        // A release that cannot read the alarms stops.
        ignorePollAlarmFailure: false,
        alarms: alarms.watched.map((name) => ({ name })),
      },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
    // A deployment asks for its alarms by name as soon as it starts.
    for (const alarm of alarms.alarms) group.node.addDependency(alarm);
    this.alias.cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: {
        applicationName: release.applicationName,
        deploymentGroupName: group.ref,
      },
    };
  }
}

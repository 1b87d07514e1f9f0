import { CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { LIVE, type MoneyAlarms } from '#infra/constructs/alarms/release-alarms';
import type { GradualRelease } from '#infra/constructs/gradual-release';

export interface LiveVersionProps {
  readonly lambda: LambdaFunction;
  /** If present, callers move to a new version gradually, and an alarm moves all of them back. If absent, all move at once. */
  readonly steps: { readonly release: GradualRelease; readonly alarms: MoneyAlarms } | undefined;
}

/**
 * The alias of the function version that callers invoke. In a gradual release, callers of a function that moves money move to the
 * new version gradually. An alarm during the release moves all callers back.
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

  /**
   * Moves the callers of this function to the new version after the callers of `others`. While callers of this function move, the
   * alarms of the release also detect errors in the new versions of `others`.
   */
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
        // CodeDeploy stops a release if CodeDeploy cannot read the alarms.
        ignorePollAlarmFailure: false,
        alarms: alarms.watched.map((name) => ({ name })),
      },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
    // CodeDeploy reads the alarms by name when a deployment starts, so the alarms must exist before the deployment group.
    for (const alarm of alarms.alarms) group.node.addDependency(alarm);
    this.alias.cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: {
        applicationName: release.applicationName,
        deploymentGroupName: group.ref,
      },
    };
  }
}

import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { ALARM_PERIOD, BusinessAlarm } from '#infra/constructs/business-alarm';
import type { GradualRelease } from '#infra/constructs/gradual-release';

/** The alias that the gateway calls; a release points it to a new version. */
const LIVE = 'live';

export interface LiveVersionProps {
  readonly config: StageConfig;
  /** Id of the function's row. */
  readonly name: string;
  readonly lambda: LambdaFunction;
  /** Moves callers in steps. Absent: all at once. */
  readonly release: GradualRelease | undefined;
}

/**
 * The version of a function that callers get. With a gradual release a new one gets its share of the calls step by
 * step; an alarm on the way, or a time-out of the stack, rolls all of them back.
 */
export class LiveVersion extends Construct {
  /** What to invoke. */
  readonly arn: string;

  constructor(scope: Construct, id: string, { config, name, lambda, release }: LiveVersionProps) {
    super(scope, id);
    const alias = new CfnAlias(this, 'Alias', {
      functionName: lambda.functionName,
      functionVersion: lambda.currentVersion.version,
      name: LIVE,
    });
    this.arn = alias.ref;
    if (release === undefined) return;
    const failing = new BusinessAlarm(this, 'Failing', {
      config,
      name: `${name}-failing`,
      section: 'endpoint-failing',
      impact: `Callers of ${name} are answered with 502 or 504.`,
      firstLook: `the newest error in the log of ${name}; a release in progress is being rolled back.`,
      // Both versions while callers move from one to the other. An answer with a 5xx is no error of this kind.
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Errors',
        dimensionsMap: { FunctionName: lambda.functionName, Resource: `${lambda.functionName}:${LIVE}` },
        period: ALARM_PERIOD,
        statistic: 'Sum',
      }),
      above: 0,
    });
    const group = new CfnDeploymentGroup(this, 'Deployment', {
      applicationName: release.applicationName,
      serviceRoleArn: release.roleArn,
      deploymentConfigName: release.deploymentConfigName,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      alarmConfiguration: {
        enabled: true,
        // A release that cannot read the alarms stops.
        ignorePollAlarmFailure: false,
        alarms: [{ name: failing.alarmName }, { name: release.alarmName }],
      },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
    alias.cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: {
        applicationName: release.applicationName,
        deploymentGroupName: group.ref,
      },
    };
  }
}

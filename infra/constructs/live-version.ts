import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { ALARM_PERIOD, BusinessAlarm } from '#infra/constructs/alarms/business-alarm';
import type { GradualRelease } from '#infra/constructs/gradual-release';
import { endpointMetric } from '#infra/constructs/service-metric';

/** The alias that the gateway calls; a release points it to a new version. */
const LIVE = 'live';

export interface LiveVersionProps {
  readonly config: StageConfig;
  /** Id of the function's row. */
  readonly name: string;
  readonly lambda: LambdaFunction;
  /** True where it has alarms of its own, and moves its callers in steps where the stage does. */
  readonly movesMoney: boolean;
  /** Moves callers in steps. Absent: all at once. */
  readonly release: GradualRelease | undefined;
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

  constructor(scope: Construct, id: string, { config, name, lambda, movesMoney, release }: LiveVersionProps) {
    super(scope, id);
    this.alias = new CfnAlias(this, 'Alias', {
      functionName: lambda.functionName,
      functionVersion: lambda.currentVersion.version,
      name: LIVE,
    });
    this.arn = this.alias.ref;
    this.isGradual = movesMoney && release !== undefined;
    // Whatever the rollout: a release that takes another way must not take the alarms away.
    const alarms = movesMoney ? failureAlarms(this, config, { name, functionName: lambda.functionName }) : [];
    if (movesMoney && release !== undefined) this.moveInSteps(release, alarms);
  }

  /** Lets callers move only once those of other functions have: they are then watched by the same alarms. */
  moveAfter(others: readonly LiveVersion[]): void {
    for (const { alias } of others) this.alias.addResourceDependency(alias);
  }

  private moveInSteps(release: GradualRelease, alarms: readonly BusinessAlarm[]): void {
    const group = new CfnDeploymentGroup(this, 'Deployment', {
      applicationName: release.applicationName,
      serviceRoleArn: release.roleArn,
      deploymentConfigName: release.deploymentConfigName,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      alarmConfiguration: {
        enabled: true,
        // A release that cannot read the alarms stops.
        ignorePollAlarmFailure: false,
        alarms: [...alarms.map(({ alarmName }) => ({ name: alarmName })), { name: release.alarmName }],
      },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
    // A deployment asks for its alarms by name as soon as it starts.
    for (const alarm of alarms) group.node.addDependency(alarm);
    this.alias.cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: {
        applicationName: release.applicationName,
        deploymentGroupName: group.ref,
      },
    };
  }
}

/** Ring for failures of a function that are ours alone, in both of its versions while callers move from one to the other. */
function failureAlarms(
  scope: Construct,
  config: StageConfig,
  { name, functionName }: { readonly name: string; readonly functionName: string },
): BusinessAlarm[] {
  const section = 'endpoint-failing';
  const crashed = new BusinessAlarm(scope, 'Failing', {
    config,
    name: `${name}-failing`,
    severity: 'page',
    section,
    impact: `Callers of ${name} are answered with 502 or 504.`,
    firstLook: `the newest error in the log of ${name}; a release in progress is being rolled back.`,
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Errors',
      dimensionsMap: { FunctionName: functionName, Resource: `${functionName}:${LIVE}` },
      period: ALARM_PERIOD,
      statistic: 'Sum',
    }),
    above: 0,
  });
  // Lambda does not count an answer with a 500 as an error.
  const unexpected = new BusinessAlarm(scope, 'Unexpected', {
    config,
    name: `${name}-unexpected`,
    severity: 'page',
    section,
    impact: `Callers of ${name} are answered 500 for an error that no rule foresees.`,
    firstLook: `"unexpected failure" in the log of ${name}; a release in progress is being rolled back.`,
    metric: endpointMetric(config, 'unexpectedFailure', { endpoint: name, statistic: 'Sum' }),
    above: 0,
  });
  return [crashed, unexpected];
}

import { Stack } from 'aws-cdk-lib';
import { CfnApplication } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge, resourceFinding } from '#infra/checks/acknowledge';
import type { StageConfig } from '#infra/config/stages';

/** CodeDeploy's own names of the ways that take time. */
const DEPLOYMENT_CONFIGS = {
  'canary-10-percent-5-minutes': 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
  'linear-10-percent-every-minute': 'CodeDeployDefault.LambdaLinear10PercentEvery1Minute',
  'linear-10-percent-every-2-minutes': 'CodeDeployDefault.LambdaLinear10PercentEvery2Minutes',
} as const satisfies Readonly<Record<Exclude<StageConfig['rollout'], 'all-at-once'>, string>>;

export interface GradualReleaseProps {
  readonly config: StageConfig;
  /** Name of the alarm that turns every release back while it lasts. */
  readonly alarmName: string;
}

/** What the gradual releases of a stage's endpoints have in common. */
export class GradualRelease extends Construct {
  readonly applicationName: string;
  readonly roleArn: string;
  readonly alarmName: string;
  readonly deploymentConfigName: string;

  private constructor(
    scope: Construct,
    rollout: keyof typeof DEPLOYMENT_CONFIGS,
    { config, alarmName }: GradualReleaseProps,
  ) {
    super(scope, 'Releases');
    this.alarmName = alarmName;
    this.deploymentConfigName = DEPLOYMENT_CONFIGS[rollout];
    this.applicationName = new CfnApplication(this, 'Application', { computePlatform: 'Lambda' }).ref;
    const { partition, region, account } = Stack.of(this);
    const functions = `arn:${partition}:lambda:${region}:${account}:function:PartnerRamp-${config.name}-*`;
    const role = new Role(this, 'Role', {
      description: `Moves callers of ${config.name} to new versions`,
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
      inlinePolicies: {
        Access: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
              resources: [functions],
            }),
            new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
          ],
        }),
      },
    });
    this.roleArn = role.roleArn;
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]':
        "CodeDeploy reads alarms as a list; AWS's own policy for this role allows it in the same way.",
      [resourceFinding(functions)]:
        'Functions of this stage alone. Their names are made at deployment, and a list of them is longer than a policy may be.',
    });
  }

  /** None where the stage moves all callers at once. */
  static of(scope: Construct, props: GradualReleaseProps): GradualRelease | undefined {
    const { rollout } = props.config;
    return rollout === 'all-at-once' ? undefined : new GradualRelease(scope, rollout, props);
  }
}

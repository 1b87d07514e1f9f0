import { Stack } from 'aws-cdk-lib';
import { CfnApplication } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge, resourceFinding } from '#infra/checks/acknowledge';
import type { StageConfig } from '#infra/config/stages';
import type { EndpointRow } from '#shared/contract/endpoints';

/** CodeDeploy's names of the gradual rollouts. */
const DEPLOYMENT_CONFIGS = {
  'canary-10-percent-5-minutes': 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
  'linear-10-percent-every-minute': 'CodeDeployDefault.LambdaLinear10PercentEvery1Minute',
  'linear-10-percent-every-2-minutes': 'CodeDeployDefault.LambdaLinear10PercentEvery2Minutes',
} as const satisfies Readonly<Record<Exclude<StageConfig['rollout'], 'all-at-once'>, string>>;

/**
 * Maximum number of deployment groups: an alarm of `MoneyAlarms` can read at most ten metrics. More groups could also exceed
 * Lambda's control plane limit (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).
 */
export const MAX_GRADUAL_RELEASES = 10;

/** First path segment of the folders whose operations fix a price, create a transaction or change the state of a transaction. */
const MONEY_FOLDERS: ReadonlySet<string> = new Set([
  'quotes',
  'on-ramp',
  'off-ramp',
  'cross-ramp',
  'transactions',
  'provider-events',
]);

/**
 * Returns true if an endpoint can move money. In a gradual release, callers of such an endpoint move to the new version
 * gradually. Endpoints with `GET` never move money.
 */
export function movesMoney({ folder, method }: Pick<EndpointRow, 'folder' | 'method'>): boolean {
  return method !== 'GET' && MONEY_FOLDERS.has(folder.split('/')[0] ?? '');
}

/** CodeDeploy resources that all gradual releases of a stage share (docs/adr/003). */
export class GradualRelease extends Construct {
  readonly applicationName: string;
  readonly roleArn: string;
  readonly deploymentConfigName: string;

  private constructor(scope: Construct, rollout: keyof typeof DEPLOYMENT_CONFIGS, config: StageConfig) {
    super(scope, 'Releases');
    this.deploymentConfigName = DEPLOYMENT_CONFIGS[rollout];
    this.applicationName = new CfnApplication(this, 'Application', { computePlatform: 'Lambda' }).ref;
    const { partition, region, account } = Stack.of(this);
    const functions = `arn:${partition}:lambda:${region}:${account}:function:PartnerRamp-${config.name}-*`;
    const role = new Role(this, 'Role', {
      description: `Shifts traffic of ${config.name} to new versions`,
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
        "CodeDeploy lists alarms. AWS's managed policy for this role contains the same permission.",
      [resourceFinding(functions)]:
        'Only functions of this stage. Their names are unknown before deployment, and a list of them exceeds the size of a policy.',
    });
  }

  /** Returns the resources for gradual releases, or `undefined` if all callers of the stage move to a new version at once. */
  static of(scope: Construct, config: StageConfig): GradualRelease | undefined {
    const { rollout } = config;
    return rollout === 'all-at-once' ? undefined : new GradualRelease(scope, rollout, config);
  }
}

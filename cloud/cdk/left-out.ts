import { CfnResource, type Stack } from 'aws-cdk-lib';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';

/** Something that the emulator does not take. */
interface Refusal {
  /** A part of what it says then. */
  readonly says: string;
  holdsFor(resource: CfnResource): boolean;
  /** The least resource that it refuses for this reason. */
  readonly example: Readonly<Record<string, unknown>>;
}

export const refusals = {
  metricMath: {
    says: 'Properties.Metrics (metric math) is not supported',
    holdsFor: (resource) => resource instanceof CfnAlarm && resource.metrics !== undefined,
    example: {
      Type: 'AWS::CloudWatch::Alarm',
      Properties: {
        ComparisonOperator: 'GreaterThanThreshold',
        EvaluationPeriods: 1,
        Threshold: 0,
        Metrics: [
          { Id: 'e', Expression: 'm * 2' },
          {
            Id: 'm',
            ReturnData: false,
            MetricStat: {
              Metric: { Namespace: 'AWS/SQS', MetricName: 'NumberOfMessagesSent' },
              Period: 60,
              Stat: 'Sum',
            },
          },
        ],
      },
    },
  },
  firewallAssociation: {
    says: 'Unrecognized resource types: [AWS::WAFv2::WebACLAssociation]',
    holdsFor: (resource) => resource instanceof CfnWebACLAssociation,
    example: {
      Type: 'AWS::WAFv2::WebACLAssociation',
      Properties: {
        ResourceArn: 'arn:aws:apigateway:us-east-1::/restapis/none/stages/none',
        WebACLArn: 'arn:aws:wafv2:us-east-1:000000000000:regional/webacl/none/none',
      },
    },
  },
  savedQuery: {
    says: 'Unrecognized resource types: [AWS::Logs::QueryDefinition]',
    holdsFor: (resource) => resource instanceof CfnQueryDefinition,
    example: { Type: 'AWS::Logs::QueryDefinition', Properties: { Name: 'none', QueryString: 'fields @message' } },
  },
} as const satisfies Readonly<Record<string, Refusal>>;

/** Alarms on several metrics that nothing sums up or compares but CloudWatch. */
const METRIC_MATH = ['table-throttled', 'recursion-dropped', 'nothing-delivered'];

/** Queries of operators, in the console of the logs. */
const SAVED_QUERIES = ['failed-requests', 'refusals-by-endpoint', 'slow-requests', 'errors-by-message'];

/**
 * Every resource of a stage that is not deployed on the emulator, by its place below the stage's stack. What is not here
 * is deployed, so one that the emulator does not take ends the run. And a run asks it for the examples above, so one
 * that it has come to take ends the run too.
 */
const leftOut: readonly { readonly path: string; readonly refusal: Refusal }[] = [
  ...METRIC_MATH.map((name) => ({ path: `Messaging/Alarms/${name}/Alarm/Resource`, refusal: refusals.metricMath })),
  ...SAVED_QUERIES.map((name) => ({ path: `Messaging/Queries/${name}`, refusal: refusals.savedQuery })),
  { path: 'Api/Firewall/Association', refusal: refusals.firewallAssociation },
];

/**
 * Takes them out of a stage.
 * @returns what was left out, with the reason
 * @throws Error where one is not there, or not what the emulator refuses: it does not belong in the list
 */
export function removeLeftOut(stage: Stack): string[] {
  return leftOut.map(({ path, refusal }) => {
    const found = stage.node.findAll().find(({ node }) => node.path === `${stage.node.path}/${path}`);
    if (!CfnResource.isCfnResource(found) || !refusal.holdsFor(found))
      throw new Error(
        `${path} of ${stage.stackName} need not be left out of what the emulator gets: take it off the list`,
      );
    found.node.scope?.node.tryRemoveChild(found.node.id);
    return `${found.cfnResourceType} ${path}: ${refusal.says}`;
  });
}

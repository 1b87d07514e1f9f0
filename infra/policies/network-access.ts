import { Aws } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { StageConfig } from '#infra/config/stages';
import { providerEnvironment } from '#infra/policies/provider-access';
import type { EndpointRow } from '#shared/contract/endpoints';

/** Functions that download files from URLs in partners' requests. test/infra/egress.test.ts compares this list with the code. */
const READERS_OF_PARTNERS_FILES: ReadonlySet<string> = new Set(['startKyc']);

/** A row of the endpoint table or the worker table. */
type Row = Pick<EndpointRow, 'id' | 'grants'> & { readonly scope?: EndpointRow['scope'] };

/** Returns true if a function calls partners or configured providers. Functions of scope `provider` only receive reports. */
export function callsOutside(row: Row, config: Pick<StageConfig, 'providers'>): boolean {
  if (row.scope === 'provider') return false;
  if (row.grants.includes('partner-buses') || READERS_OF_PARTNERS_FILES.has(row.id)) return true;
  return Object.keys(providerEnvironment(config, row.grants)).some((name) => name.endsWith('_URL'));
}

/** Accepted findings of the cdk-nag rules about {@link networkStatements}. */
export const NETWORK_FINDINGS = {
  'AwsSolutions-IAM5[Resource::*]':
    'Lambda uses the role to create network interfaces, whose ARNs are unknown before. The code of the function is denied these actions.',
  'Serverless-LambdaStarPermissions':
    'The ARNs of the network interfaces are unknown before Lambda creates them. The code of the function is denied these actions.',
};

/**
 * Allows Lambda to connect a function to its network, but denies the same actions to the function's code. Only requests of the
 * code contain `lambda:SourceFunctionArn`:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html#configuration-vpc-permissions
 */
export function networkStatements(): PolicyStatement[] {
  const actions = [
    'ec2:CreateNetworkInterface',
    'ec2:DescribeNetworkInterfaces',
    'ec2:DescribeSubnets',
    'ec2:DeleteNetworkInterface',
    'ec2:AssignPrivateIpAddresses',
    'ec2:UnassignPrivateIpAddresses',
  ];
  const functions = `arn:${Aws.PARTITION}:lambda:${Aws.REGION}:${Aws.ACCOUNT_ID}:function:*`;
  return [
    new PolicyStatement({ actions, resources: ['*'] }),
    new PolicyStatement({
      effect: Effect.DENY,
      actions,
      resources: ['*'],
      conditions: { ArnLike: { 'lambda:SourceFunctionArn': functions } },
    }),
  ];
}

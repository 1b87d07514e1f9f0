import { CfnResource, Names, Stack, Token, Validations } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';

/** Accepted findings of the cdk-nag rule packs: rule id and reason. */
export type Reasons = Readonly<Record<string, string>>;

/** Acknowledges the findings on a resource that are intended, each with its reason. */
export function acknowledge(resource: IConstruct, reasons: Reasons): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(resource).acknowledge({ id, reason });
}

/** Placeholders in finding ids for parts of an ARN that are unknown before deployment, by position in the ARN. */
const PSEUDO_PARTS = [undefined, '<AWS::Partition>', undefined, '<AWS::Region>', '<AWS::AccountId>'];

/** Returns the id of the finding on a role with access to all resources that match an ARN pattern. */
export function resourceFinding(arn: string): string {
  const parts = arn.split(':').map((part, at) => (Token.isUnresolved(part) ? PSEUDO_PARTS[at] : part));
  return `AwsSolutions-IAM5[Resource::${parts.join(':')}]`;
}

/**
 * Returns the id of the finding on a role with access to objects of a bucket in another nested stack.
 * @param keys pattern of the objects' keys
 */
export function objectsFinding(files: Bucket, keys: string): string {
  const part = Stack.of(files);
  const bucket = files.node.defaultChild;
  if (!(bucket instanceof CfnResource) || part.nestedStackResource === undefined)
    throw new Error(`The bucket ${files.node.path} is not in a nested stack`);
  // The finding contains the name of the parameter that passes the bucket's ARN out of the nested stack. The CDK creates the
  // parameter later, during synthesis, so this code forms the name as the CDK does.
  const output = `${Names.nodeUniqueId(bucket.node)}Arn`;
  const parameter = `reference-to-${Names.nodeUniqueId(part.nestedStackResource.node)}Outputs.${output}`;
  return `AwsSolutions-IAM5[Resource::<${parameter.replaceAll(/[^A-Za-z0-9]/g, '')}>/${keys}]`;
}

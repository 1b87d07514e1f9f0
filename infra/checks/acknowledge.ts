import { CfnResource, Names, Stack, Token, Validations } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';

/** Findings of the rule packs that are meant, by the id of the rule, each with the reason. */
export type Reasons = Readonly<Record<string, string>>;

/** Says of a resource, next to it, which rules it does not keep and why. */
export function acknowledge(resource: IConstruct, reasons: Reasons): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(resource).acknowledge({ id, reason });
}

/** Placeholders that the rules write for a part of an ARN that is known at deployment only, by its place. */
const PSEUDO_PARTS = [undefined, '<AWS::Partition>', undefined, '<AWS::Region>', '<AWS::AccountId>'];

/** Id of the finding on a role that may use every resource whose ARN begins so. */
export function resourceFinding(arn: string): string {
  const parts = arn.split(':').map((part, at) => (Token.isUnresolved(part) ? PSEUDO_PARTS[at] : part));
  return `AwsSolutions-IAM5[Resource::${parts.join(':')}]`;
}

/** Id of the finding on a role that may use the objects of a bucket in another part whose keys are like a pattern. */
export function objectsFinding(files: Bucket, keys: string): string {
  const part = Stack.of(files);
  const bucket = files.node.defaultChild;
  if (!(bucket instanceof CfnResource) || part.nestedStackResource === undefined)
    throw new Error(`${files.node.path} is a bucket of no part of a stage`);
  // The rule names what a role refers to: the parameter that brings in the output of the bucket's part. The library
  // makes both when it synthesizes, with these names.
  const output = `${Names.nodeUniqueId(bucket.node)}Arn`;
  const parameter = `reference-to-${Names.nodeUniqueId(part.nestedStackResource.node)}Outputs.${output}`;
  return `AwsSolutions-IAM5[Resource::<${parameter.replaceAll(/[^A-Za-z0-9]/g, '')}>/${keys}]`;
}

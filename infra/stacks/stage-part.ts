import { CfnResource, NestedStack, type RemovalPolicy } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

export interface StagePartProps {
  readonly description: string;
  /** Treatment of the part when it leaves the template around it. @default it is deleted */
  readonly removalPolicy?: RemovalPolicy;
}

/** The outputs of one part of a stage, by the name of the stage's output. */
export type PartOutputs = Readonly<Record<string, { readonly value: string; readonly description: string }>>;

/**
 * A part of a stage in a separate template. Its logical id in the template around it is its plain id: short, as it
 * stands in the names that CloudFormation makes, and the same whatever the library makes of paths.
 */
export abstract class StagePart extends NestedStack {
  constructor(scope: Construct, id: string, props: StagePartProps) {
    super(scope, id, props);
    const resource = this.nestedStackResource;
    if (!(resource instanceof CfnResource)) throw new Error(`${id} is nested in no stack`);
    resource.overrideLogicalId(id);
  }
}

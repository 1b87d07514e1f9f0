import { CfnResource, NestedStack, type RemovalPolicy } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

export interface StagePartProps {
  readonly description: string;
  /** Policy for the nested stack when it is removed from the parent template. @default the nested stack is deleted */
  readonly removalPolicy?: RemovalPolicy;
}

/** The outputs of one nested stack, by the name of the output in the stage's stack. */
export type PartOutputs = Readonly<Record<string, { readonly value: string; readonly description: string }>>;

/**
 * A part of a stage in a nested stack. The logical id of the nested stack is the construct id, without the construct path.
 * CloudFormation puts this id into the names of the nested stack's resources, so a short id keeps these names short.
 */
export abstract class StagePart extends NestedStack {
  constructor(scope: Construct, id: string, props: StagePartProps) {
    super(scope, id, props);
    const resource = this.nestedStackResource;
    if (!(resource instanceof CfnResource)) throw new Error(`${id} has no parent stack`);
    resource.overrideLogicalId(id);
  }
}

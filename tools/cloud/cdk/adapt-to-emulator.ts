import { CfnResource, Stack } from 'aws-cdk-lib';
import { CfnAlarm, CfnCompositeAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import * as z from 'zod';

/** Adapts a stage to the emulator: removes unsupported resources, and widens roles because the emulator's IAM is different. */
export function adaptToEmulator(stage: Stack): void {
  for (const resource of stage.node.findAll().filter((construct) => CfnResource.isCfnResource(construct))) {
    if (isRefused(resource)) resource.node.scope?.node.tryRemoveChild(resource.node.id);
    if (resource instanceof CfnRole) widen(resource);
  }
}

/** The emulator rejects these resources: alarms on metric math, composite alarms, saved queries and web ACL associations. */
function isRefused(resource: CfnResource): boolean {
  return (
    (resource instanceof CfnAlarm && resource.metrics !== undefined) ||
    resource instanceof CfnCompositeAlarm ||
    resource instanceof CfnQueryDefinition ||
    resource instanceof CfnWebACLAssociation
  );
}

const rolePolicies = z
  .array(
    z.object({
      policyDocument: z.object({
        Statement: z.array(
          z.object({
            Effect: z.string(),
            Action: z.union([z.string(), z.array(z.string())]),
            Condition: z.unknown().optional(),
          }),
        ),
      }),
    }),
  )
  .default([]);

/** Condition keys that the emulator does not support. In the emulator, a statement with one of these keys allows nothing. */
const UNKNOWN_KEYS = /dynamodb:LeadingKeys|kms:EncryptionContextKeys/;
/** Action that the emulator requires for batches. IAM has no action with this name: `sqs:SendMessage` covers batches. */
const BATCH_ACTION = 'sqs:SendMessageBatch';

/** Widens the `Allow` statements of a role. `Deny` statements remain unchanged. */
function widen(role: CfnRole): void {
  const policies = rolePolicies.parse(Stack.of(role).resolve(role.policies));
  for (const [position, { policyDocument }] of policies.entries())
    for (const [index, { Effect, Action, Condition }] of policyDocument.Statement.entries()) {
      if (Effect !== 'Allow') continue;
      const path = `Policies.${position}.PolicyDocument.Statement.${index}`;
      if (UNKNOWN_KEYS.test(JSON.stringify(Condition ?? ''))) role.addPropertyDeletionOverride(`${path}.Condition`);
      const actions = [Action].flat();
      if (actions.includes('sqs:SendMessage')) role.addPropertyOverride(`${path}.Action`, [...actions, BATCH_ACTION]);
    }
}

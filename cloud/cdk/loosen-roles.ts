import { Stack } from 'aws-cdk-lib';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import * as z from 'zod';

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

/** Keys of conditions that the emulator does not know: a statement that allows under one of them allows nothing there. */
const UNKNOWN_KEYS = ['dynamodb:LeadingKeys', 'kms:EncryptionContextKeys'];

/** Action that the emulator asks for when messages are sent in a batch. It is no action of IAM: `sqs:SendMessage` covers batches. */
const UNKNOWN_ACTION = 'sqs:SendMessageBatch';

/**
 * Widens the roles of a stage where the emulator's IAM is wrong, and nowhere else. Denials stay as they are.
 * @throws Error where a fault has nothing to be worked around: the work-around does not belong here any more
 */
export function loosenRoles(stage: Stack): void {
  const met = new Set<string>();
  for (const role of stage.node.findAll().filter((construct) => construct instanceof CfnRole)) {
    const policies = rolePolicies.parse(Stack.of(role).resolve(role.policies));
    for (const [position, { policyDocument }] of policies.entries())
      for (const [index, { Effect, Action, Condition }] of policyDocument.Statement.entries()) {
        if (Effect !== 'Allow') continue;
        const path = `Policies.${position}.PolicyDocument.Statement.${index}`;
        const actions = [Action].flat();
        for (const key of UNKNOWN_KEYS.filter((one) => JSON.stringify(Condition ?? '').includes(one))) {
          role.addPropertyDeletionOverride(`${path}.Condition`);
          met.add(key);
        }
        if (actions.includes('sqs:SendMessage')) {
          role.addPropertyOverride(`${path}.Action`, [...actions, UNKNOWN_ACTION]);
          met.add(UNKNOWN_ACTION);
        }
      }
  }
  for (const fault of [...UNKNOWN_KEYS, UNKNOWN_ACTION])
    if (!met.has(fault)) throw new Error(`No role of ${stage.stackName} needs ${fault}: take the work-around out`);
}

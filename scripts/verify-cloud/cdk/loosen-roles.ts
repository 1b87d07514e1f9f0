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

/**
 * Widens the roles of a stage where the emulator's IAM is wrong, and nowhere else: it knows no `dynamodb:LeadingKeys`, so
 * that a statement which allows under this condition allows nothing, and it wants `sqs:SendMessageBatch` allowed, which
 * is no action of IAM (`sqs:SendMessage` covers batches). Denials stay as they are.
 *
 * @returns how many statements were widened
 * @throws Error where a fault has nothing to be worked around: the work-around does not belong here any more
 */
export function loosenRoles(stage: Stack): Readonly<Record<'leadingKeys' | 'sendMessageBatch', number>> {
  const counts = { leadingKeys: 0, sendMessageBatch: 0 };
  for (const role of stage.node.findAll().filter((construct) => construct instanceof CfnRole)) {
    const policies = rolePolicies.parse(Stack.of(role).resolve(role.policies));
    for (const [position, { policyDocument }] of policies.entries())
      for (const [index, { Effect, Action, Condition }] of policyDocument.Statement.entries()) {
        if (Effect !== 'Allow') continue;
        const path = `Policies.${position}.PolicyDocument.Statement.${index}`;
        const actions = [Action].flat();
        if (JSON.stringify(Condition ?? '').includes('dynamodb:LeadingKeys')) {
          role.addPropertyDeletionOverride(`${path}.Condition`);
          counts.leadingKeys += 1;
        }
        if (actions.includes('sqs:SendMessage')) {
          role.addPropertyOverride(`${path}.Action`, [...actions, 'sqs:SendMessageBatch']);
          counts.sendMessageBatch += 1;
        }
      }
  }
  for (const [fault, count] of Object.entries(counts))
    if (count === 0) throw new Error(`No role of ${stage.stackName} meets the emulator's fault ${fault}: take it out`);
  return counts;
}

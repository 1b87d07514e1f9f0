import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AwsRefusal, pageOf } from '#cloud/aws/aws-caller';
import { refusals } from '#cloud/cdk/left-out';
import type { Rehearsal } from '#cloud/plan/context';
import { readStack } from '#cloud/preflight/account-reads';
import { check, failureOf, waitFor } from '#cloud/steps/checks';

const events = pageOf('StackEvents', z.object({ ResourceStatusReason: z.string().default('') }));

/**
 * The emulator still refuses each kind of resource that is left out, for the reason that the list gives.
 * @throws CheckFailed where it has come to take one: then it has to be deployed
 */
export async function checkRefusals({ cloud: { aws } }: Rehearsal): Promise<string> {
  for (const [name, { says, example }] of Object.entries(refusals)) {
    const StackName = `Refused-${name}`;
    const TemplateBody = JSON.stringify({ Resources: { Example: example } });
    // With its token a request whose answer was lost may be sent again.
    const parameters = { StackName, TemplateBody, ClientRequestToken: randomUUID() };
    const refusal = await failureOf(aws.send('cloudformation CreateStack', parameters));
    if (refusal instanceof AwsRefusal) {
      check(
        refusal.message.includes(says),
        `${name} is refused for another reason than the list gives: ${refusal.message}`,
      );
      continue;
    }
    if (refusal !== undefined) throw refusal;
    const status = await waitFor('the end of a small stack', 20, async () => {
      const found = await readStack({ aws }, StackName);
      return found?.status.endsWith('_IN_PROGRESS') === false ? found.status : undefined;
    });
    check(status !== 'CREATE_COMPLETE', `the emulator takes it now: ${name} is not to be left out any more`);
    const found = await aws.list('cloudformation DescribeStackEvents', { StackName }, events);
    const reasons = found.map((event) => event.ResourceStatusReason);
    check(
      reasons.some((reason) => reason.includes(says)),
      `${name} is refused for another reason than the list gives: ${reasons.join('; ').slice(0, 300)}`,
    );
    await aws.send('cloudformation DeleteStack', { StackName });
  }
  return `${Object.keys(refusals).length} kinds still refused`;
}

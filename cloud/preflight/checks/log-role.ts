import * as z from 'zod';
import { AwsRefusal } from '#cloud/aws/aws-caller';
import { readGatewayAccount, stageStack } from '../account-reads';
import type { Check, PreflightContext } from '../check';

/** Tells if a role is there. The settings of the gateway go on naming one that was deleted. */
async function exists({ aws }: PreflightContext, RoleName: string): Promise<boolean> {
  return await aws.call('iam GetRole', { RoleName }, z.unknown()).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AwsRefusal && error.isAbsence) return false;
      throw error;
    },
  );
}

export const logRole: Check = {
  id: 'gateway-log-role',
  asks: 'Has API Gateway one role in this account and Region by which it writes access logs, set by one stage alone?',
  async run(context) {
    const { setsGatewayRole } = context.config.logs;
    const arn = (await readGatewayAccount(context)).cloudwatchRoleArn ?? '';
    const name = arn.split('/').at(-1) ?? '';
    const isThere = name !== '' && (await exists(context, name));
    const found = name === '' ? 'no role is set' : `${name}${isThere ? '' : ', which does not exist any more'}`;
    if (!setsGatewayRole)
      return isThere
        ? { found }
        : { found, todo: 'set logs.setsGatewayRole to true in one stage of this account and Region' };
    if (!isThere || name.startsWith(`${stageStack(context)}-`)) return { found: `${found}; this stage sets its own` };
    return {
      found,
      todo: 'set logs.setsGatewayRole to false: this stage would replace the role of others, and take it away when it goes',
    };
  },
};

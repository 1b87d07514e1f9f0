import { unlessAbsent } from '#cloud/aws/clients';
import { type Check, stageStack } from '../check';

export const logRole: Check = {
  id: 'gateway-log-role',
  asks: 'Does API Gateway have a role for access logs in this account and Region, set by only one stage?',
  async run(context) {
    const { setsGatewayRole } = context.config.logs;
    const { apiGateway, iam } = context.aws;
    const { cloudwatchRoleArn: arn = '' } = await apiGateway.getAccount({});
    const name = arn.split('/').at(-1) ?? '';
    // API Gateway keeps the name of a deleted role in its settings.
    const isThere = name !== '' && (await unlessAbsent(iam.getRole({ RoleName: name }))) !== undefined;
    const found = name === '' ? 'no role is set' : `${name}${isThere ? '' : ', which no longer exists'}`;
    if (!setsGatewayRole)
      return isThere
        ? { found }
        : { found, todo: 'set logs.setsGatewayRole to true in one stage of this account and Region' };
    if (!isThere || name.startsWith(`${stageStack(context)}-`)) return { found: `${found}; this stage sets its own` };
    return {
      found,
      todo: 'set logs.setsGatewayRole to false: this stage would replace the role of other stacks',
    };
  },
};

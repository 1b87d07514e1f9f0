import { unlessAbsent } from '#cloud/aws/clients';
import { type Check, stageStack } from '../check';

export const logRole: Check = {
  id: 'gateway-log-role',
  asks: 'Has API Gateway one role in this account and Region by which it writes access logs, set by one stage alone?',
  async run(context) {
    const { setsGatewayRole } = context.config.logs;
    const { apiGateway, iam } = context.aws;
    const { cloudwatchRoleArn: arn = '' } = await apiGateway.getAccount({});
    const name = arn.split('/').at(-1) ?? '';
    // API Gateway keeps the name of a deleted role in its settings.
    const isThere = name !== '' && (await unlessAbsent(iam.getRole({ RoleName: name }))) !== undefined;
    const found = name === '' ? 'no role is set' : `${name}${isThere ? '' : ', which does not exist any more'}`;
    if (!setsGatewayRole)
      return isThere
        ? { found }
        : { found, todo: 'set logs.setsGatewayRole to true in one stage of this account and Region' };
    if (!isThere || name.startsWith(`${stageStack(context)}-`)) return { found: `${found}; this stage sets its own` };
    return {
      found,
      todo: 'set logs.setsGatewayRole to false: this stage would replace the role of others',
    };
  },
};

import { readStack } from '#cloud/aws/clients';
import { stageLabel } from '#infra/config/stages';
import type { Check } from '../check';

/** Oldest bootstrap version for the templates of this CDK: `requiresBootstrapStackVersion` of a synthesized stack. */
export const LEAST_BOOTSTRAP = 6;

/** Default name of the stack that `cdk bootstrap` creates. */
const TOOLKIT = 'CDKToolkit';

export const bootstrap: Check = {
  id: 'bootstrap',
  asks: `Is the account bootstrapped for the CDK, with version ${LEAST_BOOTSTRAP} or newer?`,
  async run({ aws, account, region, config }) {
    const { qualifier, stackName: toolkit = TOOLKIT } = config.bootstrap ?? {};
    const stack = await readStack(aws, toolkit);
    const own = qualifier === undefined ? '' : ` --qualifier ${qualifier} --toolkit-stack-name ${toolkit}`;
    const todo = `npx cdk bootstrap aws://${account}/${region} --context env=${stageLabel(config)}${own}`;
    if (stack === undefined) return { found: `there is no stack ${toolkit}`, todo };
    const version = Number(stack.outputs.BootstrapVersion ?? Number.NaN);
    if (!(version >= LEAST_BOOTSTRAP))
      return { found: `${toolkit} has version ${stack.outputs.BootstrapVersion ?? 'unknown'}`, todo };
    if (!/^(?:CREATE|UPDATE)_COMPLETE$|^UPDATE_ROLLBACK_COMPLETE$/.test(stack.status))
      return { found: `${toolkit} is ${stack.status}`, todo: `check the stack ${toolkit}, then run ${todo}` };
    return { found: `version ${version}` };
  },
};

import type { StackProps } from 'aws-cdk-lib';
import type { StageConfig } from '#infra/config/stages';

/** What every stack of a stage has in common. Tags of a stack reach each of its resources at deployment. */
export function stackProps({ account, region, name }: StageConfig, description: string): StackProps {
  return {
    description: `${description} (${name})`,
    env: { ...(account !== undefined && { account }), ...(region !== undefined && { region }) },
    tags: { service: 'partner-ramp', env: name },
  };
}

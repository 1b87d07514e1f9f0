import type { StackProps } from 'aws-cdk-lib';
import type { StageConfig } from '#infra/config/stages';

/** Settings of a stage's stack. Tags of a stack reach each of its resources, and the stacks nested in it, at deployment. */
export function stackProps({ account, region, name, protectData }: StageConfig): StackProps {
  return {
    description: `Partner Ramp (${name})`,
    env: { ...(account !== undefined && { account }), ...(region !== undefined && { region }) },
    tags: stageTags({ name }),
    // Holds for everything nested in it: a nested stack is deleted through the one around it alone.
    terminationProtection: protectData,
  };
}

/** Tags of everything in a stage. */
export function stageTags({ name }: Pick<StageConfig, 'name'>): Readonly<Record<string, string>> {
  return { service: 'partner-ramp', env: name };
}

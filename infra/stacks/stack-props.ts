import type { StackProps } from 'aws-cdk-lib';
import { type StageConfig, stageLabel } from '#infra/config/stages';

/** Settings of a stage's stack. Tags of a stack reach each of its resources, and the stacks nested in it, at deployment. */
export function stackProps(config: StageConfig): StackProps {
  const { account, region, protectData } = config;
  return {
    description: `Partner Ramp (${stageLabel(config)})`,
    env: { ...(account !== undefined && { account }), ...(region !== undefined && { region }) },
    tags: stageTags(config),
    // Holds for everything nested in it: a nested stack is deleted through the one around it alone.
    terminationProtection: protectData,
  };
}

/** Tags of everything in a stage. */
export function stageTags(config: Pick<StageConfig, 'name' | 'label' | 'tags'>): Readonly<Record<string, string>> {
  return { ...config.tags, service: 'partner-ramp', env: stageLabel(config) };
}

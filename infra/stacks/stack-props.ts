import type { StackProps } from 'aws-cdk-lib';
import { type StageConfig, stageLabel } from '#infra/config/stages';

/**
 * Returns the properties of a stage's stack. At deployment, CloudFormation applies the tags to the nested stacks and to all
 * resources, except the replicas of the table.
 */
export function stackProps(config: StageConfig): StackProps {
  const { account, region, protectData } = config;
  return {
    description: `Partner Ramp (${stageLabel(config)})`,
    env: { ...(account !== undefined && { account }), ...(region !== undefined && { region }) },
    tags: stageTags(config),
    // Also protects the nested stacks, because CloudFormation deletes a nested stack only through its parent stack.
    terminationProtection: protectData,
  };
}

/** Returns the tags of all resources of a stage. */
export function stageTags(config: Pick<StageConfig, 'name' | 'label' | 'tags'>): Readonly<Record<string, string>> {
  return { ...config.tags, service: 'partner-ramp', env: stageLabel(config) };
}

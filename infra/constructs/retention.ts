import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageConfig } from '#infra/config/stages';

/** Pages are opened by people, whose addresses are personal: kept for as long as an attack takes to look into. */
export const ADDRESSES_KEPT_DAYS = 30;

/**
 * Returns the removal policy of what must outlive its stack where a stage protects its data. What a deployment creates and then rolls back
 * is deleted all the same: it is empty, and the next try makes its own.
 */
export function retention({ protectData }: Pick<StageConfig, 'protectData'>): RemovalPolicy {
  return protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}

import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageConfig } from '#infra/config/stages';

/**
 * Retention of IP addresses in access logs, in days. People open the hosted pages, so the addresses are personal data. 30 days
 * are sufficient for the investigation of an attack.
 */
export const ADDRESSES_KEPT_DAYS = 30;

/**
 * Returns the removal policy of resources that must survive the deletion of their stack if the stage protects its data. A
 * rollback still deletes resources that the failed deployment created, because they are empty.
 */
export function retention({ protectData }: Pick<StageConfig, 'protectData'>): RemovalPolicy {
  return protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}

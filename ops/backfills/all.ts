import type { Backfill } from './backfill';
import { errorPayloadText } from './error-payload-text';
import { accountNumbers, chainHashes, failedDeliveries, failedNotifications } from './look-ups';

/** Every backfill, by its name. One that has been run in every stage goes, with what its readers did for it. */
export const backfills: Readonly<Record<string, Backfill>> = {
  'error-payload-text': errorPayloadText,
  'find-failed-notifications': failedNotifications,
  'find-failed-deliveries': failedDeliveries,
  'find-chain-hashes': chainHashes,
  'find-account-numbers': accountNumbers,
};

import type { NotificationItem } from '#shared/data/items/notification';

/** Addresses of the two queues of deliveries. */
export interface Lanes {
  readonly firstLaneUrl: string;
  readonly retryLaneUrl: string;
}

/**
 * The lane of a notification's next attempt. First attempts of new events have one of their own, so that
 * nothing that is sent again, however much of it, keeps them waiting.
 */
export function laneOf(
  { lane, firstAttemptAt }: Pick<NotificationItem, 'lane' | 'firstAttemptAt'>,
  lanes: Lanes,
): string {
  return lane === 'RETRY' || firstAttemptAt !== undefined ? lanes.retryLaneUrl : lanes.firstLaneUrl;
}

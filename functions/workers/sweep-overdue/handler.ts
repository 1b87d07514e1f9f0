import { nowMs } from '#shared/config/clock';
import { required } from '#shared/config/environment';
import { dueStore } from '#shared/data/due-items';
import { type Queues, sqsQueues } from '#shared/delivery/queues';
import { writeMetrics } from '#shared/observability/metric';
import { type Swept, sweep } from './sweep-overdue';

let queues: Queues | undefined;

/** Invoked by the schedule with nothing to say, or with `{"rebuild": true}` after queues have lost their messages. */
export async function handler(event: unknown): Promise<Swept> {
  queues ??= sqsQueues();
  const on = {
    due: dueStore,
    queues,
    firstLaneUrl: required('FIRST_LANE_URL'),
    retryLaneUrl: required('RETRY_LANE_URL'),
    stepsQueueUrl: required('STEPS_QUEUE_URL'),
    now: nowMs,
  };
  const rebuild = typeof event === 'object' && event !== null && 'rebuild' in event && event.rebuild === true;
  return sweep(on, { rebuild }).finally(writeMetrics);
}

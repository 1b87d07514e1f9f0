import { nowMs } from '#shared/platform/config/clock';
import { required } from '#shared/platform/config/environment';
import { writeMetrics } from '#shared/platform/observability/metric';
import { queueClient } from '#shared/webhooks/messaging/queues';
import { dueStore } from '#shared/webhooks/redrive/repository';
import { type RedriveCounts, redrive } from './redrive-overdue';

/** Invoked by the schedule with nothing to say, or with `{"rebuild": true}` after queues have lost their messages. */
export async function handler(event: unknown): Promise<RedriveCounts> {
  const deps = {
    due: dueStore,
    queues: queueClient(),
    firstAttemptsQueueUrl: required('FIRST_ATTEMPTS_QUEUE_URL'),
    retriesQueueUrl: required('RETRIES_QUEUE_URL'),
    stepsQueueUrl: required('STEPS_QUEUE_URL'),
    now: nowMs,
  };
  const rebuild = typeof event === 'object' && event !== null && 'rebuild' in event && event.rebuild === true;
  return redrive(deps, { rebuild }).finally(writeMetrics);
}

import { recordStage } from '#shared/dynamodb/stage-record';
import { nowMs, required, stage } from '#shared/platform/config/environment';
import { logError, writeMetrics } from '#shared/platform/observability/log';
import { queueClient } from '#shared/webhooks/messaging/queues';
import { dueStore } from '#shared/webhooks/redrive/repository';
import { type RedriveCounts, redrive } from './redrive-overdue';

let isStageOnRecord = false;

/** Runs on a schedule. The event `{"rebuild": true}` restores the messages of queues that have lost their messages. */
export async function handler(event: unknown): Promise<RedriveCounts> {
  const deps = {
    due: dueStore,
    queues: queueClient(),
    firstAttemptsQueueUrl: required('FIRST_ATTEMPTS_QUEUE_URL'),
    retriesQueueUrl: required('RETRIES_QUEUE_URL'),
    stepsQueueUrl: required('STEPS_QUEUE_URL'),
    now: nowMs,
  };
  if (!isStageOnRecord) await putStageOnRecord();
  const rebuild = typeof event === 'object' && event !== null && 'rebuild' in event && event.rebuild === true;
  return redrive(deps, { rebuild }).finally(writeMetrics);
}

/** Stores the table's stage and Region, once per process. A failure is only logged, and does not stop the redrive. */
async function putStageOnRecord(): Promise<void> {
  try {
    await recordStage(stage(), required('AWS_REGION'));
    isStageOnRecord = true;
  } catch (error) {
    logError('The stage of the table could not be recorded', error, { worker: 'redriveOverdue' });
  }
}

import { recordStage } from '#shared/dynamodb/stage-record';
import { nowMs, required, stage } from '#shared/platform/config/environment';
import { logError, writeMetrics } from '#shared/platform/observability/log';
import { queueClient } from '#shared/webhooks/messaging/queues';
import { dueStore } from '#shared/webhooks/redrive/repository';
import { type RedriveCounts, redrive } from './redrive-overdue';

let isStageOnRecord = false;

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
  if (!isStageOnRecord) await putStageOnRecord();
  const rebuild = typeof event === 'object' && event !== null && 'rebuild' in event && event.rebuild === true;
  return redrive(deps, { rebuild }).finally(writeMetrics);
}

/** Writes whose table it is, once for each process. A failure delays operators, and no redrive. */
async function putStageOnRecord(): Promise<void> {
  try {
    await recordStage(stage(), required('AWS_REGION'));
    isStageOnRecord = true;
  } catch (error) {
    logError('The stage of the table could not be recorded', error, { worker: 'redriveOverdue' });
  }
}

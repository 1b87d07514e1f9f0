/**
 * The worker table: every function that the gateway does not call. Infrastructure, the bundler and the
 * local stack read these rows; infra/stacks/messaging-stack.ts defines what triggers a worker.
 */
import type { Grant, Setting, TableAction } from '#shared/api/endpoints';

export type WorkerSetting = Setting | 'WEBHOOK_DELAYS_S';

/** Queues and bus that a worker sends to, each with the environment variable that carries its address. */
export type Outlet = 'EVENT_BUS_NAME' | 'FIRST_ATTEMPTS_QUEUE_URL' | 'RETRIES_QUEUE_URL' | 'STEPS_QUEUE_URL';

export interface WorkerRow {
  readonly id: string;
  /** Folder under `functions/`, holding handler.ts. */
  readonly folder: string;
  readonly table: readonly TableAction[];
  readonly grants: readonly Grant[];
  readonly settings: readonly WorkerSetting[];
  readonly outlets: readonly Outlet[];
  /** Function time limit in seconds. */
  readonly timeoutS: number;
  readonly memoryMb: number;
  readonly summary: string;
}

// biome-ignore format: a table reads by its rows
export const workers = [
  { id: 'publishEvents', folder: 'workers/publish-events', table: [], grants: [], settings: [], outlets: ['EVENT_BUS_NAME', 'FIRST_ATTEMPTS_QUEUE_URL', 'RETRIES_QUEUE_URL'], timeoutS: 30, memoryMb: 256, summary: 'Reads committed outbox marks from the table stream, sends deliveries to their queues and publishes every mark on the event bus' },
  { id: 'projectChanges', folder: 'workers/project-changes', table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], grants: [], settings: [], outlets: [], timeoutS: 30, memoryMb: 256, summary: 'Keeps the number of rows of every list, and the feed of changes, from the table stream' },
  { id: 'deliverWebhook', folder: 'workers/deliver-webhook', table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], grants: ['webhook-key-decrypt', 'partner-buses'], settings: ['WEBHOOK_DELAYS_S'], outlets: ['FIRST_ATTEMPTS_QUEUE_URL', 'RETRIES_QUEUE_URL'], timeoutS: 20, memoryMb: 512, summary: 'Makes one delivery attempt per message and writes down its outcome' },
  { id: 'markUndeliverable', folder: 'workers/mark-undeliverable', table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], grants: [], settings: [], outlets: ['FIRST_ATTEMPTS_QUEUE_URL', 'RETRIES_QUEUE_URL'], timeoutS: 30, memoryMb: 256, summary: 'Takes dead letters of the delivery queues and marks their notifications FAILED' },
  { id: 'sweepOverdue', folder: 'workers/redrive-overdue', table: ['BatchGetItem', 'UpdateItem'], grants: [], settings: [], outlets: ['FIRST_ATTEMPTS_QUEUE_URL', 'RETRIES_QUEUE_URL', 'STEPS_QUEUE_URL'], timeoutS: 50, memoryMb: 256, summary: 'Every minute, sends again whatever is overdue' },
  { id: 'runStep', folder: 'workers/run-step', table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'], grants: ['kyc-files-read', 'verification-provider', 'custody-provider', 'banking-provider', 'bank-verification-provider', 'screening-provider', 'rates-provider', 'link-key-mac', 'proofs-provider'], settings: ['SANDBOX_STEP_MS'], outlets: ['STEPS_QUEUE_URL'], timeoutS: 30, memoryMb: 256, summary: 'Takes a due step: an expiry, a sandbox simulation step, a step of a verification, of a payout or of another order, the look-up of a proof, the end of a verification link' },
] as const satisfies readonly WorkerRow[];

export type WorkerId = (typeof workers)[number]['id'];

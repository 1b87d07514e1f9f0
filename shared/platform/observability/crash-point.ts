/**
 * Lines of code at which tests simulate a crash: `globalThis.atCrashPoint` throws an error or sends a signal to the process.
 * Deployed bundles contain no crash points: the build replaces this file with crash-point-absent.ts.
 */

/** All crash points, grouped by the work: API request, manual retry, step, stream, delivery, dead-letter queue, redrive. */
export const crashPoints = [
  'api.beforeTx', 'api.afterTx', 'manual.afterTx', 'step.beforeSend', 'step.beforeTx', 'step.afterTx',
  'stream.beforeSend', 'stream.beforePut', 'stream.afterPut',
  'delivery.received', 'delivery.afterBlock', 'delivery.afterOrderCheck', 'delivery.afterClaim',
  'delivery.afterPost', 'delivery.afterResponse', 'delivery.afterResult', 'delivery.afterResend', 'delivery.afterWakeNext',
  'dlq.beforeMark', 'dlq.afterMark', 'dlq.afterWakeNext',
  'redrive.beforeReschedule', 'redrive.afterReschedule', 'redrive.afterSend',
] as const; // biome-ignore format: names, not statements

export type CrashPoint = (typeof crashPoints)[number];

declare global {
  /** Called at every crash point that the code reaches. */
  var atCrashPoint: ((name: CrashPoint) => void) | undefined;
}

/** Marks a crash point: all work before this call is complete, and no work after this call has started. */
export function crashPoint(name: CrashPoint): void {
  globalThis.atCrashPoint?.(name);
}

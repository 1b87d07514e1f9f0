/**
 * Named points between two effects, at which tests simulate a crash. They set
 * `globalThis.atCrashPoint`; what it throws, or the signal it sends, is the crash.
 *
 * A build leaves them out: it takes crash-point-absent.ts in place of this file, which removes the calls and
 * their names (infra/build/build-functions.ts).
 */

/** Every point, in the order in which a notification passes them. */
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
  /** Called at every point that the work passes. */
  var atCrashPoint: ((name: CrashPoint) => void) | undefined;
}

/** Marks a point at which everything before is done and nothing after it has begun. */
export function crashPoint(name: CrashPoint): void {
  globalThis.atCrashPoint?.(name);
}

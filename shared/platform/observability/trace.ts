/**
 * The caller's trace of a request, by W3C Trace Context (https://www.w3.org/TR/trace-context/). The service only forwards the
 * trace and records no spans (docs/adr/011). No decision depends on the trace.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const FIELDS = /^([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;
/** Flags that version 00 of `traceparent` defines: `sampled` and `random-trace-id`. */
const KNOWN_FLAGS = 0b11;

const running = new AsyncLocalStorage<string | undefined>();

/**
 * Parses the header `traceparent`. For a version after 00, keeps only the fields of version 00, as the standard requires. Returns
 * `undefined` if the header is missing, repeated or malformed.
 */
export function parseTraceparent(values: readonly string[]): string | undefined {
  const [value = '', ...more] = values;
  const [, version, traceId, parentId, flags = '', rest] = FIELDS.exec(value) ?? [];
  if (version === undefined || version === 'ff' || more.length > 0) return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  const known = (Number.parseInt(flags, 16) & KNOWN_FLAGS).toString(16).padStart(2, '0');
  return `00-${traceId}-${parentId}-${known}`;
}

/** Runs `work` as a part of a trace, or without a trace. @param traceparent result of `parseTraceparent` */
export function inTrace<T>(traceparent: string | undefined, work: () => T): T {
  return running.run(traceparent, work);
}

/** Returns the trace of the running work, or `undefined`. */
export function currentTraceparent(): string | undefined {
  return running.getStore();
}

/** Returns the id of the running trace. `toLogLine` adds the id to every log line. */
export function currentTraceId(): string | undefined {
  return running.getStore()?.split('-')[1];
}

/**
 * The caller's trace of a request, by W3C Trace Context (https://www.w3.org/TR/trace-context/). It is passed on as it is, since this
 * service records no spans (docs/adr/011), and decides nothing.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const FIELDS = /^([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;
/** `sampled` and `random-trace-id`: the flags that version 00 knows. */
const KNOWN_FLAGS = 0b11;

const running = new AsyncLocalStorage<string | undefined>();

/**
 * Reads the values of the header `traceparent`. Of a later version than 00 the fields of 00 are kept, as the standard asks for.
 * `undefined` if there is none, or more than one, or it is malformed.
 */
export function parseTraceparent(values: readonly string[]): string | undefined {
  const [value = '', ...more] = values;
  const [, version, traceId, parentId, flags = '', rest] = FIELDS.exec(value) ?? [];
  if (version === undefined || version === 'ff' || more.length > 0) return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  const known = (Number.parseInt(flags, 16) & KNOWN_FLAGS).toString(16).padStart(2, '0');
  return `00-${traceId}-${parentId}-${known}`;
}

/** Carries out work as a part of a trace, or of none. @param traceparent as it was read */
export function inTrace<T>(traceparent: string | undefined, work: () => T): T {
  return running.run(traceparent, work);
}

/** The trace of the running work; `undefined` if it has none. */
export function currentTraceparent(): string | undefined {
  return running.getStore();
}

/** The id of the running trace, by which its log lines are found. */
export function currentTraceId(): string | undefined {
  return running.getStore()?.split('-')[1];
}

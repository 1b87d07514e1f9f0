/** A function's response to a batch: the failed records, or `valid: false`, which counts as a failure of the whole batch. */
export type BatchResponse = { readonly valid: true; readonly failed: ReadonlySet<string> } | { readonly valid: false };

const ALL_DONE: BatchResponse = { valid: true, failed: new Set() };
const INVALID: BatchResponse = { valid: false };

/**
 * Reads `{"batchItemFailures":[{"itemIdentifier":…}]}` as Lambda does. No response, no list or an empty list means success. An
 * identifier that is empty, of a wrong type or not in the batch makes the response invalid.
 */
export function readBatchResponse(payload: unknown, identifiers: ReadonlySet<string>): BatchResponse {
  if (payload === undefined || payload === null || payload === '') return ALL_DONE;
  if (typeof payload !== 'object' || Array.isArray(payload)) return INVALID;
  const list: unknown = 'batchItemFailures' in payload ? payload.batchItemFailures : undefined;
  if (list === undefined || list === null) return ALL_DONE;
  if (!Array.isArray(list)) return INVALID;
  const failed = new Set<string>();
  for (const item of list) {
    const identifier: unknown = typeof item === 'object' && item !== null ? item.itemIdentifier : undefined;
    if (typeof identifier !== 'string' || !identifiers.has(identifier)) return INVALID;
    failed.add(identifier);
  }
  return { valid: true, failed };
}

/** Other transactions on the same items stopped a write in every attempt. Nothing was written. */
export class WriteContention extends Error {
  override readonly name = 'WriteContention';
}

/**
 * The table was throttled or gave no answer in any attempt. What was to be written may have been written: the answer of
 * an attempt may have been lost.
 */
export class TableUnavailable extends Error {
  override readonly name = 'TableUnavailable';
}

/** Bytes of a block as JSON, at most: its item has to hold it. */
export const MAX_TRAVEL_RULE_BYTES = 32 * 1024;

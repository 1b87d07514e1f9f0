/** Kinds of transactions, by conversion direction. */
export const transactionKinds = ['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP'] as const;
export type TransactionKind = (typeof transactionKinds)[number];

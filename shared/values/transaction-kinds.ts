/** Kinds of transactions, by the direction of their exchange. */
export const transactionKinds = ['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP'] as const;
export type TransactionKind = (typeof transactionKinds)[number];

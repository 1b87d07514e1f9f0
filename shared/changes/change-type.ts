/** Types of changes in the change feed. */
export const changeTypes = [
  'USER',
  'KYC',
  'SIGNATURE',
  'BANK_ACCOUNT',
  'QUOTE',
  'TRANSACTION',
  'NOTIFICATION',
] as const;
export type ChangeType = (typeof changeTypes)[number];

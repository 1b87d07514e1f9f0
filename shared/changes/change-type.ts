/** The types of changes in the feed. */
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

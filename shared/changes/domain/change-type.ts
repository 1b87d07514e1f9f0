/** What the feed of changes tells about. */
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

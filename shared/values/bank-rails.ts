/** Rails of payments by bank, by the names that references have. */
export const bankRails = ['SPEI', 'ACH', 'FEDWIRE', 'SWIFT', 'SEPA', 'LBTR', 'FPS', 'CNAPS', 'CHATS'] as const;
export type BankRail = (typeof bankRails)[number];

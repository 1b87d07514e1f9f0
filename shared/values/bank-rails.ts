/** Bank payment rails, with the names that the `rails` of a transaction contain. */
export const bankRails = ['SPEI', 'ACH', 'FEDWIRE', 'SWIFT', 'SEPA', 'LBTR', 'FPS', 'CNAPS', 'CHATS'] as const;
export type BankRail = (typeof bankRails)[number];

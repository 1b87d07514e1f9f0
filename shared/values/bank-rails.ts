/** Bank payment rails; a payment's reference contains the same names. */
export const bankRails = ['SPEI', 'ACH', 'FEDWIRE', 'SWIFT', 'SEPA', 'LBTR', 'FPS', 'CNAPS', 'CHATS'] as const;
export type BankRail = (typeof bankRails)[number];

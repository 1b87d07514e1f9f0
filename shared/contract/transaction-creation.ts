/** Contract fields that the three endpoints for new transactions share. */
export const transactionCreation = { idempotent: true, requiresUserId: true, status: 201 } as const;

export const creationErrors = [
  'REQUIRED_USER_ID_ERROR',
  'INVALID_USER_INPUT_ERROR',
  'BAD_REQUEST',
  'QUOTE_EXPIRED',
  'USER_NOT_VERIFIED_ERROR',
  'LIMIT_EXCEEDED',
  'IDEMPOTENCY_KEY_REUSED',
  'CONFLICT',
] as const;

/** Error codes of requests that create a transaction with a token. */
export const rampErrors = [
  'INVALID_TOKEN_OPERATION_ERROR',
  'INVALID_FIAT_AMOUNT_ERROR',
  'INVALID_TOKEN_AMOUNT_ERROR',
] as const;

/** Error codes of requests that create a transaction with a payout to a bank account. */
export const payoutErrors = ['USER_BANK_INFO_ACCESS_DENIED', 'USER_BANK_INFO_NOT_FOUND', 'RECEIVER_NOT_FOUND'] as const;

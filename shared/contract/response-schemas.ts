/**
 * Schemas of the `data` of all responses. Contracts refer to the schemas by name. Handlers import only the schemas' types, so no
 * bundle contains a response schema. The OpenAPI document and the tests read the schemas.
 */
import * as z from 'zod/mini';
import * as bankAccounts from '#shared/bank-accounts/response-schema';
import * as changes from '#shared/changes/response-schema';
import * as kyc from '#shared/identity/response-schema';
import * as allowedAddresses from '#shared/partners/allowed-addresses/response-schema';
import * as apiKeys from '#shared/partners/api-keys/response-schema';
import * as branding from '#shared/partners/branding/response-schema';
import * as quotes from '#shared/quotes/response-schema';
import * as receivers from '#shared/receivers/response-schema';
import * as owners from '#shared/signatures/response-schema';
import * as transactions from '#shared/transactions/response-schema';
import * as settlement from '#shared/transactions/settlement/response-schema';
import * as users from '#shared/users/response-schema';
import * as wallets from '#shared/wallets/response-schema';
import * as webhooks from '#shared/webhooks/response-schema';
import * as capabilities from './capabilities-schema';

export const responseSchemas = {
  ...users,
  ...kyc,
  ...owners,
  ...quotes,
  ...capabilities,
  ...transactions,
  ...settlement,
  ...bankAccounts,
  ...receivers,
  ...wallets,
  ...webhooks,
  ...changes,
  ...apiKeys,
  ...allowedAddresses,
  ...branding,
  /** The documentation routes return files instead of the JSON envelope. */
  File: z.string(),
};

export type ResponseName = keyof typeof responseSchemas;

/** Type of a response's `data`. */
export type ResponseData<N extends ResponseName> = z.infer<(typeof responseSchemas)[N]>;

/**
 * The public shapes: what `data` of each answer holds. Contracts name them; handlers import only their types,
 * so that no schema of an answer is in a bundle. The OpenAPI document and the tests read the schemas.
 */
import type * as z from 'zod/mini';
import * as bankAccounts from '#shared/api/shapes/bank-accounts';
import * as calendar from '#shared/api/shapes/calendar';
import * as capabilities from '#shared/api/shapes/capabilities';
import * as changes from '#shared/api/shapes/changes';
import * as crossRamp from '#shared/api/shapes/cross-ramp';
import * as documentation from '#shared/api/shapes/documentation';
import * as kyc from '#shared/api/shapes/kyc';
import * as owners from '#shared/api/shapes/owners';
import * as quotes from '#shared/api/shapes/quotes';
import * as ramp from '#shared/api/shapes/ramp';
import * as receivers from '#shared/api/shapes/receivers';
import * as transactions from '#shared/api/shapes/transactions';
import * as users from '#shared/api/shapes/users';
import * as virtualAccounts from '#shared/api/shapes/virtual-accounts';
import * as wallets from '#shared/api/shapes/wallets';
import * as webhooks from '#shared/api/shapes/webhooks';

export const shapes = {
  ...users,
  ...kyc,
  ...owners,
  ...crossRamp,
  ...ramp,
  ...quotes,
  ...capabilities,
  ...calendar,
  ...transactions,
  ...bankAccounts,
  ...receivers,
  ...wallets,
  ...virtualAccounts,
  ...webhooks,
  ...changes,
  ...documentation,
};

export type ShapeName = keyof typeof shapes;

/** The type of an answer's `data`. */
export type Shape<N extends ShapeName> = z.infer<(typeof shapes)[N]>;

import * as z from 'zod/mini';
import { listQuery, uuid } from '#shared/api/fields';
import { targetCountries } from '#shared/corridors/domain/payout-zones';
import { rampTypes } from './domain/bank-account-record';

/** Query parameters for lists of saved bank accounts (of a user or a receiver). */
export const savedAccountsQuery = listQuery({
  id: z.optional(uuid),
  country: z.optional(z.enum(targetCountries)),
  rampType: z.optional(z.enum(rampTypes)),
});

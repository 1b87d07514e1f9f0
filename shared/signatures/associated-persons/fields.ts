import * as z from 'zod/mini';
import { nameText } from '#shared/api/fields';
import { decimals } from '#shared/api/number-fields';
import { PERCENT_DECIMALS } from '#shared/signatures/domain/ownership-percent';

/** Text about a person of a business: the declaration that an owner signs contains all of it. */
export const personText = nameText(200);

/** A share of a business: above 0, at most 100. */
export const percent = z.number().check(z.gt(0), z.maximum(100), decimals(PERCENT_DECIMALS));

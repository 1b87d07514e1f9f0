import * as z from 'zod/mini';
import { nameText } from '#shared/api/fields';
import { decimals } from '#shared/api/number-fields';
import { PERCENT_DECIMALS } from '#shared/signatures/domain/ownership-percent';

/** Schema of a name or another text about an associated person. The signed declaration prints this text. */
export const personText = nameText(200);

/** Ownership share of a business in percent: above 0, at most 100. */
export const percent = z.number().check(z.gt(0), z.maximum(100), decimals(PERCENT_DECIMALS));

import * as z from 'zod/mini';
import { defineContract } from '#shared/contract/define-contract';
import { MAX_RANGES, parseCidr, RANGE_FORM } from '#shared/partners/domain/address-range';
import { areAllAddresses } from '#shared/partners/domain/allowed-addresses';

/** An IP address range in CIDR notation with its prefix length. */
export const addressRange = z.pipe(
  z.string(),
  z.transform((text: string, { issues }): string => {
    const cidr = parseCidr(text);
    if (cidr === undefined) issues.push({ code: 'custom', message: `Must be ${RANGE_FORM}`, input: text });
    return cidr ?? '';
  }),
);

const addressRanges = z.array(addressRange).check(
  z.minLength(1),
  z.maxLength(MAX_RANGES),
  z.refine((cidrs) => !areAllAddresses(cidrs), 'Must not be all addresses together'),
);

export const contract = defineContract({
  id: 'updateAllowedAddresses',
  body: z.object({ allowedAddresses: addressRanges }),
  response: 'AllowedAddresses',
  errors: ['CONFLICT'],
});

import * as z from 'zod';

/** Elastic IP addresses of a Region that an account may have, as shipped: https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html */
const ADDRESSES_OF_AN_ACCOUNT = 5;

/** Addresses from a given day on. Each has a name, so that it stays the same through deployments. */
const addressList = z.strictObject({
  /** One availability zone for each, in this order. */
  addresses: z
    .array(z.string().regex(/^[a-z][a-z0-9]{0,19}$/, 'must be a short name in small letters'))
    .min(1)
    .max(3)
    .refine((names) => new Set(names).size === names.length, 'name an address twice'),
  /** First day of the list, UTC. */
  from: z.iso.date('must be a day as YYYY-MM-DD'),
});

export interface EgressSettings {
  readonly current: z.infer<typeof addressList>;
  readonly announced?: z.infer<typeof addressList> | undefined;
}

/** Names of all addresses that a stage has, current ones first. */
export function addressNames({ current, announced }: EgressSettings): string[] {
  return [...new Set([...current.addresses, ...(announced?.addresses ?? [])])];
}

/** The fixed addresses that calls of partners and providers come from (docs/adr/013). */
export const egressSettings = z
  .strictObject({
    current: addressList,
    /** The next list. Its addresses are reserved at once, and used by the deployment that makes it the current one. */
    announced: addressList.optional(),
  })
  .refine(({ current, announced }) => announced === undefined || announced.from > current.from, {
    path: ['announced', 'from'],
    error: 'must be later than current.from',
  })
  .refine((lists) => addressNames(lists).length <= ADDRESSES_OF_AN_ACCOUNT, {
    error: `names more than ${ADDRESSES_OF_AN_ACCOUNT} addresses`,
  });

import * as z from 'zod';

/** Default quota of Elastic IP addresses per Region: https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html */
const ADDRESSES_OF_AN_ACCOUNT = 5;

/** List of addresses that applies from a given day. Each address has a name, so that later deployments keep the same address. */
const addressList = z.strictObject({
  /** Names of the addresses. The position of a name in the list decides the availability zone of the address. */
  addresses: z
    .array(z.string().regex(/^[a-z][a-z0-9]{0,19}$/, 'must be a short name of lower-case letters and digits'))
    .min(1)
    .max(3)
    .refine((names) => new Set(names).size === names.length, 'must contain each name only once'),
  /** First day on which this list applies, UTC. */
  from: z.iso.date('must be a date in the format YYYY-MM-DD'),
});

export interface EgressSettings {
  readonly current: z.infer<typeof addressList>;
  readonly announced?: z.infer<typeof addressList> | undefined;
}

/** Returns the names of all addresses of a stage, current addresses first. */
export function addressNames({ current, announced }: EgressSettings): string[] {
  return [...new Set([...current.addresses, ...(announced?.addresses ?? [])])];
}

/** Fixed IP addresses of our calls to partners and providers (docs/adr/013). */
export const egressSettings = z
  .strictObject({
    current: addressList,
    /**
     * The next list of addresses. The stage reserves these addresses immediately, and uses the addresses only after a deployment
     * that moves the list to `current`.
     */
    announced: addressList.optional(),
  })
  .refine(({ current, announced }) => announced === undefined || announced.from > current.from, {
    path: ['announced', 'from'],
    error: 'must be later than current.from',
  })
  .refine((lists) => addressNames(lists).length <= ADDRESSES_OF_AN_ACCOUNT, {
    error: `must contain at most ${ADDRESSES_OF_AN_ACCOUNT} different addresses`,
  });

/** Path of the list of addresses that calls of the service come from, as a route of the developer pages leads to it. */
export const EGRESS_ADDRESSES_PATH = '/guide/egress-addresses.json';

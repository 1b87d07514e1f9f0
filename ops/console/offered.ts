/** The verbs that the console offers: a closed list. Those that change anything carry a reason. */

/** Verbs that only read. */
const READS = [
  'partner list',
  'partner show',
  'key list',
  'limits show',
  'user find',
  'transaction list',
  'transaction show',
  'transaction webhooks',
  'order list',
  'order show',
  'hold list',
  'approval list',
  'exception list',
  'notification list',
  'notification show',
  'webhook-endpoint list',
  'audit list',
  'metrics show',
] as const;

/** Verbs that change something, and the part that the version of a transaction has in each. */
const ACTIONS = {
  'transaction re-emit': 'ANY_VERSION',
  'notification replay': 'ANY_VERSION',
  'approval approve': 'ANY_VERSION',
  'approval reject': 'ANY_VERSION',
  'exception resolve': 'ANY_VERSION',
  'hold release': 'SEEN_VERSION',
  'hold reject': 'SEEN_VERSION',
  'order retry': 'SEEN_VERSION',
  'order close': 'SEEN_VERSION',
} as const;

export interface Offered {
  readonly changes: boolean;
  /** True where it is refused unless the operator has seen the present version of the transaction. */
  readonly needsVersion: boolean;
}

const offered = new Map<string, Offered>([
  ...READS.map((name) => [name, { changes: false, needsVersion: false }] as const),
  ...Object.entries(ACTIONS).map(
    ([name, version]) => [name, { changes: true, needsVersion: version === 'SEEN_VERSION' }] as const,
  ),
]);

/** Names of all verbs that are offered. */
export const offeredNames: readonly string[] = [...offered.keys()];

/** Facts of a verb by noun and verb; `undefined` for any that is not offered. */
export function findOffered(name: string): Offered | undefined {
  return offered.get(name);
}

/**
 * Opens sockets to addresses that a partner chose. A URL says nothing about where its name leads, now
 * or a moment later, so the check stands where the connection is made and on every one of them.
 */
import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns';
import { buildConnector } from 'undici';
import { refuseAddress, refuseTarget, type UrlRules } from './address-policy';
import { TargetRefused } from './failure-text';

/** Finds all addresses of a name. */
export type Resolver = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectionRules extends Pick<UrlRules, 'localNetworkAllowed' | 'plainHttp'> {
  /** @default the system's resolver */
  readonly resolve?: Resolver | undefined;
  /** Certificates to trust beside the system's. @default none */
  readonly ca?: string | undefined;
}

/** For the look-up, the connection and the handshake together. */
const CONNECT_MS = 3000;

/**
 * Checks each new connection where it is made: a literal address before, since the socket does no look-up
 * for it; a name in the look-up that the socket itself uses, so that no second answer can differ from the
 * checked one. One address that is not public refuses the whole answer.
 */
export function guardedConnector(rules: ConnectionRules): buildConnector.connector {
  const [http, https] = [createConnector(rules, 'http:'), createConnector(rules, 'https:')];
  return (target, callback) => {
    const refusal = refuseTarget(target, rules);
    if (refusal !== undefined) return callback(new TargetRefused(refusal), null);
    return target.protocol === 'https:' ? https(target, callback) : http(target, callback);
  };
}

function createConnector(rules: ConnectionRules, protocol: string): buildConnector.connector {
  const { resolve = lookup, ca } = rules;
  return buildConnector({
    timeout: CONNECT_MS,
    minVersion: 'TLSv1.2',
    ...(ca === undefined ? {} : { ca }),
    lookup(hostname, lookupOptions, callback) {
      resolve(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
        const [first] = addresses ?? [];
        if (error !== null || first === undefined) return callback(error ?? notFound(), '');
        const [refusal] = addresses.flatMap(({ address }) => refuseAddress(address, protocol, rules) ?? []);
        if (refusal !== undefined) return callback(new TargetRefused(refusal), '');
        return lookupOptions.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
      });
    },
  });
}

function notFound(): NodeJS.ErrnoException {
  return Object.assign(new Error('No address'), { code: 'ENOTFOUND' });
}

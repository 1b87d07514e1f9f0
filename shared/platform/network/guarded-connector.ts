/**
 * Opens sockets to addresses that a partner chose. A URL says nothing about where its name leads, now
 * or a moment later, so the check stands where the connection is made and on every one of them.
 */
import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns';
import { buildConnector } from 'undici';
import {
  HTTP_NOT_LOCAL,
  isLocalAddress,
  isPublicAddress,
  NOT_HTTPS,
  NOT_PUBLIC,
  refuseHost,
  refuseHttpHost,
  type UrlRules,
} from './address-policy';
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
  const [http, https] = [createConnector(rules, checkHttp(rules)), createConnector(rules, checkHttps(rules))];
  return (target, callback) => {
    const isHttp = target.protocol !== 'https:';
    const refusal = refuseTarget(rules, isHttp, target.hostname);
    if (refusal !== undefined) return callback(new TargetRefused(refusal), null);
    return isHttp ? http(target, callback) : https(target, callback);
  };
}

/** Why a target is refused before any look-up. */
function refuseTarget(
  { localNetworkAllowed, plainHttp }: ConnectionRules,
  isHttp: boolean,
  hostname: string,
): string | undefined {
  if (!localNetworkAllowed) return isHttp ? NOT_HTTPS : refuseHost(hostname);
  return isHttp && plainHttp === 'LOCAL' ? refuseHttpHost(hostname) : undefined;
}

/** Why an address that a name led to is refused. */
type AddressCheck = (address: string) => string | undefined;

function checkHttps({ localNetworkAllowed }: ConnectionRules): AddressCheck {
  return (address) => (localNetworkAllowed || isPublicAddress(address) ? undefined : NOT_PUBLIC);
}

function checkHttp({ plainHttp }: ConnectionRules): AddressCheck {
  return (address) => (plainHttp !== 'LOCAL' || isLocalAddress(address) ? undefined : HTTP_NOT_LOCAL);
}

function createConnector({ resolve = lookup, ca }: ConnectionRules, check: AddressCheck): buildConnector.connector {
  return buildConnector({
    timeout: CONNECT_MS,
    minVersion: 'TLSv1.2',
    ...(ca === undefined ? {} : { ca }),
    lookup(hostname, lookupOptions, callback) {
      resolve(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
        const [first] = addresses ?? [];
        if (error !== null || first === undefined) return callback(error ?? notFound(), '');
        const [refusal] = addresses.flatMap(({ address }) => check(address) ?? []);
        if (refusal !== undefined) return callback(new TargetRefused(refusal), '');
        return lookupOptions.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
      });
    },
  });
}

function notFound(): NodeJS.ErrnoException {
  return Object.assign(new Error('No address'), { code: 'ENOTFOUND' });
}

/**
 * Requests to addresses that a partner chose. A URL says nothing about where its name leads, now or a moment later, so the
 * check is made where the connection is made, for each of them.
 */
import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { refuseAddress, refuseTarget, type UrlRules } from './address-policy';
import { TargetRefused } from './failure-text';
import { type ConnectionOptions, type HttpRequest, sendRequest } from './http-request';

/** Finds all addresses of a name. */
export type Resolver = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectionRules extends Pick<UrlRules, 'localNetworkAllowed' | 'plainHttp'> {
  /** @default the system's resolver */
  readonly resolve?: Resolver | undefined;
  /** Certificates to trust in addition to the system's. @default none */
  readonly ca?: string | undefined;
}

/** For the look-up, the connection and the handshake together. */
const CONNECT_MS = 3000;

/**
 * Sends a request over a connection of its own, after checking its address: a literal one before, since the socket does no
 * look-up for it; a name in the look-up that the socket itself uses, so that no second answer can differ from the
 * checked one. One address that is not public refuses the name.
 * @throws TargetRefused, and what `sendRequest` throws
 */
export async function sendGuarded(
  url: string,
  request: Omit<HttpRequest, 'connection' | 'connectMs'>,
  rules: ConnectionRules,
): Promise<IncomingMessage> {
  const target = new URL(url);
  const refusal = refuseTarget(target, rules);
  if (refusal !== undefined) throw new TargetRefused(refusal);
  return sendRequest(url, { ...request, connection: guardedConnection(rules, target.protocol), connectMs: CONNECT_MS });
}

function guardedConnection(rules: ConnectionRules, protocol: string): ConnectionOptions {
  const { resolve = lookup, ca } = rules;
  return {
    // A kept connection may be cut by the other side, or by a frozen function, just as it is used: a healthy
    // endpoint would lose one of its five attempts.
    agent: false,
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
  };
}

function notFound(): NodeJS.ErrnoException {
  return Object.assign(new Error('No address'), { code: 'ENOTFOUND' });
}

/** Hash chain of a signature's events. Each event contains the previous event's hash, so any change of the chain is detected. */
import canonicalize from 'canonicalize';
import { sha256Hex } from '#shared/values/sha256';

export const evidenceEvents = ['REQUESTED', 'LINK_OPENED', 'CONSENT_GIVEN', 'SIGNED', 'DOCUMENT_MADE'] as const;

/** An event of a signature with its evidence. Digests are SHA-256, hex. */
export interface EvidenceEvent {
  readonly event: (typeof evidenceEvents)[number];
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly ipAddress?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly textSha256?: string | undefined;
  readonly consentSha256?: string | undefined;
  readonly recordSha256?: string | undefined;
}

/** An event of the chain. `sha256` is the hash of the canonical JSON (RFC 8785) of all other fields. */
export interface ChainedEvent extends EvidenceEvent {
  /** `null` for the first event. */
  readonly previousSha256: string | null;
  readonly sha256: string;
}

/** Appends events to a chain. @returns the whole chain */
export function chainEvents(events: readonly EvidenceEvent[], before: readonly ChainedEvent[] = []): ChainedEvent[] {
  const chain = [...before];
  for (const event of events) {
    const linked = { ...event, previousSha256: chain.at(-1)?.sha256 ?? null };
    chain.push({ ...linked, sha256: canonicalDigest(linked) });
  }
  return chain;
}

/** Returns the SHA-256 of the canonical JSON of a value, hex. */
export function canonicalDigest(value: object): string {
  return sha256Hex(canonicalize(value) ?? '');
}

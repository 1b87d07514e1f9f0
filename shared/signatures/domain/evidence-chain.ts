/** Events of a signature, each with the hash of the one before, so that none can be changed, left out or put in later. */
import canonicalize from 'canonicalize';
import { sha256Hex } from '#shared/values/sha256';

export const evidenceEvents = ['REQUESTED', 'LINK_OPENED', 'CONSENT_GIVEN', 'SIGNED', 'DOCUMENT_MADE'] as const;

/** A recorded event with its evidence. Digests are hex SHA-256. */
export interface EvidenceEvent {
  readonly event: (typeof evidenceEvents)[number];
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly ipAddress?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly textSha256?: string | undefined;
  readonly consentSha256?: string | undefined;
  readonly recordSha256?: string | undefined;
}

/** An event in a chain: its hash is of the canonical JSON (RFC 8785) of all the rest of it. */
export interface ChainedEvent extends EvidenceEvent {
  /** `null` for the first record. */
  readonly previousSha256: string | null;
  readonly sha256: string;
}

/** Adds events to a chain. @returns all of them */
export function chainEvents(events: readonly EvidenceEvent[], before: readonly ChainedEvent[] = []): ChainedEvent[] {
  const chain = [...before];
  for (const event of events) {
    const linked = { ...event, previousSha256: chain.at(-1)?.sha256 ?? null };
    chain.push({ ...linked, sha256: canonicalDigest(linked) });
  }
  return chain;
}

/** Hex SHA-256 of the canonical JSON of a value. */
export function canonicalDigest(value: object): string {
  return sha256Hex(canonicalize(value) ?? '');
}

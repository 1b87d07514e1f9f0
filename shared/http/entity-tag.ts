import { createHash } from 'node:crypto';
import { invalidInput } from '#shared/api/problems';
import { type GatewayEvent, header } from './gateway-event';

/** Maximum number of characters of If-None-Match, enough for about forty entity tags of this API. */
export const MAX_IF_NONE_MATCH = 1000;

export const invalidIfNoneMatch = () =>
  invalidInput([{ field: 'If-None-Match', message: `Must have at most ${MAX_IF_NONE_MATCH} characters` }]);

/** Reads If-None-Match: the entity tags of the responses that the caller has stored. @throws Problem if the header is too long */
export function readIfNoneMatch(event: GatewayEvent): string | undefined {
  const tags = header(event, 'if-none-match');
  if (tags !== undefined && tags.length > MAX_IF_NONE_MATCH) throw invalidIfNoneMatch();
  return tags;
}

/** Returns the entity tag of a text, with quotes, as a hash of the content. */
export function entityTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/**
 * Returns true if If-None-Match contains the tag. The comparison is weak (RFC 9110, 13.1.2), because a gateway that compresses
 * responses may change our tags to weak tags.
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((held) => held.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}

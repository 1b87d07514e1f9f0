import { createHash } from 'node:crypto';
import { invalidInput } from '#shared/api/problems';
import { type GatewayEvent, header } from './gateway-event';

/** Characters of If-None-Match at most: some forty of our tags. */
export const MAX_IF_NONE_MATCH = 1000;

export const invalidIfNoneMatch = () =>
  invalidInput([{ field: 'If-None-Match', message: `Must have at most ${MAX_IF_NONE_MATCH} characters` }]);

/** Reads the tags that a caller of an operation holds. @throws Problem when the header is too long */
export function readIfNoneMatch(event: GatewayEvent): string | undefined {
  const tags = header(event, 'if-none-match');
  if (tags !== undefined && tags.length > MAX_IF_NONE_MATCH) throw invalidIfNoneMatch();
  return tags;
}

/** Entity tag of a text, with its quotes, by content. */
export function entityTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/** Returns true if If-None-Match names a tag. Tags are compared weakly (RFC 9110, 13.1.2): a gateway that compresses may have weakened ours. */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((held) => held.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}

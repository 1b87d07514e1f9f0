import { createHash } from 'node:crypto';

/** Entity tag of a text, with its quotes, by content. */
export function entityTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/** Whether If-None-Match names a tag. Tags are compared weakly (RFC 9110, 13.1.2): a gateway that compresses may have weakened ours. */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((held) => held.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}

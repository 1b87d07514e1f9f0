/** Returns true if the host of a URL is this computer. */
export function isOnThisMachine(url: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
}

/** Returns true for an http origin of a server on this computer, without user, path or query. */
export function isLocalOrigin(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && isBareOrigin(new URL(value)) && isOnThisMachine(value);
}

function isBareOrigin({ protocol, origin, href }: URL): boolean {
  return protocol === 'http:' && href === `${origin}/`;
}

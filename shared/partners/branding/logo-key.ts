const NAME = /^[0-9a-f]{64}\.png$/;

/** The key of a logo in the bucket, and its path at the service: the digest of its content. */
export const logoKey = (sha256: string): string => `logos/${sha256}.png`;

/** The key of the logo of a name, as the path of its address has it; `undefined` for what is no such name. */
export function namedLogoKey(name: string): string | undefined {
  return NAME.test(name) ? `logos/${name}` : undefined;
}

/** Appearance of a partner to the people whom it sends to our pages. */

import { isRedirectUri } from '#shared/values/redirect-uri';

/** Longest name that is shown, in UTF-16 code units. */
export const MAX_DISPLAY_NAME = 60;

/** A logo as we have drawn it again: a PNG, content and nothing else. */
export interface Logo {
  /** Hex digest of the PNG, which is part of its URL. */
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  /** The PNG in Base64. */
  readonly png: string;
}

export interface Branding {
  readonly displayName?: string | undefined;
  /** `#rrggbb`, in lower case; white text can be read on it. */
  readonly color?: string | undefined;
  readonly helpUrl?: string | undefined;
  readonly privacyUrl?: string | undefined;
  readonly logo?: Logo | undefined;
  /** ISO time of the last change; absent before the first one. */
  readonly updatedAt?: string | undefined;
  /** 0 before the first change. */
  readonly version: number;
}

/** Address that people are shown: https, the name of a host (RFC 1123), at most a port of five digits below 60000, and the characters of a URI (RFC 3986). */
export const SHOWN_URL =
  /^https:\/\/(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}(?::(?:[0-9]{1,4}|[1-5][0-9]{4}))?(?:[/?#][A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]*)?$/;

/** Returns true if people may be shown an address, which is one that browsers do not repair into another. */
export function isShownUrl(text: string): boolean {
  return SHOWN_URL.test(text) && isRedirectUri(text, { loopback: false });
}

/** The branding of a partner that has set nothing. */
export const noBranding: Branding = { version: 0 };

export const brandingFields = ['displayName', 'color', 'helpUrl', 'privacyUrl', 'logo'] as const;
export type BrandingField = (typeof brandingFields)[number];

/** An absent field stays unchanged; null clears it. */
export type BrandingChange = {
  readonly [Field in BrandingField]?: Branding[Field] | null;
};

/** The branding after a change; `undefined` if the change changes nothing. */
export function changedBranding(before: Branding, change: BrandingChange, updatedAt: string): Branding | undefined {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  const after = { ...before, ...Object.fromEntries(named.map(([field, value]) => [field, value ?? undefined])) };
  const isSame = brandingFields.every((field) => JSON.stringify(before[field]) === JSON.stringify(after[field]));
  return isSame ? undefined : { ...after, version: before.version + 1, updatedAt };
}

const LOGO_NAME = /^[0-9a-f]{64}\.png$/;

/** The key of a logo in the bucket and its path in the API. Both contain the digest of the content. */
export const logoKey = (sha256: string): string => `logos/${sha256}.png`;

/** The key of a logo, from the name in the path of its address; `undefined` if the name is malformed. */
export function namedLogoKey(name: string): string | undefined {
  return LOGO_NAME.test(name) ? `logos/${name}` : undefined;
}

/** Appearance of a partner on hosted pages. */

import { isRedirectUri } from '#shared/values/redirect-uri';

/** Maximum length of the name in UTF-16 code units. */
export const MAX_DISPLAY_NAME = 60;

/** A logo that was re-encoded as PNG without metadata. */
export interface Logo {
  /** SHA-256 of the PNG (hex). The URL of the logo contains this digest. */
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  /** The PNG in Base64. */
  readonly png: string;
}

export interface Branding {
  readonly displayName?: string | undefined;
  /** `#rrggbb` in lower case. White text is readable on it. */
  readonly color?: string | undefined;
  readonly helpUrl?: string | undefined;
  readonly privacyUrl?: string | undefined;
  readonly logo?: Logo | undefined;
  /** ISO time of the last change. Absent before the first change. */
  readonly updatedAt?: string | undefined;
  /** 0 before the first change. */
  readonly version: number;
}

/** URL that users see: https, a hostname (RFC 1123), an optional port below 60000, and URI characters (RFC 3986). */
export const SHOWN_URL =
  /^https:\/\/(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}(?::(?:[0-9]{1,4}|[1-5][0-9]{4}))?(?:[/?#][A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]*)?$/;

/** Returns true if a URL may be shown to users: browsers must not normalize it to another URL. */
export function isShownUrl(text: string): boolean {
  return SHOWN_URL.test(text) && isRedirectUri(text, { loopback: false });
}

/** Branding of a partner without settings. */
export const noBranding: Branding = { version: 0 };

export const brandingFields = ['displayName', 'color', 'helpUrl', 'privacyUrl', 'logo'] as const;
export type BrandingField = (typeof brandingFields)[number];

/** An absent field stays unchanged; null clears it. */
export type BrandingChange = {
  readonly [Field in BrandingField]?: Branding[Field] | null;
};

/** Returns the branding after a change; `undefined` if the change has no effect. */
export function changedBranding(before: Branding, change: BrandingChange, updatedAt: string): Branding | undefined {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  const after = { ...before, ...Object.fromEntries(named.map(([field, value]) => [field, value ?? undefined])) };
  const isSame = brandingFields.every((field) => JSON.stringify(before[field]) === JSON.stringify(after[field]));
  return isSame ? undefined : { ...after, version: before.version + 1, updatedAt };
}

const LOGO_NAME = /^[0-9a-f]{64}\.png$/;

/** Returns the S3 key of a logo. The key and the API path contain the digest of the content. */
export const logoKey = (sha256: string): string => `logos/${sha256}.png`;

/** Returns the S3 key of a logo by the name in its URL; `undefined` if the name is malformed. */
export function namedLogoKey(name: string): string | undefined {
  return LOGO_NAME.test(name) ? `logos/${name}` : undefined;
}

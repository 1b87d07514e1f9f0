/** A partner's branding. One item, so that a page has all of it in one read. */
import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { brandingKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { putIfVersion } from '#shared/dynamodb/writes';
import { type Branding, noBranding } from '#shared/partners/domain/branding';

const logo = z.object({ sha256: z.string(), width: z.number(), height: z.number(), png: z.string() });

const brandingItem = z.object({
  displayName: maybe(z.string()),
  color: maybe(z.string()),
  helpUrl: maybe(z.string()),
  privacyUrl: maybe(z.string()),
  logo: maybe(logo),
  updatedAt: z.string(),
  version: z.number(),
});

/** The branding of a partner; empty if it has set none. */
export async function readBranding(partnerId: string): Promise<Branding> {
  return (await readRecord(brandingKey(partnerId), (raw) => brandingItem.parse(raw))) ?? noBranding;
}

/** The action that replaces the branding that was read; it fails if the branding has changed since. */
export function brandingWrite(partnerId: string, before: Branding, after: Branding): PendingWrite {
  const version = before.version === 0 ? undefined : before.version;
  return putIfVersion(version, { ...brandingKey(partnerId), entity: 'BRANDING', partnerId, ...after });
}

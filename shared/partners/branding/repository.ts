/** A partner's branding, stored in one item so that a page needs one read. */
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

/** Reads the branding of a partner; empty if none is set. */
export async function readBranding(partnerId: string): Promise<Branding> {
  return (await readRecord(brandingKey(partnerId), (raw) => brandingItem.parse(raw))) ?? noBranding;
}

/** Returns the write that replaces the branding. The write fails if the branding changed in the meantime. */
export function brandingWrite(partnerId: string, before: Branding, after: Branding): PendingWrite {
  const version = before.version === 0 ? undefined : before.version;
  return putIfVersion(version, { ...brandingKey(partnerId), entity: 'BRANDING', partnerId, ...after });
}

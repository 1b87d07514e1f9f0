import { logoKey } from '#shared/partners/branding/logo-key';
import type { Logo } from '#shared/partners/domain/branding';
import { storeFile } from '#shared/platform/files/files';

/** The gateway waits for 14.5 s in all. */
const STORE_TIMEOUT_MS = 4000;

/**
 * Puts a logo where its address leads, before a branding names it. The key is the digest of what it holds: the same logo is
 * written over by itself, and one that is replaced stays where copies of its address lead.
 * @throws FileNotStored
 */
export async function storeLogo({ sha256, png }: Logo): Promise<void> {
  const file = { key: logoKey(sha256), content: Buffer.from(png, 'base64'), contentType: 'image/png' };
  await storeFile(file, { signal: AbortSignal.timeout(STORE_TIMEOUT_MS) });
}

/**
 * Forms of a page of the feed: PLAIN, its changes as a list, or PACKED, the compressed text of that list, which is some
 * 40 % of its size. Readers take both. A setting of the stage decides which one is written, since code from before the
 * second form cannot read it (docs/upgrade-and-rollback.md).
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as z from 'zod/mini';
import type { StoredRecord } from '#shared/dynamodb/table';

export type PageForm = 'PLAIN' | 'PACKED';

/** The changes of a page, and how they were stored. */
export interface StoredChanges {
  readonly form: PageForm;
  readonly changes: unknown;
}

/** Higher qualities take several times the processor time for a hundredth of the size. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const packedPage = z.object({ packed: z.instanceof(Uint8Array) });

/** The attribute that stores the changes of a page. */
export function encodeChanges(changes: readonly object[], form: PageForm) {
  return form === 'PLAIN'
    ? { changes: [...changes] }
    : { packed: brotliCompressSync(JSON.stringify(changes), QUALITY) };
}

/** The changes of a stored page, of either form. Their reader checks them. */
export function decodeChanges(page: StoredRecord): StoredChanges {
  const { data } = packedPage.safeParse(page);
  if (data === undefined) return { form: 'PLAIN', changes: page.changes };
  const changes: unknown = JSON.parse(brotliDecompressSync(data.packed).toString());
  return { form: 'PACKED', changes };
}

/** Returns the form in which this function writes pages: PLAIN unless set. */
export function configuredForm(): PageForm {
  return process.env.FEED_PAGES === 'PACKED' ? 'PACKED' : 'PLAIN';
}

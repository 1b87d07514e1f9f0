/** Request fields for a transaction's annotations (external id and metadata). */
import * as z from 'zod/mini';
import { optionalText, printable, text } from '#shared/api/fields';
import { MAX_METADATA_KEYS } from './domain/annotations';

const MAX_EXTERNAL_ID = 128;
/** Maximum length of a metadata value, in UTF-16 code units. */
export const MAX_METADATA_VALUE = 500;

export const METADATA_KEY = /^[A-Za-z0-9_-]{1,40}$/;
/** Forbidden key: assigning `__proto__` changes an object's prototype and adds no property. */
const RESERVED_KEY = '__proto__';

const keysOf = (value: unknown): string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : []);

/**
 * Checks the keys before the values, because the error of a value shows the key in `field`. No error may show a forbidden key.
 */
const allowedKeys = z.unknown().check(
  z.refine((value) => keysOf(value).length <= MAX_METADATA_KEYS, `Must have at most ${MAX_METADATA_KEYS} keys`),
  z.refine(
    (value) => keysOf(value).every((key) => METADATA_KEY.test(key) && key !== RESERVED_KEY),
    `Each key must be 1 to 40 letters, digits, _ or -, and not ${RESERVED_KEY}`,
  ),
);

const metadataValue = z.string().check(z.maxLength(MAX_METADATA_VALUE), printable);

/** Metadata of a new transaction. */
export const metadata = z.pipe(allowedKeys, z.catchall(z.object({}), metadataValue));

/** Changes to metadata: `null` removes a key. */
export const metadataChanges = z.pipe(allowedKeys, z.catchall(z.object({}), z.nullable(metadataValue)));

/** Annotation fields of a request that creates a transaction. */
export const annotations = { externalId: optionalText(MAX_EXTERNAL_ID), metadata: z.optional(metadata) };

/** External id in requests that require an external id. */
export const externalIdText = text.check(z.maxLength(MAX_EXTERNAL_ID));

/** Request fields of the annotations of a transaction. */
import * as z from 'zod/mini';
import { optionalText, printable, text } from '#shared/api/fields';
import { MAX_METADATA_KEYS } from './domain/annotations';

const MAX_EXTERNAL_ID = 128;
/** Longest value, in UTF-16 code units. */
export const MAX_METADATA_VALUE = 500;

export const METADATA_KEY = /^[A-Za-z0-9_-]{1,40}$/;
/** Assigning it changes an object instead of adding a member. */
const RESERVED_KEY = '__proto__';

const keysOf = (value: unknown): string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : []);

/** Checks the keys before the values, so that no error repeats a key that is not allowed. */
const allowedKeys = z.unknown().check(
  z.refine((value) => keysOf(value).length <= MAX_METADATA_KEYS, `Must have at most ${MAX_METADATA_KEYS} keys`),
  z.refine(
    (value) => keysOf(value).every((key) => METADATA_KEY.test(key) && key !== RESERVED_KEY),
    `Each key must be 1 to 40 letters, digits, _ or -, and not ${RESERVED_KEY}`,
  ),
);

const metadataValue = z.string().check(z.maxLength(MAX_METADATA_VALUE), printable);

/** The metadata of a new transaction. */
export const metadata = z.pipe(allowedKeys, z.catchall(z.object({}), metadataValue));

/** Changes to metadata: a key with null is removed. */
export const metadataChanges = z.pipe(allowedKeys, z.catchall(z.object({}), z.nullable(metadataValue)));

/** Fields of a creation. */
export const annotations = { externalId: optionalText(MAX_EXTERNAL_ID), metadata: z.optional(metadata) };

/** The external id, if it is required. */
export const externalIdText = text.check(z.maxLength(MAX_EXTERNAL_ID));

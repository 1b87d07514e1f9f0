import type { WrongBody } from './handlers/describe-endpoint';

/** Returns metadata with this number of keys. */
export function metadataOf(keys: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: keys }, (_, at) => [`key-${at}`, `value ${at}`]));
}

/** Invalid annotations, which creations and updates reject. */
export const wrongAnnotations: readonly WrongBody[] = [
  ['an external id of 129 characters', { externalId: 'x'.repeat(129) }, 'externalId'],
  ['a number as external id', { externalId: 1042 }, 'externalId'],
  ['a list as external id', { externalId: ['1042'] }, 'externalId'],
  ['an external id in two lines', { externalId: 'a\nb' }, 'externalId'],
  ['an external id that turns the direction', { externalId: 'A\u202eB' }, 'externalId'],
  ['half a character', { externalId: '\ud83d' }, 'externalId'],
  ['text as metadata', { metadata: 'a' }, 'metadata'],
  ['a list as metadata', { metadata: ['a'] }, 'metadata'],
  ['21 keys', { metadata: metadataOf(21) }, 'metadata'],
  ['50 keys', { metadata: metadataOf(50) }, 'metadata'],
  ['51 keys', { metadata: metadataOf(51) }, 'metadata'],
  ['an empty key', { metadata: { '': 'a' } }, 'metadata'],
  ['a key of 41 characters', { metadata: { ['k'.repeat(41)]: 'a' } }, 'metadata'],
  ['a key with a dot', { metadata: { 'a.b': 'a' } }, 'metadata'],
  ['a key beyond ASCII', { metadata: { clé: 'a' } }, 'metadata'],
  ['the key __proto__', { metadata: JSON.parse('{"__proto__": "a"}') }, 'metadata'],
  ['a number as value', { metadata: { a: 1 } }, 'metadata.a'],
  ['an object as value', { metadata: { a: { b: 'c' } } }, 'metadata.a'],
  ['a value of 501 characters', { metadata: { a: 'x'.repeat(501) } }, 'metadata.a'],
  ['a value with a control character', { metadata: { a: '\u0000' } }, 'metadata.a'],
];

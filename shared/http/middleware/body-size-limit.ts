import type { MiddlewareObj } from '@middy/core';
import { payloadTooLarge } from '#shared/api/problems';
import type { Contract } from '#shared/http/contract';
import type { RequestEvent } from './request-event';

/** Bytes of a body that carries no file. */
export const MAX_BODY_BYTES = 65_536;

/**
 * Bytes of a body that carries one: an invoice of 4 MB in Base64 (5,592,408 characters), its line breaks as JSON writes
 * them, and the other fields. The synchronous limit of a function is 6 MB (6,291,456 bytes), counted on the escaped event:
 * a body beyond this bound may not pass it, so it is refused here, in the envelope.
 */
export const MAX_FILE_BODY_BYTES = 6_000_000;

/** Refuses a body beyond its operation's bound, before anything of it is read. */
export function limitBodySize({ carriesFile }: Contract): MiddlewareObj<RequestEvent> {
  const maxBytes = carriesFile === true ? MAX_FILE_BODY_BYTES : MAX_BODY_BYTES;
  return {
    before: ({ event }) => {
      if (Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8') > maxBytes)
        throw payloadTooLarge();
    },
  };
}

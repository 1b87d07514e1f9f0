import type { MiddlewareObj } from '@middy/core';
import { Problem } from '#shared/api/problems';
import type { Contract } from '#shared/http/contract';
import type { EdgeEvent } from '#shared/http/edge';

/** Bytes of a body that carries no file. */
export const MAX_BODY_BYTES = 65_536;

/**
 * Bytes of a body that carries one. The synchronous limit of a function is 6 MB, counted on the escaped event: a body
 * beyond this bound may not pass it, so that the bound is told here, in the envelope.
 */
export const MAX_FILE_BODY_BYTES = 5_500_000;

/** Refuses a body beyond its operation's bound, before anything of it is read. */
export function boundedBody({ carriesFile }: Contract): MiddlewareObj<EdgeEvent> {
  const most = carriesFile === true ? MAX_FILE_BODY_BYTES : MAX_BODY_BYTES;
  return {
    before: ({ event }) => {
      if (Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8') > most)
        throw new Problem('PAYLOAD_TOO_LARGE', 'Payload too large');
    },
  };
}

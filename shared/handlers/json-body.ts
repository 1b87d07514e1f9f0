import type { MiddlewareObj } from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import { compressedBody, invalidInput, notJson, notUtf8 } from '#shared/api/problems';
import { headerValues } from '#shared/http/gateway-event';
import type { RequestEvent } from './request-event';

/** Maximum nesting of a body. Fields use at most four levels. Thousands of levels could overflow the stack of recursive code. */
const MAX_LEVELS = 100;

/**
 * Parses the JSON body of the event; an empty body becomes an empty object. For invalid JSON, Middy's parser returns 415, but
 * this middleware returns 400. The status 415 means only a wrong content type.
 */
export function jsonBody(): MiddlewareObj<RequestEvent> {
  const parse = jsonBodyParser<RequestEvent>().before;
  return {
    before: async (request) => {
      const { event } = request;
      if (event.body === null || event.body === '') {
        event.state.body = {};
        return;
      }
      // Middy's parser finds only two spellings of this header name, so set one. `declaredAsJson` has already checked the value.
      event.headers = { ...event.headers, 'content-type': 'application/json' };
      try {
        await parse?.(request);
      } catch {
        throw invalidInput([{ field: 'body', message: 'Must be valid JSON' }]);
      }
      const body: unknown = request.event.body;
      if (isDeeper(body, MAX_LEVELS))
        throw invalidInput([{ field: 'body', message: `Must be nested at most ${MAX_LEVELS} levels deep` }]);
      event.state.body = body;
    },
  };
}

/** Rejects a body if its headers declare any format except uncompressed JSON in UTF-8, even if the operation ignores the body. */
export function declaredAsJson(): MiddlewareObj<RequestEvent> {
  return {
    before: ({ event }) => {
      if (event.body !== null && event.body !== '') checkEncoding(event);
    },
  };
}

/** @throws Problem UNSUPPORTED_MEDIA_TYPE */
function checkEncoding(event: RequestEvent): void {
  const types = headerValues(event, 'content-type').filter((type) => type !== '');
  if (!types.every(isJsonType)) throw notJson();
  if (!types.flatMap(readCharsets).every((charset) => charset.toLowerCase() === 'utf-8')) throw notUtf8();
  const encodings = headerValues(event, 'content-encoding').flatMap((value) => value.split(','));
  if (encodings.some((encoding) => !['', 'identity'].includes(encoding.trim().toLowerCase()))) throw compressedBody();
}

/** Returns the `charset` parameters of a content type (RFC 9110, section 8.3.1), without quotes. */
function readCharsets(contentType: string): string[] {
  return [...contentType.matchAll(/;\s*charset\s*=\s*(?:"([^"]*)"|([^;]*))/gi)].map(([, quoted, plain = '']) =>
    (quoted ?? plain).trim(),
  );
}

/** Returns true if objects or arrays nest deeper than `levels`. Uses no recursion, so a deep body cannot overflow the stack. */
function isDeeper(value: unknown, levels: number): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; depth < levels && level.length > 0; depth += 1)
    level = level.flatMap((nest) => Object.values(nest).filter(isContainer));
  return level.length > 0;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns true for `application/json` and for formats based on JSON, such as `application/problem+json` (RFC 6839). */
function isJsonType(contentType: string): boolean {
  const [mediaType = ''] = contentType.toLowerCase().split(';', 1);
  const [type, subtype = ''] = mediaType.trim().split('/');
  return type === 'application' && (subtype === 'json' || subtype.endsWith('+json'));
}

/**
 * The edge of the endpoints that anyone may call: request id, safe headers, one log line, errors in the
 * envelope. It knows no key, no contract and no table, so that nothing of them is in these bundles.
 */
import { Problem } from '#shared/api/problems';
import { entityTag, holdsTag } from '#shared/http/entity-tag';
import { type GatewayEvent, type GatewayResult, header } from '#shared/http/events';
import { requestIdOf } from '#shared/http/request-id';
import { problemAnswer } from '#shared/http/responses';
import { transportHeaders } from '#shared/http/safe-headers';
import { logError } from '#shared/observability/log';
import { logRequest } from '#shared/observability/request-line';

/** A text that is served as it is. */
export interface ServedFile {
  readonly contentType: string;
  readonly text: string;
  /** Entity tag with its quotes, by content. */
  readonly etag: string;
}

export function servedFile(contentType: string, text: string): ServedFile {
  return { contentType, text, etag: entityTag(text) };
}

export type PublicOperation = (event: GatewayEvent) => GatewayResult;

/** Sent with every answer: no guessing of content types, and no address of a page in anybody's logs. */
const SAFETY = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

/**
 * The handler of an endpoint that takes no key.
 * @param id the row's id in the endpoint table
 */
export function publicEndpoint(
  id: string,
  operation: PublicOperation,
): (event: GatewayEvent) => Promise<GatewayResult> {
  return async (event) => {
    const startedMs = Date.now();
    const requestId = requestIdOf(event);
    const { answer, code } = answerOf(operation, event, requestId);
    logRequest({
      requestId,
      endpoint: id,
      status: answer.statusCode,
      code,
      durationMs: Date.now() - startedMs,
    });
    return {
      ...answer,
      headers: { ...SAFETY, ...transportHeaders(), ...answer.headers, 'x-request-id': requestId },
    };
  };
}

function answerOf(
  operation: PublicOperation,
  event: GatewayEvent,
  requestId: string,
): { readonly answer: GatewayResult; readonly code?: string } {
  try {
    return { answer: operation(event) };
  } catch (error) {
    const problem = error instanceof Problem ? error : unexpected(error, requestId);
    return { answer: problemAnswer(problem), code: problem.code };
  }
}

function unexpected(error: unknown, requestId: string): Problem {
  logError('unexpected failure', error, { requestId });
  return new Problem('INTERNAL_SERVER_ERROR', 'Internal server error', { cause: error });
}

/** Answers with a file, or with 304 to a caller that holds this very content. */
export function fileAnswer(
  event: GatewayEvent,
  file: ServedFile,
  headers: Readonly<Record<string, string>>,
): GatewayResult {
  const common = { etag: file.etag, ...headers };
  if (holdsTag(header(event, 'if-none-match'), file.etag))
    return { statusCode: 304, headers: common, body: '' };
  return { statusCode: 200, headers: { ...common, 'content-type': file.contentType }, body: file.text };
}

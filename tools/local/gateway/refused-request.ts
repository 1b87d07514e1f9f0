import type { IncomingMessage } from 'node:http';
import type { WrittenResponse } from '#local/gateway/gateway-response';
import type { TemplateContext } from '#local/gateway/mapping-template';
import { badRequest, invalidInput, type Problem } from '#shared/api/problems';
import { problemResponse } from '#shared/http/responses';

/** Errors of Node's parser by code: the wrong field of the request, and the rule for the field. */
const faults: Readonly<Record<string, readonly [field: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['headers', 'Must not be larger than 16 KB in total'],
  HPE_INVALID_TRANSFER_ENCODING: [
    'Transfer-Encoding',
    'Must be chunked, and must not be sent together with Content-Length',
  ],
  HPE_INVALID_CONTENT_LENGTH: [
    'Content-Length',
    'Must be digits, and must not be sent together with Transfer-Encoding',
  ],
  HPE_UNEXPECTED_CONTENT_LENGTH: ['Content-Length', 'Must be sent once'],
  HPE_INVALID_CHUNK_SIZE: ['body', 'Must have chunks of a valid size'],
  HPE_INVALID_METHOD: ['method', 'Must be a method of HTTP'],
  HPE_INVALID_VERSION: ['version', 'Must be HTTP/1.1'],
};

/** Returns the problem (error response) of a request that the parser rejects. */
export function parserProblem(error: Error): Problem {
  const code = 'code' in error ? String(error.code) : '';
  const [field, message] = faults[code] ?? ['request', 'Must be valid HTTP'];
  return invalidInput([{ field, message }]);
}

/**
 * Returns the problem of a request with several `Host` headers, or of an HTTP/1.1 request with none (RFC 9112, section 3.2). The
 * parser accepts such requests. Returns `undefined` for a valid request.
 */
export function hostProblem({ rawHeaders, httpVersion }: IncomingMessage): Problem | undefined {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1')
    ? invalidInput([{ field: 'Host', message: 'Must be sent once' }])
    : undefined;
}

/** Returns the problem of a request with an unsupported `Expect` header (RFC 9110, section 10.1.1). */
export const expectationProblem = () => badRequest('REQUEST_REFUSED', 'Expect must be 100-continue');

/**
 * Returns the response to a request that AWS rejects before the API receives it.
 * @param headers headers that the templates define for gateway responses
 */
export function refusedRequest(
  problem: Problem,
  context: TemplateContext,
  {
    headers,
    statusCode = problem.status,
  }: { readonly headers: WrittenResponse['headers']; readonly statusCode?: number },
): WrittenResponse {
  return { statusCode, headers: { ...headers, connection: 'close' }, body: problemResponse(problem, context).body };
}

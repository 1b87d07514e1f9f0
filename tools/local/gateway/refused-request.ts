import type { IncomingMessage } from 'node:http';
import type { WrittenResponse } from '#local/gateway/gateway-response';
import type { TemplateContext } from '#local/gateway/mapping-template';
import { badRequest, invalidInput, type Problem } from '#shared/api/problems';
import { problemResponse } from '#shared/http/responses';

/** Faults of requests that Node's parser does not accept, by its code: the part that is wrong, and the rule. */
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

/** The problem of a request that the parser does not accept. */
export function parserProblem(error: Error): Problem {
  const code = 'code' in error ? String(error.code) : '';
  const [field, message] = faults[code] ?? ['request', 'Must be valid HTTP'];
  return invalidInput([{ field, message }]);
}

/** The problem of a request without one host (RFC 9112, section 3.2), which the parser accepts; `undefined` of any other. */
export function hostProblem({ rawHeaders, httpVersion }: IncomingMessage): Problem | undefined {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1')
    ? invalidInput([{ field: 'Host', message: 'Must be sent once' }])
    : undefined;
}

/** The problem of a request with an expectation that no server meets (RFC 9110, section 10.1.1). */
export const expectationProblem = () => badRequest('REQUEST_REFUSED', 'Expect must be 100-continue');

/**
 * The response to a request that ends before it reaches an API in the cloud, so that no template describes it.
 * @param headers headers of the API's own responses
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

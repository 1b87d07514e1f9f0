import { promisify } from 'node:util';
import { deflate, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import type { WrittenResponse } from '#local/gateway/gateway-response';

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-enable-compression.html */
const CODINGS = new Map([
  ['gzip', promisify(gzip)],
  ['deflate', promisify(deflate)],
]);

/**
 * Compresses a response with the coding that the caller prefers, if the response has the minimum size. As in API Gateway, the
 * response stays unchanged if the caller prefers an unsupported coding or sends no `Accept-Encoding`. It also stays unchanged if
 * the function has already encoded the response.
 * @param minimumBytes `undefined` if the API does not compress
 */
export async function compressed(
  response: WrittenResponse,
  acceptEncoding: string | undefined,
  minimumBytes: number | undefined,
): Promise<WrittenResponse> {
  const { headers, body } = response;
  if (minimumBytes === undefined || acceptEncoding === undefined || Buffer.byteLength(body) < minimumBytes)
    return response;
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'content-encoding')) return response;
  const [coding = ''] = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings();
  const encode = CODINGS.get(coding);
  if (encode === undefined) return response;
  return { ...response, headers: { ...headers, 'Content-Encoding': coding }, body: await encode(body) };
}

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
 * Compresses a response of at least `minimumBytes` with the coding that the caller prefers. As in API Gateway, the response stays
 * unchanged if the caller prefers an unsupported coding.
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

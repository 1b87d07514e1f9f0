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
 * An integration's response as the gateway sends it: compressed from a size on, in the coding that the caller would have
 * first. The gateway compresses nothing if it does not know that coding, if the caller names none, and where the
 * integration has encoded the response itself.
 * @param minimumBytes undefined if the API does not compress
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

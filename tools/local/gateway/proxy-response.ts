import type { WrittenResponse } from '#local/gateway/gateway-response';
import { isObject } from '#local/template/json';

/** Headers that the gateway renames in the response of a function. */
const REMAPPED: Readonly<Record<string, string>> = {
  'www-authenticate': 'x-amzn-Remapped-www-authenticate',
  server: 'x-amzn-Remapped-server',
  date: 'x-amzn-Remapped-date',
  'content-length': 'x-amzn-Remapped-content-length',
};

/** Connection headers, which the gateway removes. */
const DROPPED = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'trailer', 'te', 'expect']);

/** Converts the result of a proxied function to a response. @returns `undefined` if the result has an invalid form */
export function proxyResponse(payload: unknown, requestId: string): WrittenResponse | undefined {
  if (!isObject(payload)) return undefined;
  const { statusCode, body, isBase64Encoded } = payload;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 200 || status > 599) return undefined;
  if (body !== undefined && body !== null && typeof body !== 'string') return undefined;
  if (isBase64Encoded !== undefined && typeof isBase64Encoded !== 'boolean') return undefined;
  const headers = readHeaders(payload.headers, payload.multiValueHeaders);
  if (headers === undefined) return undefined;
  headers['x-amzn-RequestId'] = requestId;
  if (!Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')) {
    headers['Content-Type'] = 'application/json';
  }
  // The API has no binary media types, so a Base64 body is not decoded.
  return { statusCode: status, headers, body: body ?? '' };
}

function readHeaders(single: unknown, multiple: unknown): Record<string, string | readonly string[]> | undefined {
  const headers: Record<string, string | readonly string[]> = {};
  for (const source of [single, multiple]) {
    if (source === undefined || source === null) continue;
    if (!isObject(source)) return undefined;
    for (const [name, value] of Object.entries(source)) {
      const values = (Array.isArray(value) ? value : [value]).map(String);
      if (DROPPED.has(name.toLowerCase())) continue;
      const sent = REMAPPED[name.toLowerCase()] ?? name;
      // If both `headers` and `multiValueHeaders` contain a header, use the list from `multiValueHeaders`.
      headers[sent] = Array.isArray(value) ? values : (values[0] ?? '');
    }
  }
  return headers;
}

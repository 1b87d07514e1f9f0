/**
 * Builds the handlers of endpoints that providers call: request id, signature, body, log line and error envelope. The signature
 * is verified before the body is parsed.
 */

import type * as z from 'zod/mini';
import { invalidInput, Problem, payloadTooLarge, routeNotFound } from '#shared/api/problems';
import { jsonResponse, successBody } from '#shared/http/responses';
import { isSignedBy } from '#shared/http/signature';
import { parseJson } from '#shared/values/json';
import { endpoint, errorResponse } from './endpoint';
import { type GatewayEvent, type GatewayResult, header, readSourceIp } from './gateway-event';
import { apiHeaders } from './security-headers';
import { parseInput, unicodeErrors } from './validation';

/** Provider that may call the endpoint. Only the signature identifies the provider. */
export interface Signer<Name extends string> {
  readonly name: Name;
  /** Signing secrets (`whsec_…`) of the provider. A request may use any of the secrets. */
  readonly secrets: () => Promise<readonly string[]>;
}

export interface ProviderEndpoint<Body, Name extends string> {
  readonly id: string;
  /** Providers that may call the endpoint. If empty, the endpoint responds 404. */
  readonly signers: () => readonly Signer<Name>[];
  readonly body: z.ZodMiniType<Body>;
  /** Processes a report and returns the `data` of the response. A repeated report changes nothing and also succeeds. */
  readonly operation: (body: Body, signer: Name) => Promise<Readonly<Record<string, string>>>;
}

const MAX_BODY_BYTES = 65_536;
/** Maximum age of a request and maximum clock difference, as in the Standard Webhooks libraries. */
const TOLERANCE_S = 300;

/** Returns the handler of an endpoint that providers call. */
export function providerEndpoint<Body, Name extends string>(row: ProviderEndpoint<Body, Name>) {
  return endpoint({ id: row.id, headers: apiHeaders }, async (event, requestId) => {
    const sourceIp = readSourceIp(event);
    try {
      return { response: await respond(row, event), sourceIp };
    } catch (error) {
      return { ...errorResponse(error, event, requestId), sourceIp };
    }
  });
}

async function respond<Body, Name extends string>(
  row: ProviderEndpoint<Body, Name>,
  event: GatewayEvent,
): Promise<GatewayResult> {
  const signers = row.signers();
  if (signers.length === 0) throw routeNotFound();
  const text = readBody(event);
  const signer = await findSigner(event, text, signers);
  if (signer === undefined)
    throw new Problem('UNAUTHORIZED', 'The signature is missing, too old or not valid', {
      reason: 'SIGNATURE_INVALID',
    });
  const json = parseJson(text);
  if (json === undefined) throw invalidInput([{ field: 'body', message: 'Must be valid JSON' }]);
  const body = parseInput(row.body, json, unicodeErrors(json));
  return jsonResponse(200, successBody(await row.operation(body, signer)));
}

function readBody({ body, isBase64Encoded }: GatewayEvent): string {
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? '');
  if (Buffer.byteLength(text) > MAX_BODY_BYTES) throw payloadTooLarge();
  return text;
}

/**
 * Finds the provider whose secret signed the request, even if the secrets of other providers cannot be read.
 * @throws the error of a failed read if no signature matches, because the provider with the unread secrets may be the signer
 */
async function findSigner<Name extends string>(
  event: GatewayEvent,
  body: string,
  signers: readonly Signer<Name>[],
): Promise<Name | undefined> {
  const responses = await Promise.allSettled(signers.map((signer) => signer.secrets()));
  const found = signers.find((_, index) => {
    const response = responses[index];
    return response?.status === 'fulfilled' && isSigned(event, body, response.value);
  });
  const failure = responses.find((response) => response.status === 'rejected');
  if (found === undefined && failure !== undefined) throw failure.reason;
  return found?.name;
}

/** Returns true if one of `secrets` signed the request and its timestamp differs from now by at most five minutes. */
function isSigned(event: GatewayEvent, body: string, secrets: readonly string[]): boolean {
  const id = header(event, 'webhook-id');
  const timestampS = header(event, 'webhook-timestamp');
  const signature = header(event, 'webhook-signature');
  if (id === undefined || timestampS === undefined || signature === undefined) return false;
  if (!/^\d{1,12}$/.test(timestampS)) return false;
  // Uses the real time, as senders do. `CLOCK_OFFSET_S` can shift the service's clock on a developer's computer.
  if (Math.abs(Date.now() / 1000 - Number(timestampS)) > TOLERANCE_S) return false;
  return isSignedBy({ id, timestampS, body }, signature, secrets);
}

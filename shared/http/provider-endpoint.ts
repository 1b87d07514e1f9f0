/**
 * The handler builder of endpoints that providers call: request id, signature, body, one log line, errors in the
 * envelope. No content of a request is read before its signature is verified.
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

/** A provider that may call, identified only by its signature. */
export interface Signer<Name extends string> {
  readonly name: Name;
  /** `whsec_…` secrets of this one; a request may be signed with any of them. */
  readonly secrets: () => Promise<readonly string[]>;
}

export interface ProviderEndpoint<Body, Name extends string> {
  /** The row's id in the endpoint table. */
  readonly id: string;
  /** The providers that may call; without any, the route does not exist. */
  readonly signers: () => readonly Signer<Name>[];
  readonly body: z.ZodMiniType<Body>;
  /** Returns the `data` of the response. A report that changes nothing gets the same response as one that does. */
  readonly operation: (body: Body, signer: Name) => Promise<Readonly<Record<string, string>>>;
}

const MAX_BODY_BYTES = 65_536;
/** Tolerance for a sender's clock and for the age of a request; as the Standard Webhooks libraries have it. */
const TOLERANCE_S = 300;

/** The handler of an endpoint that a provider calls. */
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
 * The provider whose signature the request carries. A secret that cannot be read does not affect other providers.
 * @throws the error of reading a secret, if no other provider's signature fits: the request may be that provider's
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

/** Returns true if one of the secrets signed the request, by the sender's clock at most five minutes ago. */
function isSigned(event: GatewayEvent, body: string, secrets: readonly string[]): boolean {
  const id = header(event, 'webhook-id');
  const timestampS = header(event, 'webhook-timestamp');
  const signature = header(event, 'webhook-signature');
  if (id === undefined || timestampS === undefined || signature === undefined) return false;
  if (!/^\d{1,12}$/.test(timestampS)) return false;
  // A sender uses the real time, even if the service's clock is shifted.
  if (Math.abs(Date.now() / 1000 - Number(timestampS)) > TOLERANCE_S) return false;
  return isSignedBy({ id, timestampS, body }, signature, secrets);
}

import type { AwsCall, Protocol, WireAnswer } from './calls';

/** Reasons for which a request is refused here. `absent`: what it names was made a moment ago, and is not seen yet. */
export type RefusalKind = 'throttled' | 'without-token' | 'unknown-token' | 'expired-token' | 'absent';

interface Refusal {
  readonly status: number;
  readonly code: string;
}

/**
 * Answers of each protocol, by the common errors of its services: `CommonErrors` in the API reference of each, and
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
const refusals: Readonly<Record<Protocol, Readonly<Record<Exclude<RefusalKind, 'absent'>, Refusal>>>> = {
  query: {
    throttled: { status: 400, code: 'Throttling' },
    'without-token': { status: 403, code: 'InvalidClientTokenId' },
    'unknown-token': { status: 403, code: 'InvalidClientTokenId' },
    'expired-token': { status: 403, code: 'ExpiredToken' },
  },
  json: {
    throttled: { status: 400, code: 'ThrottlingException' },
    'without-token': { status: 400, code: 'UnrecognizedClientException' },
    'unknown-token': { status: 400, code: 'UnrecognizedClientException' },
    'expired-token': { status: 400, code: 'ExpiredTokenException' },
  },
  'rest-json': {
    throttled: { status: 429, code: 'TooManyRequestsException' },
    'without-token': { status: 403, code: 'UnrecognizedClientException' },
    'unknown-token': { status: 403, code: 'UnrecognizedClientException' },
    'expired-token': { status: 403, code: 'ExpiredTokenException' },
  },
  'rest-xml': {
    throttled: { status: 400, code: 'Throttling' },
    'without-token': { status: 403, code: 'InvalidClientTokenId' },
    'unknown-token': { status: 403, code: 'InvalidClientTokenId' },
    'expired-token': { status: 403, code: 'ExpiredToken' },
  },
  s3: {
    throttled: { status: 503, code: 'SlowDown' },
    'without-token': { status: 403, code: 'InvalidAccessKeyId' },
    'unknown-token': { status: 400, code: 'InvalidToken' },
    'expired-token': { status: 400, code: 'ExpiredToken' },
  },
};

/** Codes with which a service says that it does not know a name. */
const absences: Readonly<Record<string, string>> = {
  sqs: 'QueueDoesNotExist',
  iam: 'NoSuchEntity',
  kms: 'NotFoundException',
};

const messages: Readonly<Record<RefusalKind, string>> = {
  throttled: 'Rate exceeded',
  'without-token': 'The security token included in the request is invalid.',
  'unknown-token': 'The security token included in the request is invalid.',
  'expired-token': 'The security token included in the request is expired',
  absent: 'Requested resource not found',
};

const REQUEST_ID = '00000000-0000-4000-8000-000000000000';

/** Refuses a call in the form of its service. */
export function refuse({ service, protocol }: AwsCall, kind: RefusalKind): WireAnswer {
  const { status, code } =
    kind === 'absent'
      ? { status: 400, code: absences[service] ?? 'ResourceNotFoundException' }
      : refusals[protocol][kind];
  const message = messages[kind];
  const known = { 'x-amzn-requestid': REQUEST_ID };
  if (protocol === 'json' || protocol === 'rest-json')
    return {
      status,
      headers: { ...known, 'content-type': 'application/json', 'x-amzn-errortype': code },
      body: Buffer.from(JSON.stringify({ __type: code, message })),
    };
  const error = `<Code>${code}</Code><Message>${message}</Message>`;
  const xml =
    protocol === 's3'
      ? `<Error>${error}<RequestId>${REQUEST_ID}</RequestId></Error>`
      : `<ErrorResponse><Error><Type>Sender</Type>${error}</Error><RequestId>${REQUEST_ID}</RequestId></ErrorResponse>`;
  return {
    status,
    headers: { ...known, 'content-type': 'text/xml' },
    body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`),
  };
}

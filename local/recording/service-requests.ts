/** Reads the permissions that signed requests to services of the cloud need. */
import * as z from 'zod/mini';
import { parseTarget } from '#local/engines/buckets/request-signature';
import { keyArn, LOCAL_ACCOUNT, LOCAL_REGION, queueArn } from '#local/engines/local-cloud';
import type { IamRequest, ServiceRequest } from '#local/recording/iam-request';
import { type PartitionKeys, streamRequest, tableRequests } from '#local/recording/table-requests';

/** @throws Error for a request that cannot be read, so that none is left out */
export function toIamRequests(request: ServiceRequest, partitionKeys: PartitionKeys): IamRequest[] {
  const { service, target, body } = request;
  const [prefix = '', operation = ''] = target.split('.');
  switch (service) {
    case 'dynamodb': {
      if (!prefix.startsWith('DynamoDBStreams_')) return tableRequests(operation, JSON.parse(body), partitionKeys);
      const [table = '*'] = partitionKeys.keys();
      return [streamRequest(operation, table)];
    }
    case 'sqs':
      return [queueRequest(operation, JSON.parse(body))];
    case 'kms':
      return [keyRequest(operation, JSON.parse(body))];
    case 'events':
      return busRequests(operation, JSON.parse(body));
    case 's3':
      return objectRequests(request);
    default:
      throw new Error(`Requests to ${service} are not known`);
  }
}

const queueInput = z.object({ QueueUrl: z.string() });

function queueRequest(operation: string, input: unknown): IamRequest {
  const { QueueUrl: url } = queueInput.parse(input);
  // A batch needs the permission for one message.
  const action = `sqs:${operation.replace(/Batch$/, '')}`;
  return { action, resource: queueArn(url.slice(url.lastIndexOf('/') + 1)), context: {} };
}

const keyInput = z.object({
  KeyId: z.string(),
  EncryptionContext: z._default(z.record(z.string(), z.string()), {}),
  EncryptionAlgorithm: z._default(z.string(), 'SYMMETRIC_DEFAULT'),
  MacAlgorithm: z.optional(z.string()),
});

function keyRequest(operation: string, input: unknown): IamRequest {
  const { KeyId, EncryptionContext, EncryptionAlgorithm, MacAlgorithm } = keyInput.parse(input);
  const names = Object.keys(EncryptionContext);
  const context: IamRequest['context'] =
    MacAlgorithm === undefined
      ? {
          'kms:EncryptionAlgorithm': EncryptionAlgorithm,
          ...(names.length > 0 && { 'kms:EncryptionContextKeys': names }),
        }
      : { 'kms:MacAlgorithm': MacAlgorithm };
  const resource = KeyId.startsWith('arn:') ? KeyId : keyArn(KeyId);
  return { action: `kms:${operation}`, resource, context };
}

const busInput = z.object({
  Entries: z.array(z.object({ EventBusName: z.string(), Source: z.string(), DetailType: z.string() })),
});

function busRequests(operation: string, input: unknown): IamRequest[] {
  return busInput.parse(input).Entries.map(({ EventBusName: bus, Source, DetailType }) => ({
    action: `events:${operation}`,
    resource: bus.startsWith('arn:') ? bus : `arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT}:event-bus/${bus}`,
    context: { 'events:source': Source, 'events:detail-type': DetailType },
  }));
}

/** By method; a request for the headers of an object is one for the object. */
const OBJECT_ACTIONS: Readonly<Record<string, string>> = {
  GET: 's3:GetObject',
  HEAD: 's3:GetObject',
  PUT: 's3:PutObject',
  DELETE: 's3:DeleteObject',
};

function objectRequests({ method, path: target, status }: ServiceRequest): IamRequest[] {
  // A browser asks beforehand whether it may send; that needs no permission.
  if (method === 'OPTIONS') return [];
  const { path, query } = parseTarget(target);
  const [, bucket = '', ...rest] = path.split('/');
  const key = rest.join('/');
  const given = new Map(query);
  const bucketArn = `arn:aws:s3:::${bucket}`;
  const list = (prefix: string): IamRequest => ({
    action: 's3:ListBucket',
    resource: bucketArn,
    context: { 's3:prefix': prefix, 's3:TlsVersion': '1.2' },
  });
  if (key === '') return [list(given.get('prefix') ?? '')];
  const action = OBJECT_ACTIONS[method];
  if (action === undefined) throw new Error(`${method} of an object is not known`);
  const version = given.get('versionId');
  const isSigned = given.has('X-Amz-Signature');
  const object = {
    action: version === undefined ? action : `${action}Version`,
    resource: `${bucketArn}/${key}`,
    context: {
      's3:TlsVersion': '1.2',
      's3:authType': isSigned ? 'REST-QUERY-STRING' : 'REST-HEADER',
      ...(isSigned && { 's3:signatureAge': String(Number(given.get('X-Amz-Expires')) * 1000) }),
      ...(version !== undefined && { 's3:VersionId': version }),
    },
  };
  // The bucket says that an object is missing only to who may list; who may not is answered 403.
  return method === 'GET' && status === 404 ? [object, list(key)] : [object];
}

import { createHash } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { getCurrentInvoke } from '@codegenie/serverless-express';
import type { RequestHandler } from 'express';
import * as z from 'zod/mini';
import { documents } from '#shared/dynamodb/table';
import { required } from '#shared/platform/config/environment';
import { Problem } from '../../../shared/api/problems';
import { edgeOf } from './edge';

/** The service's window. */
const EXPIRES_AFTER_S = 48 * 3600;

/** A key that is this request's, until it is answered or given up. */
export interface HeldClaim {
  complete(status: number, text: string): Promise<void>;
  release(): Promise<void>;
}

const recordShape = z.object({
  hash: z.string(),
  status: z.optional(z.number()),
  text: z.optional(z.string()),
});

/**
 * Lets one request with a key through, and answers those after it as that one was answered. The usual two steps: a
 * record in progress before the work, which holds until the invocation must have ended, and the answer after it.
 */
export const idempotent: RequestHandler = async (request, response, next) => {
  const key = request.get('idempotency-key');
  const edge = edgeOf(response);
  const { userId } = z.object({ userId: z.optional(z.string()) }).parse(request.body ?? {});
  if (key === undefined || edge.caller === undefined || userId === undefined) return next();
  const id = digest([edge.caller.partnerId, userId, key]);
  const hash = digest([request.path, request.body]);
  const found = await claim(id, hash);
  if (found === undefined) {
    edge.claim = heldClaim(id);
    return next();
  }
  if (found.hash !== hash)
    throw new Problem('IDEMPOTENCY_KEY_REUSED', 'The idempotency key was used for a different request');
  if (found.status === undefined)
    throw new Problem('CONFLICT', 'A request with this idempotency key is in progress');
  response.status(found.status).type('application/json').set('idempotency-replayed', 'true').send(found.text);
};

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

/** Takes the key; answers the record that holds it when it is taken. */
async function claim(id: string, hash: string): Promise<z.infer<typeof recordShape> | undefined> {
  const atMs = Date.now();
  const { context } = getCurrentInvoke();
  try {
    await documents().send(
      new PutCommand({
        TableName: required('IDEMPOTENCY_TABLE_NAME'),
        Item: {
          id,
          hash,
          heldUntilMs: atMs + Number(context.getRemainingTimeInMillis()),
          expiration: Math.ceil(atMs / 1000) + EXPIRES_AFTER_S,
        },
        ConditionExpression:
          'attribute_not_exists(id) OR expiration < :nowS OR (attribute_not_exists(#status) AND heldUntilMs < :nowMs)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':nowS': atMs / 1000, ':nowMs': atMs },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || error.Item === undefined) throw error;
    return recordShape.parse(unmarshall(error.Item));
  }
}

function heldClaim(id: string): HeldClaim {
  const TableName = required('IDEMPOTENCY_TABLE_NAME');
  return {
    async complete(status, text) {
      await documents().send(
        new UpdateCommand({
          TableName,
          Key: { id },
          UpdateExpression: 'SET #status = :status, #text = :text REMOVE heldUntilMs',
          ExpressionAttributeNames: { '#status': 'status', '#text': 'text' },
          ExpressionAttributeValues: { ':status': status, ':text': text },
        }),
      );
    },
    async release() {
      await documents().send(new DeleteCommand({ TableName, Key: { id } }));
    },
  };
}

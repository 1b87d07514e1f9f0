import { rmSync } from 'node:fs';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localClient } from '#local/engines/local-cloud';
import { type RunningStack, startStack } from '#local/stack';
import { writeSmallAssembly } from './stack-assembly';

const print = 'console.log(JSON.stringify(event)); return null;';
const lines: { readonly from: string; readonly line: string }[] = [];
const waiting = new Set<() => void>();
const logSink = {
  write(from: string, line: string) {
    lines.push({ from, line });
    for (const look of waiting) look();
  },
  close() {},
};

/** Resolves with the first line of a function that holds the text. */
function logged(from: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    const look = () => {
      const found = lines.find((entry) => entry.from.includes(from) && entry.line.includes(text));
      if (found === undefined) return;
      waiting.delete(look);
      resolve(found.line);
    };
    waiting.add(look);
    look();
  });
}

let cdkOut: string;
let stack: RunningStack;
beforeAll(async () => {
  cdkOut = writeSmallAssembly(
    [
      {
        id: 'answer',
        body: `return { statusCode: 200, body: JSON.stringify(process.env) };`,
        variables: { JOBS_URL: { Ref: 'JobsAB12CD34' }, QUOTE_TTL_S: '60' },
      },
      { id: 'takeJob', body: print },
      { id: 'readStream', body: print },
      { id: 'sweepOverdue', body: print },
    ],
    'answer',
  );
  stack = await startStack({ port: 0, cdkOut, logSink, settings: { QUOTE_TTL_S: '5', RATE_LIMIT_RPS: '0' } });
});
afterAll(async () => {
  await stack.stop();
  rmSync(cdkOut, { recursive: true, force: true });
});

describe('the stack of a small assembly', () => {
  it('answers over HTTP, with references resolved and settings applied', async () => {
    const answer = await fetch(`${stack.baseUrl}/`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      TABLE_NAME: stack.tableName,
      JOBS_URL: stack.queues.jobsQueue,
      QUOTE_TTL_S: '5',
      RATE_LIMIT_RPS: '0',
      AWS_ENDPOINT_URL_DYNAMODB: stack.dynamodbEndpoint,
      AWS_ENDPOINT_URL_SQS: stack.sqsEndpoint,
    });
  });

  it('fills its queues from the table at the start', async () => {
    expect(await logged('sweepOverdue', 'rebuild')).toBe('{"rebuild":true}');
  });

  it('passes messages from the queue to the function', async () => {
    const sqs = new SQSClient(localClient(stack.sqsEndpoint));
    await sqs.send(new SendMessageCommand({ QueueUrl: stack.queues.jobsQueue, MessageBody: 'job-1' }));
    expect(await logged('takeJob', 'job-1')).toContain('"eventSource":"aws:sqs"');
    sqs.destroy();
  });

  it('passes changes of the table to the function', async () => {
    const dynamodb = new DynamoDBClient(localClient(stack.dynamodbEndpoint));
    await dynamodb.send(new PutItemCommand({ TableName: stack.tableName, Item: { PK: { S: 'row-1' } } }));
    expect(await logged('readStream', 'row-1')).toContain('"eventSource":"aws:dynamodb"');
    dynamodb.destroy();
  });

  it('invokes functions by their id', async () => {
    expect(await stack.invoke('takeJob', { direct: true })).toEqual({ ok: true, payload: null });
    await expect(stack.invoke('unknown', {})).rejects.toThrow('The templates hold no function unknown');
  });

  it('reports what it does not run', () => {
    expect(stack.inert).toEqual([{ type: 'AWS::IAM::Role', count: 1, reason: expect.any(String) }]);
  });

  it('has requests alone invoke functions where that is asked for', async () => {
    const printed: string[] = [];
    const ownSink = { write: (_: string, line: string) => void printed.push(line), close() {} };
    const quiet = await startStack({ port: 0, cdkOut, logSink: ownSink, apiOnly: true });
    const sqs = new SQSClient(localClient(quiet.sqsEndpoint));
    const dynamodb = new DynamoDBClient(localClient(quiet.dynamodbEndpoint));
    await sqs.send(new SendMessageCommand({ QueueUrl: quiet.queues.jobsQueue, MessageBody: 'unread' }));
    await dynamodb.send(new PutItemCommand({ TableName: quiet.tableName, Item: { PK: { S: 'unread' } } }));
    expect((await fetch(`${quiet.baseUrl}/`)).status).toBe(200);
    // A stack that reads its queues and streams has passed both on by then.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(printed).toEqual([]);
    sqs.destroy();
    dynamodb.destroy();
    await quiet.stop();
  });

  it('does not start where a function may run longer than its messages are hidden', async () => {
    const functions = ['answer', 'takeJob', 'readStream', 'sweepOverdue'].map((id) => ({ id, body: print }));
    const slow = writeSmallAssembly(
      functions.map((fn) => (fn.id === 'takeJob' ? { ...fn, timeoutS: 31 } : fn)),
      'answer',
    );
    await expect(startStack({ port: 0, cdkOut: slow, logSink })).rejects.toThrow(
      'the function runs up to 31 s, its messages are hidden 30 s',
    );
    rmSync(slow, { recursive: true, force: true });
  });

  it('leaves no process and no file when it stops', async () => {
    const second = await startStack({ port: 0, cdkOut, logSink });
    await second.stop();
    await expect(fetch(second.baseUrl)).rejects.toThrow();
    await expect(fetch(second.dynamodbEndpoint)).rejects.toThrow();
    await expect(fetch(second.sqsEndpoint)).rejects.toThrow();
    await expect(fetch(second.s3Endpoint)).rejects.toThrow();
  });
});

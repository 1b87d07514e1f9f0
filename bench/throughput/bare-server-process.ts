/**
 * What the service is compared with: `node:http` and the AWS SDK, nothing between. It makes the calls of a plan for
 * each request, on the items and with the conditions of the service, and answers their JSON. It neither checks nor
 * decides anything, knows no partner and logs nothing. One process, as the local stack's.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import {
  type AttributeValue,
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { localClient } from '#local/engines/local-cloud';
import { required } from '#shared/platform/config/environment';
import { newId } from '#shared/values/ids';
import { answerParent, taking } from '../processes/parent';
import { cpuMs } from '../stack/cpu-time';
import { type Plan, planShape, type Read } from './plan';

type Item = Record<string, AttributeValue>;

const client = new DynamoDBClient(localClient(required('DYNAMODB_ENDPOINT')));
const server = createServer();

answerParent({ serve: taking(planShape, serve), cpuMs }, async () => {
  server.close();
  server.closeAllConnections();
});

/** Answers by a plan from now on, and tells where. */
async function serve(plan: Plan): Promise<string> {
  const create = creation(plan.create);
  server.on('request', (request, response) => {
    const answer = (status: number, body: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    const work =
      request.method === 'POST'
        ? create(request).then((text) => answer(201, text))
        : look(request.url === '/list' ? plan.list : plan.get).then((text) => answer(200, text));
    work.catch((error: unknown) => answer(500, String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The bare server does not listen');
  return `http://127.0.0.1:${address.port}`;
}

async function look(waves: readonly (readonly Read[])[]): Promise<string> {
  let items: Item[] = [];
  for (const wave of waves) items = (await Promise.all(wave.map(itemsOf))).flat();
  return JSON.stringify({ data: items.map((item) => unmarshall(item)) });
}

async function itemsOf(call: Read): Promise<Item[]> {
  switch (call.operation) {
    case 'GetItem': {
      const { Item } = await client.send(new GetItemCommand(call.body));
      return Item === undefined ? [] : [Item];
    }
    case 'Query':
      return (await client.send(new QueryCommand(call.body))).Items ?? [];
    case 'BatchGetItem': {
      const { Responses = {} } = await client.send(new BatchGetItemCommand(call.body));
      return Object.values(Responses).flat();
    }
  }
}

/** Creates what the recorded request created, each time with ids of its own. */
function creation({ read, write, transactionId, notificationId, idempotencyDigest, answer }: Plan['create']) {
  const actions = write.body.TransactItems ?? [];
  return async (request: IncomingMessage): Promise<string> => {
    await bodyOf(request);
    const nowMs = Date.now();
    const ids: Ids = new Map([
      [transactionId, newId(nowMs)],
      [notificationId, newId(nowMs)],
      [
        idempotencyDigest,
        createHash('sha256').update(String(request.headers['idempotency-key'])).digest('hex'),
      ],
    ]);
    const { Responses = {} } = await client.send(new BatchGetItemCommand(read.body));
    if (Object.values(Responses).flat().length === 0) throw new Error('The user is not on record');
    await client.send(
      new TransactWriteItemsCommand({
        TransactItems: actions.map((action) =>
          action.Put === undefined ? action : { Put: { ...action.Put, Item: withIds(action.Put.Item, ids) } },
        ),
      }),
    );
    return replaced(answer, ids);
  };
}

type Ids = ReadonlyMap<string, string>;

function withIds(item: Item | undefined, ids: Ids): Item {
  const own: Item = { ...item };
  for (const [name, value] of Object.entries(own)) {
    if (value.S !== undefined) own[name] = { S: replaced(value.S, ids) };
  }
  return own;
}

function replaced(text: string, ids: Ids): string {
  let result = text;
  // Anything shorter than an id holds none.
  if (text.length >= 36) for (const [from, to] of ids) result = result.replaceAll(from, to);
  return result;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type JsonClient, jsonClient } from '#local/engines/json-client';

let server: Server;
let client: JsonClient;
let sockets: Socket[];
/** Requests that the engine received, in order. */
let asked: string[];
/** Returns true if the engine closes the connection instead of responding. */
let breaks: (connection: number) => boolean;

beforeEach(async () => {
  [sockets, asked, breaks] = [[], [], () => false];
  server = createServer((socket) => {
    const connection = sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const [, operation = ''] = /x-amz-target: AmazonSQS\.(\w+)/i.exec(String(data)) ?? [];
      asked.push(`${connection} ${operation}`);
      if (breaks(connection)) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const endpoint = `http://127.0.0.1:${port}`;
  client = jsonClient({ endpoint, service: 'sqs', target: 'AmazonSQS' });
  await client.call('ReceiveMessage', {});
});
afterEach(() => {
  client.stop();
  for (const socket of sockets) socket.destroy();
  server.close();
});

it('makes a read again when the engine has closed the kept connection', async () => {
  breaks = (connection) => connection === 1;
  expect(await client.call('ReceiveMessage', {})).toEqual({});
  expect(asked).toEqual(['1 ReceiveMessage', '1 ReceiveMessage', '2 ReceiveMessage']);
});

it('never sends a message twice, since the engine may have it', async () => {
  breaks = () => true;
  await expect(client.call('SendMessage', {})).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(asked).toEqual(['1 ReceiveMessage', '1 SendMessage']);
});

it('asks nothing once it is stopped', async () => {
  breaks = () => {
    client.stop();
    return true;
  };
  await expect(client.call('DeleteMessageBatch', {})).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(asked).toEqual(['1 ReceiveMessage', '1 DeleteMessageBatch']);
});

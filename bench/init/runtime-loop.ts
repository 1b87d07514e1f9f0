/** Stands in for AWS's runtime client where that cannot be built: loads the handler and answers one invocation after another. */
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { LAMBDA_TASK_ROOT = '', AWS_LAMBDA_RUNTIME_API = '' } = process.env;
const INVOCATIONS = '/2018-06-01/runtime/invocation';
const [hostname, port] = AWS_LAMBDA_RUNTIME_API.split(':');

function ask(
  method: string,
  path: string,
  body = '',
): Promise<{ readonly id: string; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method, path }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ id: String(response.headers['lambda-runtime-aws-request-id']), text }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const file = ['index.js', 'index.mjs'].map((name) => join(LAMBDA_TASK_ROOT, name)).find(existsSync);
const loaded = await import(pathToFileURL(file ?? '').href);
const handler = loaded.handler ?? loaded.default.handler;
for (;;) {
  const { id, text } = await ask('GET', `${INVOCATIONS}/next`);
  const context = { awsRequestId: id, getRemainingTimeInMillis: () => 10_000 };
  await ask(
    'POST',
    `${INVOCATIONS}/${id}/response`,
    JSON.stringify(await handler(JSON.parse(text), context)),
  );
}

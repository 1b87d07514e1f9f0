/** The samples of the reference in languages of others: compiled, run, and their requests compared with those of curl. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import type { Programs } from '#cloud/programs';
import { readApiDocument } from '#site/reference/api-document';
import type { Sample } from '#site/reference/samples/samples';
import {
  assertSameRequests,
  comparedHeaders,
  curlRequests,
  type SampleRequest,
  sampleOf,
} from '#test/support/sample-requests';

const DOCUMENT = resolve(import.meta.dirname, '../../docs/openapi.json');

/** Place that a client is made in. */
export interface Workshop {
  readonly programs: Programs;
  /** Folder of the tools. */
  readonly tools: string;
  /** The client's folder, empty. */
  readonly folder: string;
}

/** Variables of the shell: they say where packages come from, where they are cached, and how text is encoded. */
export function shellVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A language of samples that needs tools. */
export interface SampleLanguage {
  readonly language: Sample['language'];
  readonly file: string;
  /** Writes a program that makes the calls one after another. */
  readonly program: (fragments: readonly string[]) => string;
  /** Commands that compile and run it. */
  readonly commands: readonly (readonly [command: string, ...args: string[]])[];
}

export const PYTHON_SAMPLES: SampleLanguage = {
  language: 'python',
  file: 'samples.py',
  program: (fragments) => ['import json', 'import os', 'import urllib.request', 'import uuid', ...fragments].join('\n'),
  commands: [['python3', '-W', 'error', 'samples.py']],
};

export const JAVA_SAMPLES: SampleLanguage = {
  language: 'java',
  file: 'Samples.java',
  program: (fragments) => `
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;

final class Samples {
${fragments.map((fragment, at) => `static void call${at}() throws Exception {\n${fragment}\n}`).join('\n')}
public static void main(String[] arguments) throws Exception {
${fragments.map((_, at) => `call${at}();`).join('\n')}
}
}
`,
  commands: [
    ['javac', '--release', '17', '-Xlint:all', '-Werror', 'Samples.java'],
    ['java', 'Samples'],
  ],
};

/**
 * Compiles the samples of all operations in a language, and runs them against a server that records the requests.
 * @throws ProgramFailed for a sample that does not compile, Error for one whose request differs from that of curl
 */
export async function verifySamples(
  { language, file, program, commands }: SampleLanguage,
  { programs, folder }: Workshop,
): Promise<void> {
  const operations = readApiDocument(readFileSync(DOCUMENT, 'utf8')).operations.filter(({ deprecated }) => !deprecated);
  writeFileSync(join(folder, file), program(operations.map((operation) => sampleOf(operation, language))));
  const requests: SampleRequest[] = [];
  const recorder = await startRecorder(requests);
  try {
    const environment = { ...shellVariables(), BASE_URL: addressOf(recorder), PARTNER_API_KEY: 'a-key' };
    for (const [at, [command, ...args]] of commands.entries())
      await programs.succeed({ name: `samples-${language}-${at}`, command, args, cwd: folder, environment });
  } finally {
    recorder.close();
    recorder.closeAllConnections();
  }
  assertSameRequests(operations, requests, curlRequests(operations));
}

/** Starts a server that answers every request, and keeps what it asked. */
async function startRecorder(requests: SampleRequest[]): Promise<Server> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    requests.push({
      method: request.method ?? '',
      address: request.url ?? '',
      headers: comparedHeaders(Object.keys(request.headers)),
      body: body === '' ? undefined : JSON.parse(body),
    });
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

function addressOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}`;
}

/** The samples of the reference in languages of others: compiled, run, and their requests compared with those of curl. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import type { Programs } from '#cloud/plan/programs';
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

/** A language of samples that needs a tool chain. */
export interface SampleLanguage {
  readonly name: string;
  readonly language: Sample['language'];
  /** Program that is there where the tool chain is, with arguments that do nothing. */
  readonly probe: readonly [command: string, ...args: string[]];
  readonly file: string;
  /** Writes a program that makes the calls one after another. */
  readonly program: (fragments: readonly string[]) => string;
  /** Commands that compile and run it. */
  readonly commands: readonly (readonly [command: string, ...args: string[]])[];
}

export const SAMPLE_LANGUAGES: readonly SampleLanguage[] = [
  {
    ...{ name: 'python', language: 'python', probe: ['python3', '--version'], file: 'samples.py' },
    program: (fragments) =>
      ['import json', 'import os', 'import urllib.request', 'import uuid', ...fragments].join('\n'),
    commands: [['python3', '-W', 'error', 'samples.py']],
  },
  {
    ...{ name: 'java', language: 'java', probe: ['javac', '--version'], file: 'Samples.java' },
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
  },
  {
    ...{ name: 'go', language: 'go', probe: ['go', 'version'], file: 'main.go' },
    program: (fragments) => `package main

import (
\t"crypto/rand"
\t"log"
\t"net/http"
\t"os"
\t"strings"
)

${fragments.map((fragment, at) => `func call${at}() {\n${fragment}\n}`).join('\n\n')}

func main() {
${fragments.map((_, at) => `\tcall${at}()`).join('\n')}
}
`,
    commands: [
      ['go', 'vet', '.'],
      ['go', 'run', '.'],
    ],
  },
];

interface Verification {
  readonly programs: Programs;
  /** Folder of the tools. */
  readonly tools: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Compiles the samples of all operations in a language, and runs them against a server that records what is asked.
 * @throws ProgramFailed for a sample that does not compile, Error for one that asks for something else than curl
 */
export async function verifySamples(
  { name, language, file, program, commands }: SampleLanguage,
  { programs, tools, environment }: Verification,
): Promise<void> {
  const operations = readApiDocument(readFileSync(DOCUMENT, 'utf8')).operations.filter(({ deprecated }) => !deprecated);
  const folder = join(tools, 'clients', 'samples', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), program(operations.map((operation) => sampleOf(operation, language))));
  if (language === 'go') writeFileSync(join(folder, 'go.mod'), 'module samples\n\ngo 1.24\n');
  const requests: SampleRequest[] = [];
  const recorder = await startRecorder(requests);
  try {
    const variables = { ...environment, BASE_URL: addressOf(recorder), PARTNER_API_KEY: 'a-key' };
    for (const [at, [command, ...args]] of commands.entries())
      await programs.succeed({ name: `samples-${name}-${at}`, command, args, cwd: folder, environment: variables });
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

import { type IncomingMessage, request as sendRequest } from 'node:http';
import type { ServiceEndpoints } from '#local/lambda/function-environment';
import { CannedAnswers, type RecordedCall, type WireAnswer, type WireRequest } from './wire';
import { startWireServer } from './wire-server';

export interface Recorder {
  /** Stand before the services. */
  readonly endpoints: ServiceEndpoints;
  /** Answers from these calls from now on and passes nothing on; with `undefined` from the services again. */
  replay(calls: readonly RecordedCall[] | undefined): void;
  /** The calls since it was last asked. */
  take(): readonly RecordedCall[];
  stop(): Promise<void>;
}

/** Passes calls on to the services and keeps them with their answers. */
export async function startRecorder(services: ServiceEndpoints): Promise<Recorder> {
  let calls: RecordedCall[] = [];
  let canned: CannedAnswers | undefined;
  let inFlight = 0;
  let wave = 0;
  const before = (service: string) =>
    startWireServer(async (request, message) => {
      if (inFlight === 0) wave += 1;
      const ownWave = wave;
      inFlight += 1;
      try {
        const answer = canned?.answer(request) ?? (await passOn(service, request, message));
        calls.push({ request, answer, wave: ownWave });
        return answer;
      } finally {
        inFlight -= 1;
      }
    });
  const [dynamodb, sqs, s3, eventBridge, kms] = await Promise.all(
    [services.dynamodb, services.sqs, services.s3, services.eventBridge, services.kms].map(before),
  );
  const servers = [dynamodb, sqs, s3, eventBridge, kms].flatMap((server) => server ?? []);
  const endpointOf = (server: (typeof servers)[number] | undefined): string => server?.endpoint ?? '';
  return {
    endpoints: {
      dynamodb: endpointOf(dynamodb),
      sqs: endpointOf(sqs),
      s3: endpointOf(s3),
      eventBridge: endpointOf(eventBridge),
      kms: endpointOf(kms),
    },
    replay(recorded) {
      canned = recorded && new CannedAnswers(recorded);
    },
    take() {
      const taken = calls;
      calls = [];
      wave = 0;
      return taken;
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

/** With the headers as they came: a signature covers them. */
function passOn(service: string, request: WireRequest, { headers }: IncomingMessage): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const { method, path } = request;
    const { hostname, port } = new URL(service);
    const passed = sendRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          body: Buffer.concat(chunks).toString('latin1'),
        }),
      );
    });
    passed.on('error', reject);
    passed.end(Buffer.from(request.body, 'latin1'));
  });
}

import { text } from 'node:stream/consumers';
import { startHttpServer } from '#local/processes/http-server';

export interface LoopbackIdentity {
  /** Identity that the server returns to every caller. */
  arn: string;
  /** Requests so far. */
  readonly asked: { readonly body: string }[];
  /** Error codes of the next responses, one each. */
  readonly refusals: string[];
  /** Number of next responses that are lost because the connection closes. */
  losses: number;
  stop(): Promise<void>;
}

/** Starts a fake STS with only `GetCallerIdentity`, for the operator tool. AWS clients in this process then call the fake. */
export async function startLoopbackIdentity(): Promise<LoopbackIdentity> {
  const server = await startHttpServer(async (request, response) => {
    service.asked.push({ body: await text(request) });
    if (service.losses > 0) {
      service.losses -= 1;
      request.socket.destroy();
      return;
    }
    const code = service.refusals.shift();
    const xml =
      code === undefined
        ? `<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>${service.arn}</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`
        : `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code></Error></ErrorResponse>`;
    response.writeHead(code === undefined ? 200 : 403, { 'content-type': 'text/xml' }).end(xml);
  });
  process.env.AWS_ENDPOINT_URL_STS = server.url;
  const service: LoopbackIdentity = {
    arn: 'arn:aws:sts::000000000000:assumed-role/Operators/olga',
    asked: [],
    refusals: [],
    losses: 0,
    stop() {
      delete process.env.AWS_ENDPOINT_URL_STS;
      return server.stop();
    },
  };
  return service;
}

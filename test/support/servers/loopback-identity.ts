import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface LoopbackIdentity {
  /** The identity that it returns to every caller. */
  arn: string;
  /** The requests so far. */
  readonly asked: { readonly body: string; readonly headers: IncomingHttpHeaders }[];
  /** Codes of the next refusals, one each. */
  readonly refusals: string[];
  /** Number of the next answers that are lost: the connection ends. */
  losses: number;
  stop(): Promise<void>;
}

/** The one call of STS that the operator tool makes, on loopback; clients of this process are pointed to it. */
export async function startLoopbackIdentity(): Promise<LoopbackIdentity> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      service.asked.push({ body: Buffer.concat(chunks).toString(), headers: { ...request.headers } });
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
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The identity service does not listen');
  process.env.AWS_ENDPOINT_URL_STS = `http://127.0.0.1:${address.port}`;
  const service: LoopbackIdentity = {
    arn: 'arn:aws:sts::111122223333:assumed-role/Operators/olga',
    asked: [],
    refusals: [],
    losses: 0,
    stop: () =>
      new Promise((resolve) => {
        delete process.env.AWS_ENDPOINT_URL_STS;
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return service;
}

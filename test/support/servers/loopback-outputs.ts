import { text } from 'node:stream/consumers';
import { startHttpServer } from '#local/processes/http-server';

export interface LoopbackOutputs {
  /** Stack outputs by stack name. Other stacks do not exist. */
  readonly stacks: Map<string, Readonly<Record<string, string>>>;
  stop(): Promise<void>;
}

/** Starts a fake of CloudFormation's DescribeStacks. AWS clients in this process then call the fake. */
export async function startLoopbackOutputs(): Promise<LoopbackOutputs> {
  const stacks = new Map<string, Readonly<Record<string, string>>>();
  const server = await startHttpServer(async (request, response) => {
    const name = new URLSearchParams(await text(request)).get('StackName') ?? '';
    const outputs = stacks.get(name);
    response.writeHead(outputs === undefined ? 400 : 200, { 'content-type': 'text/xml' });
    response.end(outputs === undefined ? missing(name) : description(name, outputs));
  });
  process.env.AWS_ENDPOINT_URL_CLOUDFORMATION = server.url;
  return {
    stacks,
    stop() {
      delete process.env.AWS_ENDPOINT_URL_CLOUDFORMATION;
      return server.stop();
    },
  };
}

function description(name: string, outputs: Readonly<Record<string, string>>): string {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return [
    '<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult>',
    `<Stacks><member><StackName>${name}</StackName><CreationTime>2026-11-22T09:00:00Z</CreationTime>`,
    `<StackStatus>CREATE_COMPLETE</StackStatus><Outputs>${members.join('')}</Outputs></member></Stacks>`,
    '</DescribeStacksResult></DescribeStacksResponse>',
  ].join('');
}

function missing(name: string): string {
  return [
    '<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type>',
    `<Code>ValidationError</Code><Message>Stack with id ${name} does not exist</Message></Error></ErrorResponse>`,
  ].join('');
}

import serverlessExpress from '@codegenie/serverless-express';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { partnerApi } from './app';

const proxy = serverlessExpress<APIGatewayProxyEvent, APIGatewayProxyResult>({ app: partnerApi() });

/** Hands events to the monolith. Two parameters: the runtime of Node.js 24 refuses handlers that take a callback. */
export async function handler(event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> {
  const answer = await proxy(event, context, () => undefined);
  if (answer === undefined) throw new Error('The adapter has not answered');
  return answer;
}

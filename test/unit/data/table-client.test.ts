import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { documents } from '#shared/data/table';

const LOGGER = 'loggerMiddleware - initialize';

it('the client of the table copies nothing for a logger that is not there, and keeps the rest of its steps', () => {
  process.env.AWS_REGION = 'us-east-1';
  const plain = new DynamoDBClient({});
  // As long as the SDK calls it so; the difference below would be empty under another name.
  expect(plain.middlewareStack.identify()).toContain(LOGGER);
  expect(documents().middlewareStack.identify()).toEqual(
    plain.middlewareStack.identify().filter((step) => step !== LOGGER),
  );
});

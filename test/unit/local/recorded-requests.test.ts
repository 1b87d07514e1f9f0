/** Records of requests to the services, by the condition keys of IAM. */
import { describe, expect, it } from 'vitest';
import { withoutIds } from '#local/recording/call-recorder';
import { attributesIn, equalTo } from '#local/recording/expression-names';
import type { ServiceRequest } from '#local/recording/iam-request';
import { toIamRequests } from '#local/recording/service-requests';

const partitionKeys = new Map([
  ['ramp', 'PK'],
  ['ramp/index/byDue', 'duePk'],
]);
const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/ramp';

function requests(service: string, target: string, input: object) {
  const request = { service, target, method: 'POST', path: '/', body: JSON.stringify(input) };
  return toIamRequests(request, partitionKeys);
}

function ofBucket(method: string, path: string, status = 200) {
  const request: ServiceRequest = { service: 's3', target: '', method, path, body: '', status };
  return toIamRequests(request, partitionKeys);
}

describe('the attributes of expressions', () => {
  it('are those at the top, by name or placeholder, without functions, values and words of the language', () => {
    const expression = 'SET #s = :s, size = if_not_exists(rows.total, :zero) ADD version :one REMOVE list[2]';
    expect(attributesIn([expression, undefined], { '#s': 'status' })).toEqual([
      'status',
      'size',
      'rows',
      'version',
      'list',
    ]);
    expect(attributesIn(['attribute_exists(PK) AND NOT (a.b BETWEEN :x AND :y)'])).toEqual(['PK', 'a']);
  });

  it('name the value that a key is to equal', () => {
    expect(equalTo('PK', 'PK = :partition AND SK BETWEEN :from AND :to')).toBe(':partition');
    expect(equalTo('PK', '#p = :p AND begins_with(SK, :s)', { '#p': 'PK' })).toBe(':p');
    expect(equalTo('PK', 'duePk = :p')).toBeUndefined();
  });
});

describe('a request to the table', () => {
  it('for an item has its key, its attributes and the selection', () => {
    expect(
      requests('dynamodb', 'DynamoDB_20120810.GetItem', {
        TableName: 'ramp',
        Key: { PK: { S: 'TX#1' }, SK: { S: 'META' } },
      }),
    ).toEqual([
      {
        action: 'dynamodb:GetItem',
        resource: TABLE,
        context: {
          'dynamodb:LeadingKeys': ['TX#1'],
          'dynamodb:Attributes': ['PK', 'SK'],
          'dynamodb:Select': 'ALL_ATTRIBUTES',
        },
      },
    ]);
  });

  it('for an index names the index and the key of the index', () => {
    const input = {
      TableName: 'ramp',
      IndexName: 'byDue',
      KeyConditionExpression: 'duePk = :shard AND dueAt <= :now',
      ExpressionAttributeValues: { ':shard': { S: 'DUE#7' }, ':now': { N: '1' } },
    };
    expect(requests('dynamodb', 'DynamoDB_20120810.Query', input)).toMatchObject([
      {
        resource: `${TABLE}/index/byDue`,
        context: {
          'dynamodb:LeadingKeys': ['DUE#7'],
          'dynamodb:Attributes': ['dueAt', 'duePk'],
          'dynamodb:Select': 'ALL_PROJECTED_ATTRIBUTES',
        },
      },
    ]);
  });

  it('for a transaction is one for each part, with its own keys and with those of all', () => {
    const requested = requests('dynamodb', 'DynamoDB_20120810.TransactWriteItems', {
      TransactItems: [
        { Put: { TableName: 'ramp', Item: { PK: { S: 'USER#1' }, SK: { S: 'META' }, name: { S: 'Ana' } } } },
        {
          ConditionCheck: {
            TableName: 'ramp',
            Key: { PK: { S: 'TX#1' }, SK: { S: 'META' } },
            ConditionExpression: 'version = :v',
          },
        },
      ],
    });
    const seen = requested.map(({ action, context }) => [action, context['dynamodb:LeadingKeys']]);
    expect(seen).toEqual([
      ['dynamodb:PutItem', ['USER#1']],
      ['dynamodb:PutItem', ['TX#1', 'USER#1']],
      ['dynamodb:ConditionCheckItem', ['TX#1']],
      ['dynamodb:ConditionCheckItem', ['TX#1', 'USER#1']],
    ]);
    expect(requested[1]?.context).toMatchObject({
      'dynamodb:Attributes': ['PK', 'SK', 'name', 'version'],
      'dynamodb:EnclosingOperation': 'TransactWriteItems',
    });
  });

  it('for many items has all their keys', () => {
    const Keys = ['TX#1', 'USER#1', 'TX#1'].map((PK) => ({ PK: { S: PK }, SK: { S: 'META' } }));
    const [requested] = requests('dynamodb', 'DynamoDB_20120810.BatchGetItem', { RequestItems: { ramp: { Keys } } });
    expect(requested?.context['dynamodb:LeadingKeys']).toEqual(['TX#1', 'USER#1']);
  });

  it('that no function makes is recorded by its name', () => {
    expect(requests('dynamodb', 'DynamoDB_20120810.Scan', { TableName: 'ramp' })).toEqual([
      { action: 'dynamodb:Scan', resource: TABLE, context: {} },
    ]);
  });
});

describe('a request to another service', () => {
  it('names the queue, the key and the bus', () => {
    const queue = { QueueUrl: 'http://127.0.0.1:1/000000000000/steps', Entries: [] };
    expect(requests('sqs', 'AmazonSQS.SendMessageBatch', queue)).toEqual([
      { action: 'sqs:SendMessage', resource: 'arn:aws:sqs:us-east-1:000000000000:steps', context: {} },
    ]);
    const key = 'arn:aws:kms:us-east-1:000000000000:key/webhook';
    const [sealed] = requests('kms', 'TrentService.Encrypt', { KeyId: key, EncryptionContext: { partnerId: 'p' } });
    expect(sealed).toMatchObject({ action: 'kms:Encrypt', context: { 'kms:EncryptionContextKeys': ['partnerId'] } });
    const Entries = [{ EventBusName: 'ramp', Source: 'partner-ramp', DetailType: 'step.ready' }];
    expect(requests('events', 'AWSEvents.PutEvents', { Entries })).toMatchObject([
      {
        resource: 'arn:aws:events:us-east-1:000000000000:event-bus/ramp',
        context: { 'events:detail-type': 'step.ready' },
      },
    ]);
    const arn = 'arn:aws:events:eu-west-1:222233334444:event-bus/payments';
    const ofPartner = [{ EventBusName: arn, Source: 'partner-ramp/p', DetailType: 'VERIFIED_USER' }];
    expect(requests('events', 'AWSEvents.PutEvents', { Entries: ofPartner })).toMatchObject([{ resource: arn }]);
    expect(() => requests('sns', 'SNS.Publish', {})).toThrow('sns');
  });

  it('for a file has the age that its signature may reach, and lists where the file is missing', () => {
    expect(ofBucket('PUT', '/files/uploads/a?X-Amz-Signature=s&X-Amz-Expires=600')).toMatchObject([
      { action: 's3:PutObject', resource: 'arn:aws:s3:::files/uploads/a', context: { 's3:signatureAge': '600000' } },
    ]);
    expect(ofBucket('DELETE', '/files/uploads/a?versionId=1')).toMatchObject([{ action: 's3:DeleteObjectVersion' }]);
    expect(ofBucket('GET', '/files/uploads/a', 404)).toMatchObject([
      { action: 's3:GetObject' },
      { action: 's3:ListBucket', resource: 'arn:aws:s3:::files', context: { 's3:prefix': 'uploads/a' } },
    ]);
  });

  it("for a browser's question whether it may send a file is none", () => {
    expect(ofBucket('OPTIONS', '/files/uploads/a?X-Amz-Signature=s&X-Amz-Expires=600')).toEqual([]);
  });
});

it('a record holds no ids', () => {
  const keys = ['UNIQUE#0198-a#EMAIL#8f', 'L#0198-a#TX#STATUS#PENDING', 'PARTNERS'];
  const file = 'arn:aws:s3:::files/people/0198-a/kyc/0199-b/1.pdf';
  expect(withoutIds({ action: 'a', resource: TABLE, context: { 'dynamodb:LeadingKeys': keys } }).context).toEqual({
    'dynamodb:LeadingKeys': ['L#…#TX#STATUS#PENDING', 'PARTNERS', 'UNIQUE#…#EMAIL#…'],
  });
  expect(withoutIds({ action: 'a', resource: file, context: {} }).resource).toBe('arn:aws:s3:::files/people/…/kyc/…/…');
});

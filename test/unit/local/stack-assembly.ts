import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A function of the small assembly: its logical id and the body of its handler. */
export interface SmallFunction {
  readonly id: string;
  readonly body: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** @default 10 */
  readonly timeoutS?: number;
}

function lambda({ id, variables = {}, timeoutS = 10 }: SmallFunction) {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Bucket: 'assets', S3Key: `${id}.zip` },
      Handler: 'index.handler',
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      Runtime: 'nodejs24.x',
      Timeout: timeoutS,
      Environment: { Variables: { TABLE_NAME: { 'Fn::ImportValue': 'Data:Table' }, ...variables } },
    },
  };
}

const keySchema = [{ AttributeName: 'PK', KeyType: 'HASH' }];

const dataTemplate = {
  Resources: {
    TableAB12CD34: {
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: {
        AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
        KeySchema: keySchema,
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
        Replicas: [{ Region: { Ref: 'AWS::Region' }, DeletionProtectionEnabled: false }],
      },
    },
  },
  Outputs: {
    TableRef: { Value: { Ref: 'TableAB12CD34' }, Export: { Name: 'Data:Table' } },
    TableStream: { Value: { 'Fn::GetAtt': ['TableAB12CD34', 'StreamArn'] }, Export: { Name: 'Data:Stream' } },
  },
};

function serviceTemplate(functions: readonly SmallFunction[], apiFunction: string) {
  const uri = {
    'Fn::Join': [
      '',
      [
        'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/',
        { 'Fn::GetAtt': [`${apiFunction}FunctionAB12CD34`, 'Arn'] },
        '/invocations',
      ],
    ],
  };
  const integration = { type: 'aws_proxy', httpMethod: 'POST', uri };
  return {
    Resources: {
      Role: { Type: 'AWS::IAM::Role', Properties: {} },
      JobsAB12CD34: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 30 } },
      Api: {
        Type: 'AWS::ApiGateway::RestApi',
        Properties: {
          Body: {
            openapi: '3.0.1',
            paths: { '/': { get: { 'x-amazon-apigateway-integration': integration } } },
          },
        },
      },
      Stage: {
        Type: 'AWS::ApiGateway::Stage',
        Properties: { RestApiId: { Ref: 'Api' }, StageName: 'sandbox' },
      },
      ...Object.fromEntries(functions.map((fn) => [`${fn.id}FunctionAB12CD34`, lambda(fn)])),
      FromQueue: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: { 'Fn::GetAtt': ['JobsAB12CD34', 'Arn'] },
          FunctionName: { Ref: 'takeJobFunctionAB12CD34' },
        },
      },
      FromStream: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: { 'Fn::ImportValue': 'Data:Stream' },
          FunctionName: { Ref: 'readStreamFunctionAB12CD34' },
          StartingPosition: 'TRIM_HORIZON',
        },
      },
    },
    Outputs: { JobsQueueUrl: { Value: { Ref: 'JobsAB12CD34' } } },
  };
}

/** Writes an assembly of two stacks with a table, a queue, an API and the given functions; answers its folder. */
export function writeSmallAssembly(functions: readonly SmallFunction[], apiFunction: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'small-assembly-'));
  const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  const files: Record<string, unknown> = {};
  for (const { id, body } of functions) {
    mkdirSync(join(folder, id));
    writeFileSync(join(folder, id, 'index.js'), `exports.handler = async (event) => { ${body} };`);
    files[id] = { source: { path: id }, destinations: { here: { objectKey: `${id}.zip` } } };
  }
  write('Service.assets.json', { files });
  write('Data.template.json', dataTemplate);
  write('Service.template.json', serviceTemplate(functions, apiFunction));
  const stack = (name: string) => ({
    type: 'aws:cloudformation:stack',
    properties: { templateFile: `${name}.template.json` },
  });
  const assets = { type: 'cdk:asset-manifest', properties: { file: 'Service.assets.json' } };
  write('manifest.json', { artifacts: { Data: stack('Data'), Service: stack('Service'), Assets: assets } });
  return folder;
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkInventory } from '#local/template/check-inventory';
import { readCloudAssembly, toTemplate } from '#local/template/cloud-assembly';
import { resourceTypes, type Treatment } from '#local/template/inventory';
import type { JsonObject } from '#local/template/json';

function check(sections: JsonObject) {
  return checkInventory([toTemplate('PartnerRamp-sandbox-Test', sections)]);
}

const resource = (Type: string, Properties: JsonObject, more: JsonObject = {}) => ({
  Resources: { R1: { Type, Properties, ...more } },
});
const queue = (properties: JsonObject, more?: JsonObject) => resource('AWS::SQS::Queue', properties, more);
const QUEUE = 'PartnerRamp-sandbox-Test/R1 (AWS::SQS::Queue):';

describe('the inventory', () => {
  it('keeps what is run and drops what is inert', () => {
    const { resources, inert } = check({
      Resources: {
        Q1: {
          Type: 'AWS::SQS::Queue',
          Properties: { VisibilityTimeout: 120, Tags: [], KmsMasterKeyId: { Ref: 'NotRunning' } },
          DeletionPolicy: 'Delete',
        },
        R1: { Type: 'AWS::IAM::Role', Properties: { Anything: 1 } },
        R2: { Type: 'AWS::IAM::Role', Properties: {} },
      },
    });
    expect(resources.map(({ logicalId, properties }) => ({ logicalId, properties }))).toEqual([
      { logicalId: 'Q1', properties: { VisibilityTimeout: 120 } },
    ]);
    expect(inert).toEqual([{ type: 'AWS::IAM::Role', count: 2, reason: expect.stringContaining('identities') }]);
  });

  it.each<[name: string, sections: JsonObject, message: string]>([
    [
      'an unknown type',
      resource('AWS::StepFunctions::StateMachine', {}),
      'PartnerRamp-sandbox-Test/R1 (AWS::StepFunctions::StateMachine): the local stack does not know this resource type',
    ],
    ['an unknown property', queue({ FifoQueue: true }), `${QUEUE} property FifoQueue is unknown to the local stack`],
    [
      'an unknown part of a property',
      resource('AWS::Events::Rule', { Targets: [{ Id: 'a' }, { Id: 'c', HttpParameters: {} }] }),
      'PartnerRamp-sandbox-Test/R1 (AWS::Events::Rule): property Targets.HttpParameters is unknown to the local stack',
    ],
    [
      'a property that cannot be read',
      resource('AWS::Events::Rule', { Targets: { Ref: 'X' } }),
      'property Targets is computed, so its parts cannot be checked',
    ],
    [
      'an unknown attribute',
      queue({}, { CreationPolicy: {} }),
      `${QUEUE} CreationPolicy is unknown to the local stack`,
    ],
    ['an unknown section', { Conditions: {} }, 'PartnerRamp-sandbox-Test: Conditions is unknown'],
  ])('stops the start at %s', (_name, sections, message) => {
    expect(() => check(sections)).toThrow(message);
  });

  it('names every error at once', () => {
    expect(() => check(queue({ FifoQueue: true, ContentBasedDeduplication: true }))).toThrow(
      /FifoQueue is unknown[\s\S]*ContentBasedDeduplication is unknown/,
    );
  });
});

it('names a page of AWS for each type that runs, and a reason for each that is inert', () => {
  const [sources, reasons]: [string[], string[]] = [[], []];
  const collect = (treatment: Treatment): void => {
    if (treatment.kind === 'inert') reasons.push(treatment.reason);
    else if (treatment.kind === 'parts') Object.values(treatment.parts).forEach(collect);
    else if (treatment.source !== undefined) sources.push(treatment.source);
  };
  for (const type of Object.values(resourceTypes)) {
    if (type.kind === 'inert') reasons.push(type.reason);
    else {
      sources.push(type.source);
      Object.values(type.properties).forEach(collect);
    }
  }
  expect(sources.length).toBeGreaterThan(10);
  for (const source of sources) expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/.+\.html$/);
  expect(reasons.length).toBeGreaterThan(30);
  for (const reason of reasons) expect(reason).toMatch(/^[A-Z].{10,}\.$/);
});

describe('the cloud assembly', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assembly-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));

  it('reads stacks and assets by the manifest', () => {
    write('manifest.json', {
      artifacts: {
        'Api.assets': { type: 'cdk:asset-manifest', properties: { file: 'Api.assets.json' } },
        Api: {
          type: 'aws:cloudformation:stack',
          properties: { templateFile: 'Api.template.json', stackName: 'Named' },
        },
        Tree: { type: 'cdk:tree', properties: { file: 'tree.json' } },
      },
    });
    write('Api.template.json', { Resources: { Q1: { Type: 'AWS::SQS::Queue' } } });
    write('Api.assets.json', {
      files: { abc: { source: { path: 'asset.abc' }, destinations: { here: { objectKey: 'abc.zip' } } } },
    });
    const { stacks, assetPaths } = readCloudAssembly(folder);
    expect(stacks.map(({ stackName, resources }) => [stackName, [...resources.keys()]])).toEqual([['Named', ['Q1']]]);
    expect(assetPaths.get('abc.zip')).toBe(join(folder, 'asset.abc'));
  });

  it.each<[name: string, manifest: unknown, message: string]>([
    ['no stack', { artifacts: {} }, 'contains no stack. Run the synthesis first'],
    ['an unknown artifact', { artifacts: { X: { type: 'aws:other' } } }, 'Artifact X of'],
  ])('refuses %s', (_name, manifest, message) => {
    write('manifest.json', manifest);
    expect(() => readCloudAssembly(folder)).toThrow(message);
  });

  it('says so when there is no assembly', () => {
    expect(() => readCloudAssembly(join(folder, 'absent'))).toThrow('cannot be read. Run the synthesis first');
  });
});

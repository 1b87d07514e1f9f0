import { describe, expect, it } from 'vitest';
import { toTemplate } from '#local/template/cloud-assembly';
import { Resolver } from '#local/template/intrinsics';
import { PhysicalIds } from '#local/template/physical-ids';

const data = toTemplate('Data', {
  Resources: { Table: { Type: 'AWS::DynamoDB::GlobalTable', Properties: {} } },
});
const api = toTemplate('Api', {
  Parameters: { Level: { Type: 'String', Default: 'info' }, Bare: { Type: 'String' } },
});

/** `inner` is a nested stack of `outer`, in the form that CDK synthesizes. */
const inner = {
  ...toTemplate('Outer-Inner', {
    Parameters: { given: { Type: 'String' }, own: { Type: 'String', Default: 'mine' } },
    Outputs: {
      Alias: { Value: { Ref: 'Alias' } },
      Given: { Value: { 'Fn::Join': ['/', [{ Ref: 'given' }, { Ref: 'own' }]] } },
    },
  }),
  parent: { stackName: 'Outer', logicalId: 'InnerNestedStack' },
};
const outer = toTemplate('Outer', {
  Resources: {
    InnerNestedStack: { Type: 'AWS::CloudFormation::Stack', Properties: { Parameters: { given: 'ramp-table' } } },
  },
});

const outputOfInner = (name: string) => ({ 'Fn::GetAtt': ['InnerNestedStack', `Outputs.${name}`] });

function resolver(): Resolver {
  const ids = new PhysicalIds();
  ids.add('Data', 'Table', { ref: 'ramp-table' });
  ids.add('Data', 'Table', { attributes: { Arn: 'arn:table', StreamArn: 'arn:stream' } });
  ids.add('Api', 'Role', { ref: 'role', attributes: { 'Nested.Arn': 'arn:nested' } });
  ids.add('Outer-Inner', 'Alias', { ref: 'arn:function:live' });
  return new Resolver([data, api, outer, inner], ids);
}

describe('intrinsic functions', () => {
  it.each<[name: string, stack: string, value: unknown, expected: unknown]>([
    ['a plain value', 'Api', { A: [1, 'two', null, true] }, { A: [1, 'two', null, true] }],
    ['Ref to a resource', 'Data', { Ref: 'Table' }, 'ramp-table'],
    ['Ref to a parameter', 'Api', { Ref: 'Level' }, 'info'],
    ['a parameter given from around', 'Outer-Inner', { Ref: 'given' }, 'ramp-table'],
    ['a parameter that was not given', 'Outer-Inner', { Ref: 'own' }, 'mine'],
    ['an output of a nested stack', 'Outer', outputOfInner('Alias'), 'arn:function:live'],
    ['an output from what the nested stack was given', 'Outer', outputOfInner('Given'), 'ramp-table/mine'],
    ['Ref to the region', 'Api', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['Ref to the account', 'Api', { Ref: 'AWS::AccountId' }, '000000000000'],
    ['Ref to the partition', 'Api', { Ref: 'AWS::Partition' }, 'aws'],
    ['GetAtt as a list', 'Data', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:table'],
    ['GetAtt as text', 'Data', { 'Fn::GetAtt': 'Table.StreamArn' }, 'arn:stream'],
    ['GetAtt of a dotted attribute', 'Api', { 'Fn::GetAtt': ['Role', 'Nested.Arn'] }, 'arn:nested'],
    ['Join', 'Data', { 'Fn::Join': ['/', ['a', { Ref: 'Table' }, 3]] }, 'a/ramp-table/3'],
  ])('%s', (_name, stack, value, expected) => {
    expect(resolver().resolve(stack, value)).toEqual(expected);
  });

  it.each<[name: string, value: unknown, message: string]>([
    ['an unknown resource', { Ref: 'Missing' }, 'Api: Ref Missing has no value locally'],
    ['an unknown attribute', { 'Fn::GetAtt': ['Role', 'Arn'] }, 'Api: Fn::GetAtt Role.Arn has no value locally'],
    ['a parameter without default', { Ref: 'Bare' }, 'Api: parameter Bare has no default'],
    ['an unknown function', { 'Fn::Sub': 'x' }, 'Api: Fn::Sub cannot be resolved locally'],
  ])('refuses %s', (_name, value, message) => {
    expect(() => resolver().resolve('Api', value)).toThrow(message);
  });
});

/**
 * The engine that judges our policies, against what IAM's documentation says of the operators that they use:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html,
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
import { describe, expect, it } from 'vitest';
import type { IamRequest } from '#local/recording/iam-request';
import { evaluate } from '#test/support/permissions/simulate';
import type { Statement } from '#test/support/permissions/stage-policies';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/GameScores';

function decision(
  statements: readonly Partial<Statement>[],
  context: IamRequest['context'],
  action = 'dynamodb:GetItem',
) {
  const Statement = statements.map((given) => ({
    Effect: 'Allow' as const,
    Action: action,
    Resource: TABLE,
    ...given,
  }));
  return evaluate({
    request: { action, resource: TABLE, context },
    principal: 'arn:aws:iam::000000000000:role/player',
    identityPolicy: { Version: '2012-10-17', Statement },
  });
}

const allowed = async (condition: Statement['Condition'], context: IamRequest['context'], action?: string) =>
  (await decision([{ Condition: condition }], context, action)) === 'Allowed';

const KEYS = 'dynamodb:LeadingKeys';
const ATTRIBUTES = 'dynamodb:Attributes';

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html, example 1 and 2 */
describe("DynamoDB's examples of access to items and attributes", () => {
  const ownItems = { 'ForAllValues:StringEquals': { [KEYS]: ['player-1'] } };

  it.each<[string, readonly string[], boolean]>([
    ['own', ['player-1'], true],
    ["another player's", ['player-2'], false],
    ['own beside others', ['player-1', 'player-2'], false],
  ])('%s items', async (_whose, keys, expected) => {
    expect(await allowed(ownItems, { [KEYS]: keys })).toBe(expected);
  });

  const someAttributes = {
    'ForAllValues:StringEquals': { [ATTRIBUTES]: ['UserId', 'TopScore'] },
    StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
  };

  it.each<[string, IamRequest['context'], boolean]>([
    ['of those named', { [ATTRIBUTES]: ['UserId'], 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' }, true],
    ['beyond them', { [ATTRIBUTES]: ['UserId', 'Wins'], 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' }, false],
    ['of the whole item', { [ATTRIBUTES]: ['UserId'], 'dynamodb:Select': 'ALL_ATTRIBUTES' }, false],
    ['of a call without a selection', { [ATTRIBUTES]: ['UserId'] }, true],
  ])('attributes %s', async (_which, context, expected) => {
    expect(await allowed(someAttributes, context)).toBe(expected);
  });

  it('an update that would return the whole item', async () => {
    const condition = { StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] } };
    expect(await allowed(condition, {}, 'dynamodb:UpdateItem')).toBe(true);
    expect(await allowed(condition, { 'dynamodb:ReturnValues': 'UPDATED_NEW' }, 'dynamodb:UpdateItem')).toBe(true);
    expect(await allowed(condition, { 'dynamodb:ReturnValues': 'ALL_OLD' }, 'dynamodb:UpdateItem')).toBe(false);
  });
});

describe('conditions on sets', () => {
  it('"for all values" holds of a request without any, unless it requires the key', async () => {
    const all = { 'ForAllValues:StringLike': { [KEYS]: ['KEY#*'] } };
    const required = { ...all, Null: { [KEYS]: 'false' } };
    for (const nothing of [{}, { [KEYS]: [] }]) {
      expect(await allowed(all, nothing)).toBe(true);
      expect(await allowed(required, nothing)).toBe(false);
    }
    expect(await allowed(required, { [KEYS]: ['KEY#a'] })).toBe(true);
  });

  it('"for any value" needs one that fits, and holds of no request without any', async () => {
    const any = { 'ForAnyValue:StringLike': { [KEYS]: ['AUDIT#*', 'PARTNERS'] } };
    expect(await allowed(any, {})).toBe(false);
    expect(await allowed(any, { [KEYS]: ['TX#1'] })).toBe(false);
    expect(await allowed(any, { [KEYS]: ['TX#1', 'AUDIT#1'] })).toBe(true);
    expect(await allowed(any, { [KEYS]: ['PARTNERS'] })).toBe(true);
    expect(await allowed(any, { [KEYS]: ['PARTNERS2'] })).toBe(false);
  });

  it('"for any value", negated, fits a value that equals none of those listed', async () => {
    const other = { 'ForAnyValue:StringNotEquals': { [ATTRIBUTES]: ['PK', 'SK'] } };
    expect(await allowed(other, { [ATTRIBUTES]: ['PK', 'SK'] })).toBe(false);
    expect(await allowed(other, { [ATTRIBUTES]: ['PK', 'SK', 'agreement'] })).toBe(true);
  });

  it('all operators and all keys of a condition have to hold', async () => {
    const both = {
      'ForAnyValue:StringLike': { [KEYS]: ['KEY#*'] },
      'ForAnyValue:StringNotEquals': { [ATTRIBUTES]: ['PK', 'SK', 'lastUsedOn'] },
    };
    expect(await allowed(both, { [KEYS]: ['KEY#a'], [ATTRIBUTES]: ['PK', 'SK'] })).toBe(false);
    expect(await allowed(both, { [KEYS]: ['KEY#a'], [ATTRIBUTES]: ['PK', 'SK', 'other'] })).toBe(true);
  });
});

describe('other operators', () => {
  it('patterns are in one case, `*` stands for nothing too', async () => {
    const like = { 'ForAllValues:StringLike': { [KEYS]: ['KEY#*'] } };
    expect(await allowed(like, { [KEYS]: ['KEY#'] })).toBe(true);
    expect(await allowed(like, { [KEYS]: ['key#a'] })).toBe(false);
  });

  it('a number that the request does not have is greater than none', async () => {
    const old = { NumericGreaterThan: { 's3:signatureAge': '900000' } };
    const asked = (context: IamRequest['context']) =>
      evaluate({
        request: { action: 's3:GetObject', resource: 'arn:aws:s3:::files/a', context },
        principal: 'arn:aws:iam::000000000000:role/player',
        identityPolicy: {
          Version: '2012-10-17',
          Statement: [
            { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::files/*' },
            { Effect: 'Deny', Action: 's3:GetObject', Resource: 'arn:aws:s3:::files/*', Condition: old },
          ],
        },
      });
    expect(await asked({})).toBe('Allowed');
    expect(await asked({ 's3:signatureAge': '900000' })).toBe('Allowed');
    expect(await asked({ 's3:signatureAge': '900001' })).toBe('ExplicitlyDenied');
  });
});

describe('decisions', () => {
  it('a denial counts before every permission, and what nothing allows is denied', async () => {
    expect(await decision([{}], {})).toBe('Allowed');
    expect(await decision([{}, { Effect: 'Deny' }], {})).toBe('ExplicitlyDenied');
    expect(await decision([{ Action: 'dynamodb:PutItem' }], {})).toBe('ImplicitlyDenied');
    expect(await decision([{ Resource: `${TABLE}/index/*` }], {})).toBe('ImplicitlyDenied');
  });

  it('refuses a condition key that the action does not have, and an action that does not exist', async () => {
    await expect(decision([{}], { 'dynamodb:Select': 'COUNT' }, 'dynamodb:PutItem')).rejects.toThrow(
      'no condition key',
    );
    await expect(decision([{}], {}, 'dynamodb:GetItems')).rejects.toThrow('invalid.action');
  });
});

import { describe, expect, it } from 'vitest';
import { awsCommands, commandsIn, countAwsCalls, filled } from '#cloud/steps/documented-commands';

describe('commands of the AWS command line in the documents', () => {
  it('are all found: verify:cloud runs what is found', () => {
    expect(awsCommands().length).toBeGreaterThan(0);
    expect(awsCommands()).toHaveLength(countAwsCalls());
  });

  it.each(awsCommands().map(({ text, document }) => [text, document] as const))(
    '%s of %s has known placeholders',
    (text) => {
      // Whatever is still in capitals would be passed on as it is. Values of AWS are quoted by its own documents.
      const left = filled(text)
        .replaceAll(/--[\w-]+ [A-Z_]+\b(?=,|$| --)/g, '')
        .match(/(?<=[\s"/=])[A-Z]{1,8}(?=[\s"/]|$)/g);
      expect(left?.filter((word) => word !== 'SOURCE') ?? []).toEqual([]);
    },
  );
});

describe('a command', () => {
  it.each([
    ['in a span that is broken across lines', 'First `aws s3 ls\n   BUCKET`.', ['aws s3 ls BUCKET']],
    ['on several lines of a block', '```\naws s3 ls \\\n  BUCKET\n```\n', ['aws s3 ls BUCKET']],
    ['that gives a variable its value', '```\nTABLE=$(aws s3 ls A \\\n  B)\n```\n', ['aws s3 ls A B']],
    ['in another one', '```\naws a b --c "$(aws d e)"\n```\n', ['aws d e', 'aws a b --c "$INNER"']],
    ['before a note', '```\naws a b     # as it was\n```\n', ['aws a b']],
  ])('%s is found', (_, text, found) => {
    expect(commandsIn(text)).toEqual(found);
  });

  it('gets values for its placeholders', () => {
    expect(filled('aws a b --stack-name PartnerRamp-ENV --table "$TABLE-restored" --version N')).toBe(
      'aws a b --stack-name PartnerRamp-sandbox --table "name-of-one-restored" --version 1',
    );
  });
});

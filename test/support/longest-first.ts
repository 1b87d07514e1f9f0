import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files. Files that mostly wait come first, because they leave the CPU to other files. If a slow file started last,
 * only one worker would be busy at the end.
 */
const LONGEST = [
  'integration/faults',
  'integration/billed-units',
  'integration/idempotency',
  'integration/races',
  'integration/user-erasure',
  'integration/hostile-requests',
  'browser/reference',
  'browser/site',
  'browser/signing',
  'browser/verification',
  'integration/ramps',
  'unit/providers/http-adapters',
  'unit/simulation/simulation',
  'unit/delivery/failures/fairness',
  'unit/platform/hostile-urls',
  'unit/http/idempotency-rows',
  'unit/dynamodb/flat-lists',
  'unit/providers/http-verification',
  'programs/developer-desk',
  'programs/start-program',
  'infra/freeze',
  'infra/release',
  'infra/checks',
  'contract/every-endpoint',
  'contract/bundles',
  'contract/openapi-examples',
  'contract/openapi-linters',
];

const rank = ({ moduleId }: TestSpecification) => {
  const position = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return position < 0 ? LONGEST.length : position;
};

/**
 * Orders test files by test level (a Vitest project), because a process can only run files of one level. Levels with the slowest
 * files come first. In each level, the slowest files come first, and Vitest orders the other files.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((left, right) => rank(left) - rank(right));
    const levels = [...new Set(sorted.map(({ project }) => project.name))];
    return levels.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}

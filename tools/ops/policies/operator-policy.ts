/**
 * Prints the IAM policy of an operator of one stage: `npx tsx tools/ops/policies/operator-policy.ts --env sandbox --account ID
 * --region REGION`. With `--proposes-alone`, prints the policy of a role that cannot approve proposals.
 */
import { parseArgs } from 'node:util';
import { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import { freezeStatements, operatorStatements, restoreStatements } from '#ops/policies/operator-access';

const { values } = parseArgs({
  options: {
    env: { type: 'string' },
    account: { type: 'string' },
    region: { type: 'string' },
    partition: { type: 'string', default: 'aws' },
    'proposes-alone': { type: 'boolean', default: false },
  },
});
const { env, account, region, partition, 'proposes-alone': proposesAlone } = values;
const stage = (['sandbox', 'production'] as const).find((name) => name === env);
if (stage === undefined || account === undefined || region === undefined) {
  console.error('Specify the stage, the account and the region: --env sandbox|production --account ID --region REGION');
  process.exit(2);
}
const place = { stage, account, region, partition };
const statements = [
  ...operatorStatements(place, !proposesAlone),
  ...freezeStatements(place),
  ...restoreStatements(place),
];
console.log(JSON.stringify(new PolicyDocument({ statements }).toJSON(), undefined, 2));

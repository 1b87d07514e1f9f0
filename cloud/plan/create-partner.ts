/** Makes a partner with a live key in the table that `TABLE_NAME` names, as a deployer of an emulated production: the operator tool needs two people. */
import { createPartner } from '#shared/partners/repository';

const [name = ''] = process.argv.slice(2);
console.log(
  JSON.stringify(await createPartner({ name, stage: 'production', atMs: Date.now(), operator: 'rehearsal' })),
);

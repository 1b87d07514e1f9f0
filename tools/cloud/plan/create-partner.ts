/** Creates a partner of an emulated production in the table `TABLE_NAME`. The operator tool would require a second person. */
import { createPartner } from '#shared/partners/repository';

const [name = ''] = process.argv.slice(2);
const partner = await createPartner({ name, stage: 'production', atMs: Date.now(), operator: 'verify-cloud' });
process.stdout.write(JSON.stringify(partner));

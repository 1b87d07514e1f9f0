/** The record in which a table says the stage whose it is, for each Region that holds it. The operator tool reads it before all else. */
import { isNew } from './expressions';
import { stageKey } from './keys';
import { writeIfConditionsHold } from './unit-of-work';
import { updateItem } from './writes';

/** The stages of tables: that of a laptop is none of the deployed ones. */
export type TableStage = 'local' | 'sandbox' | 'production';

/** Stores the stage of the table in a Region, unless it is on record there. An update: the redrive puts no items. */
export async function recordStage(stage: TableStage, region: string): Promise<void> {
  const set = { entity: 'STAGE', stage };
  await writeIfConditionsHold([updateItem(stageKey(region), { set, condition: isNew })]);
}

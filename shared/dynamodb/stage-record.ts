/** The record of the stage whose table it is. The operator tool reads it before all else. */
import { isNew } from './expressions';
import { stageKey } from './keys';
import { writeIfConditionsHold } from './unit-of-work';
import { updateItem } from './writes';

/** The stages of tables: that of a laptop is none of the deployed ones. */
export type TableStage = 'local' | 'sandbox' | 'production';

/** Stores the stage of the table, unless it is on record. An update: the redrive puts no items. */
export async function recordStage(stage: TableStage): Promise<void> {
  const set = { entity: 'STAGE', stage };
  await writeIfConditionsHold([updateItem(stageKey, { set, condition: isNew })]);
}

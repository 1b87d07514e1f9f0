/** The record of the stage whose table it is. The operator tool reads it before all else. */
import { isNew } from './expressions';
import { stageKey } from './keys';
import { writeIfConditionsHold } from './unit-of-work';
import { updateItem } from './writes';

/** The stages of tables: a laptop's is not a deployed one. */
export type TableStage = 'local' | 'sandbox' | 'production';

/** Stores the stage and the Region of the table, unless they are on record. An update: the redrive puts no items. */
export async function recordStage(stage: TableStage, region: string): Promise<void> {
  const set = { entity: 'STAGE', stage, region };
  await writeIfConditionsHold([updateItem(stageKey, { set, condition: isNew })]);
}

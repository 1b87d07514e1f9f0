/** The table record with the stage and the Region. The operator tool uses it to check that the table has the requested stage. */
import { isNew } from './expressions';
import { stageKey } from './keys';
import { writeIfConditionsHold } from './unit-of-work';
import { updateItem } from './writes';

/** Stages that can own a table; `local` is the table on a developer's computer. */
export type TableStage = 'local' | 'sandbox' | 'production';

/**
 * Stores the table's stage and Region unless the record exists. Uses an update, because its caller, the redrive, has no
 * permission to put items.
 */
export async function recordStage(stage: TableStage, region: string): Promise<void> {
  const set = { entity: 'STAGE', stage, region };
  await writeIfConditionsHold([updateItem(stageKey, { set, condition: isNew })]);
}

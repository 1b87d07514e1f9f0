/**
 * The table record with the stage and the Region. With this record, the operator tool checks that the table belongs to the
 * requested stage.
 */
import { isNew } from './expressions';
import { stageKey } from './keys';
import { writeIfConditionsHold } from './unit-of-work';
import { updateItem } from './writes';

/** Stages that can own a table; `local` is the table on a developer's computer. */
export type TableStage = 'local' | 'sandbox' | 'production';

/**
 * Stores the stage and the Region of the table unless the record exists. Uses an update, because the redrive has no permission to
 * put items.
 */
export async function recordStage(stage: TableStage, region: string): Promise<void> {
  const set = { entity: 'STAGE', stage, region };
  await writeIfConditionsHold([updateItem(stageKey, { set, condition: isNew })]);
}

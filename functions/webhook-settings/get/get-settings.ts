import { settingsView } from '#shared/api/views/webhook-settings';
import type { Operation } from '#shared/http/edge';
import { readSettings } from '#shared/operations/read-webhook-settings';
import type { contract } from './contract';

export const getSettings: Operation<typeof contract> = async ({ caller, nowMs }) => ({
  data: settingsView(await readSettings(caller), nowMs),
});

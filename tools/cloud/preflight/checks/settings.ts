import { ConfigurationError } from '#infra/config/configuration-error';
import { loadStage, placeholdersIn, type StageConfig, type StageRequest } from '#infra/config/stages';
import type { Finding } from '../check';

export const SETTINGS = {
  id: 'settings',
  asks: 'Are the settings of the stage complete, without placeholders, and for the account of these credentials?',
} as const;

/** Settings of a stage, or the fault that prevents its deployment. */
export type Settings = { readonly config: StageConfig } | { readonly fault: Finding };

/** Reads the settings of a stage and detects placeholders of the example. */
export function readSettings(request: StageRequest): Settings {
  try {
    const config = loadStage(request);
    const placeholders = placeholdersIn(config);
    if (placeholders.length === 0) return { config };
    return {
      fault: {
        found: `placeholders of the example: ${placeholders.join(', ')}`,
        todo: `copy infra/config/${config.name}.example.json to ${config.name}.json next to it, and replace its values with yours`,
      },
    };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { fault: { found: error.message, todo: 'change the settings as the result describes' } };
  }
}

/** Compares the account of the settings with the account of the credentials. @param account account of the credentials */
export function settingsFinding(config: StageConfig, account: string): Finding {
  if (config.account === undefined || config.account === account)
    return { found: `no placeholders, for account ${account}` };
  return {
    found: `the settings are for account ${config.account}, the credentials for ${account}`,
    todo: `use credentials of account ${config.account}`,
  };
}

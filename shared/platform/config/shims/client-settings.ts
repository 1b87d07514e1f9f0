interface Setting<Value> {
  readonly environmentVariableSelector: (environment: NodeJS.ProcessEnv, options: object) => Value | undefined;
  readonly default: Value | (() => Promise<Value> | Value);
}

/** Replaces the SDK's reader of client settings. Reads only the environment, no configuration file (docs/adr/007). */
export function loadConfig<Value>(setting: Setting<Value>, options: object = {}): () => Promise<Value> {
  let known: Promise<Value> | undefined;
  return () => {
    known ??= readSetting(setting, options);
    return known;
  };
}

async function readSetting<Value>(setting: Setting<Value>, options: object): Promise<Value> {
  const { environmentVariableSelector, default: byDefault } = setting;
  const configured = environmentVariableSelector(process.env, options);
  if (configured !== undefined) return configured;
  return byDefault instanceof Function ? byDefault() : byDefault;
}

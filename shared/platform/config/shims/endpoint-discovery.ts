/**
 * Stands in for the SDK's endpoint discovery: the table's client takes its settings and brings a cache for what it
 * would find, but none of its operations asks for it.
 */

/** Nothing is read from the environment or from files. */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};

export function resolveEndpointDiscoveryConfig<Settings extends object>(settings: Settings): Settings {
  return settings;
}

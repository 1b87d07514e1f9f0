/**
 * Replaces the SDK's endpoint discovery: the DynamoDB client reads its settings and has a cache for it, but none of
 * its operations uses it.
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

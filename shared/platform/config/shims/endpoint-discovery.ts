/**
 * Replaces the SDK's endpoint discovery. The DynamoDB client reads settings and creates a cache for endpoint discovery, but no
 * operation of the client uses endpoint discovery.
 */

/** Ignores the environment and the configuration files. */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};

export function resolveEndpointDiscoveryConfig<Settings extends object>(settings: Settings): Settings {
  return settings;
}

/** Points the data layer of this process at a local engine, which takes any credentials. */
export function useLocalTable(endpoint: string, tableName: string): void {
  useLocalEngine(endpoint);
  process.env.TABLE_NAME = tableName;
}

/** Points the DynamoDB clients of this process at a local engine. */
export function useLocalEngine(endpoint: string): void {
  // A profile or a session of the real cloud must neither be requested nor sent to the engine.
  delete process.env.AWS_PROFILE;
  delete process.env.AWS_SESSION_TOKEN;
  useDatabaseAt(endpoint);
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    // The SDK advises of the end of its Node.js 20 support at each start.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  });
}

/** Sets the address of tables and streams for the clients of this process. It overrides the shell's variables. */
export function useDatabaseAt(endpoint: string): void {
  // If the environment ignores configured addresses, the others stay unset.
  if (process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS === 'true')
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_ENDPOINT_URL')) delete process.env[name];
  delete process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS;
  Object.assign(process.env, { AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoint });
}

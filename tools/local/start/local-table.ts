/** Configures the table access of this process for a local database engine, which accepts any credentials. */
export function useLocalTable(endpoint: string, tableName: string): void {
  useLocalEngine(endpoint);
  process.env.TABLE_NAME = tableName;
}

/** Configures the DynamoDB clients of this process for a local database engine. */
export function useLocalEngine(endpoint: string): void {
  // The SDK must not load an AWS profile, and must not send a real session token to the local engine.
  delete process.env.AWS_PROFILE;
  delete process.env.AWS_SESSION_TOKEN;
  useDatabaseAt(endpoint);
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    // Hides the SDK's warning that its support of Node.js 20 ends.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  });
}

/** Sets the endpoint of DynamoDB and DynamoDB Streams for the clients of this process. Overrides the shell's variables. */
export function useDatabaseAt(endpoint: string): void {
  // `AWS_IGNORE_CONFIGURED_ENDPOINT_URLS` makes the SDK ignore all endpoint variables, including the two that are set below. So
  // remove it. Also remove the shell's endpoint variables, because the SDK would otherwise start to use them.
  if (process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS === 'true')
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_ENDPOINT_URL')) delete process.env[name];
  delete process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS;
  Object.assign(process.env, { AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoint });
}

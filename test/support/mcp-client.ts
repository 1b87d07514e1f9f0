import { InMemoryTransport } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { type ServerSettings, serveTools } from '#sdk/cli/mcp/server';

/** Result of a tool: its text, and the parsed JSON. */
export interface ToolReply {
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape and assert what they find
  readonly value: any;
}

/** An MCP client in this process. */
export interface McpClient {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  request(method: string, params?: object): Promise<any>;
  call(tool: string, args: object): Promise<ToolReply>;
}

/** Starts an MCP server and opens a session. */
export async function mcpClient(
  settings: Pick<ServerSettings, 'baseUrl' | 'apiKey'> & Partial<ServerSettings>,
): Promise<McpClient> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const waiting = new Map<unknown, (message: object) => void>();
  near.onmessage = (message) => {
    if ('id' in message) waiting.get(message.id)?.(message);
  };
  await near.start();
  const served = serveTools({ isSandbox: true, allowsWrites: true, showsPersonal: false, ...settings }, far);
  onTestFinished(() => served.close());
  const request = async (method: string, params: object = {}) => {
    const id = waiting.size + 1;
    const reply = new Promise((resolve) => waiting.set(id, resolve));
    await near.send({ jsonrpc: '2.0', id, method, params: { ...params } });
    const { result, error } = Object(await reply);
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result;
  };
  const clientInfo = { name: 'test', version: '1' };
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  await near.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return {
    request,
    async call(tool, args) {
      const { content, isError } = await request('tools/call', { name: tool, arguments: args });
      const [{ text }] = content;
      return { isError, text, value: isError && !text.startsWith('{') ? undefined : JSON.parse(text) };
    },
  };
}

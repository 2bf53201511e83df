import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Record<string, unknown>;
}

/** The official MCP client, connected to a hub with the key of an agent. */
export class McpTestClient {
  private constructor(private readonly client: Client) {}

  static async connect(url: string, key: string): Promise<McpTestClient> {
    const client = new Client({ name: 'memory-hub-tests', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    });
    await client.connect(transport);
    return new McpTestClient(client);
  }

  async toolNames(): Promise<string[]> {
    return (await this.client.listTools()).tools.map((tool) => tool.name);
  }

  async listTools(): Promise<Awaited<ReturnType<Client['listTools']>>['tools']> {
    return (await this.client.listTools()).tools;
  }

  /** Calls a tool and gives what it answered, also when that is an error. */
  async call(name: string, input: Record<string, unknown>, idempotencyKey?: string): Promise<ToolAnswer> {
    const answer = await this.client.callTool({
      name,
      arguments: input,
      ...(idempotencyKey === undefined ? {} : { _meta: { idempotencyKey } }),
    });
    const content = Array.isArray(answer.content) ? answer.content : [];
    const text = content
      .map((part: unknown) =>
        typeof part === 'object' && part !== null && 'text' in part ? String(part.text) : '',
      )
      .join('\n');
    return {
      isError: answer.isError === true,
      text,
      structured: (answer.structuredContent ?? {}) as Record<string, unknown>,
    };
  }

  /** Calls a tool that must succeed. */
  async must(
    name: string,
    input: Record<string, unknown>,
    idempotencyKey?: string,
  ): Promise<Record<string, unknown>> {
    const answer = await this.call(name, input, idempotencyKey);
    if (answer.isError) throw new Error(`${name}: ${answer.text}`);
    return answer.structured;
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}

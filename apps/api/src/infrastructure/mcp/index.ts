export { instantField } from './fields';
export { McpModule } from './mcp.module';
export { ToolRegistry } from './tool-registry';
export { defineTool, McpTool, type Tool, type ToolCall, type ToolDefinition, type ToolResult } from './tool';

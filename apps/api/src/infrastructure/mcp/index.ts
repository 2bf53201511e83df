export { defineTool, McpTool, type Tool, type ToolCall, type ToolDefinition, type ToolResult } from './tool';
export { McpModule } from './mcp.module';

/** Text that stands for a native tool call: what is split, counted and compared. */
export function callText(toolName: string, input: unknown): string {
  return `${toolName} ${JSON.stringify(input)}`
}

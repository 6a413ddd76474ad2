/** Extension ids under which VS Code and its relatives keep the tasks of an agent. */
const extensions: ReadonlyMap<string, string> = new Map([
  ['rooveterinaryinc.roo-cline', 'roo'],
  ['kilocode.kilo-code', 'kilo'],
  ['zoocodeorganization.zoo-code', 'zoo'],
  ['saoudrizwan.claude-dev', 'cline'],
])

/** The agent whose storage a path lies in; null when it lies elsewhere. */
export function detectAgentByPath(path: string): string | null {
  const folders = path.toLowerCase().split(/[/\\]/)
  return folders.map((folder) => extensions.get(folder)).find((agent) => agent !== undefined) ?? null
}

/** Folders that hold thousands of others and never a task; agents keep checkpoints of whole projects in their tasks. */
const barren: ReadonlySet<string> = new Set(['node_modules', '.git', 'checkpoints'])

/** True for folders that are never looked into. */
export function isBarrenFolder(name: string): boolean {
  return barren.has(name)
}

/** The files of a task folder; the same for Cline, Roo Code and their relatives. */
export const taskFiles = {
  history: 'api_conversation_history.json',
  /** Older versions used this name, first for the chat record, later for the history. Read, never touched. */
  legacy: 'claude_messages.json',
  chatRecord: 'ui_messages.json',
  metadata: 'task_metadata.json',
  historyItem: 'history_item.json',
} as const

/** Names of files that make their folder a task. */
export const tellingNames: readonly string[] = [taskFiles.history, taskFiles.legacy, taskFiles.chatRecord]

/** True when a folder with these file names is a task of an agent, by name alone: cheap, for listings. */
export function isTaskFolder(fileNames: readonly string[]): boolean {
  return fileNames.some((name) => tellingNames.includes(name))
}

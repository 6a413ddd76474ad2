/** True when a folder with these file names is a task of an agent, by name alone: cheap, for listings. */
export function isTaskFolder(fileNames: readonly string[]): boolean {
  return fileNames.some((name) => name === 'api_conversation_history.json')
}

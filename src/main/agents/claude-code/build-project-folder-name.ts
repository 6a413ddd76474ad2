/** The name of the folder in which Claude Code keeps the sessions that were started in another one. */
export function buildProjectFolderName(cwd: string): string {
  return cwd.replaceAll(/[^a-zA-Z0-9]/g, '-')
}

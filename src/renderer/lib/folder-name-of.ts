/** The last name in a path of any platform; empty for no path. */
export function folderNameOf(path: string): string {
  return path.split(/[\\/]/).findLast((name) => name !== '') ?? ''
}

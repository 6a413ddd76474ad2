/** The path of a task: that of its file or folder, and `#` with the key of a session where a file holds several. */
export function buildTaskPath(file: string, session: string | null): string {
  return session === null ? file : `${file}#${session}`
}

/** The file of a task and the session in it, if the path names one. A file may have the sign in its own name. */
export function splitTaskPath(path: string): { readonly file: string; readonly session: string | null } {
  const at = path.lastIndexOf('#')
  const session = path.slice(at + 1)
  return at <= 0 || session === '' || /[/\\]/.test(session)
    ? { file: path, session: null }
    : { file: path.slice(0, at), session }
}

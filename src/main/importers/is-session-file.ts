/** True for the history of a session as Cline's SDK writes it: a file that is a task by itself. */
export function isSessionFile(name: string): boolean {
  return name.endsWith('.messages.json')
}

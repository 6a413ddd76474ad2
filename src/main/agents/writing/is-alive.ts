/** Whether a process runs, which an agent named as the one that has a session open. */
export function isAlive(pid: number): boolean {
  try {
    return Number.isInteger(pid) && pid > 0 && process.kill(pid, 0)
  } catch (error) {
    // It is somebody else's, and alive.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

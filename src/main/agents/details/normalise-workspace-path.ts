/**
 * A workspace as it is written here, whoever wrote it: agents record one folder with and without a slash at its end, with
 * either slash and with either case of a Windows drive.
 */
export function normaliseWorkspacePath(recorded: string): string {
  const [, drive, rest] = /^([a-z]):(.*)$/is.exec(recorded) ?? []
  const path =
    drive === undefined || rest === undefined
      ? recorded
      : `${drive.toUpperCase()}:${rest.replaceAll('/', '\\')}`
  return path.replace(/(?<=[^:\\/])[\\/]+$/, '')
}

import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Files of the log in a data folder: `logs/dewpoint.1.log`, then `.2`, with the newest entries in the highest. */
export function logFolder(dataFolder: string): string {
  return join(dataFolder, 'logs')
}

/** A file of the log. */
export type LogFile = { readonly number: number; readonly path: string }

/** The file of a number. */
export function logFile(folder: string, number: number): LogFile {
  return { number, path: join(folder, `dewpoint.${number}.log`) }
}

/** Files that are there, the oldest first; none where the folder cannot be read. */
export function listLogFiles(folder: string): readonly LogFile[] {
  let names: readonly string[]
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  return names
    .flatMap((name) => {
      const [, number] = /^dewpoint\.([1-9]\d{0,8})\.log$/.exec(name) ?? []
      return number === undefined ? [] : [logFile(folder, Number(number))]
    })
    .toSorted((a, b) => a.number - b.number)
}

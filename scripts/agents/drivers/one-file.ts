import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The one file below a folder that an agent has stored under such a name; throws where there is none or another. */
export function oneFile(folder: string, name: RegExp): string {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => name.test(path))
  const [path, ...others] = found
  if (path === undefined || others.length > 0)
    throw new Error(`${found.length} files in ${folder} look like ${name.source}`)
  return join(folder, path)
}

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const here = import.meta.dirname

/** The invented project as the task finds it: text by path. Files are kept as `.txt` so that no tool minds them. */
export function initialFiles(): ReadonlyMap<string, string> {
  const folder = join(here, 'workspace')
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted()
  return new Map(paths.map((path) => [path.replace(/\.txt$/, ''), readText(join(folder, path))]))
}

/** Text of a file that the agent writes in the story. */
export function writtenFile(name: string): string {
  return readText(join(here, 'written', `${name}.txt`))
}

/** Line ends as in the repository, whatever the checkout made of them. */
function readText(path: string): string {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n')
}

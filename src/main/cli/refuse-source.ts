import { realpath, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { CliFailure } from './cli-failure.ts'

/** Files whose folder is a task, also where only the file was named. */
const historyNames: ReadonlySet<string> = new Set(['api_conversation_history.json', 'claude_messages.json'])

/**
 * The source is never touched, not even with `--force`: throws where `out` is a source, lies in one that is a
 * folder, or in the task folder of one. What is compared is the files and folders themselves and not their names,
 * so no link and no other spelling leads around it. Sources that are gone have nothing to lose.
 */
export async function refuseSource(out: string, sources: readonly string[]): Promise<void> {
  const named = sources.filter((path) => path !== '')
  const folders = named.filter((path) => historyNames.has(basename(path))).map((path) => dirname(path))
  const kept = await Promise.all([...named, ...folders].map(identify))
  for (const place of [out, ...(await foldersAbove(out))]) {
    const identity = await identify(place)
    if (identity === null || !kept.includes(identity)) continue
    throw new CliFailure({
      message: 'Nothing is ever written into the source.',
      where: out,
      hint: 'Name a file outside the task folder.',
    })
  }
}

/** All folders that a file would lie in, beginning with the nearest; empty where that one does not exist. */
async function foldersAbove(path: string): Promise<readonly string[]> {
  const nearest = await realpath(dirname(path)).catch(() => null)
  const folders: string[] = []
  for (let folder = nearest; folder !== null; folder = dirname(folder)) {
    folders.push(folder)
    if (folder === dirname(folder)) break
  }
  return folders
}

async function identify(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found === null ? null : `${found.dev} ${found.ino}`
}

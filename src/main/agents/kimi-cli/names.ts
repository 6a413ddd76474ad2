import { basename, dirname } from 'node:path'
import { pickFileStem } from '../build-session-key.ts'

/** What `stem_1` adds to the name of a file: it was moved out of the way, or is the file of a subagent. */
const subagent = /_sub_\d+$/

/** Whether a file holds what stood in a session before, by its name. */
export function isRotated(name: string): boolean {
  const stem = pickFileStem(name)
  return /._\d+$/.test(stem) && !subagent.test(stem)
}

/** The end of the name of the file of a subagent in versions that kept it beside the session; null for all others. */
export function pickSubagentName(name: string): string | null {
  return subagent.exec(pickFileStem(name))?.[0] ?? null
}

/** The id of a session: its folder has it as a name, or the file itself in the first versions. */
export function readSessionId(path: string): string | null {
  const stem = pickFileStem(path)
  if (stem !== 'context' && !/^context_sub_\d+$/.test(stem)) return stem
  const folder = basename(dirname(path))
  return folder === '' || folder === '.' ? null : `${folder}${pickSubagentName(path) ?? ''}`
}

/** The session that a subagent belongs to; null for a session by itself. */
export function findParentSession(path: string): string | null {
  const older = pickSubagentName(path)
  if (older !== null) return readSessionId(path)?.slice(0, -older.length) ?? null
  const folder = dirname(dirname(path))
  return pickFileStem(path) === 'context' && basename(folder) === 'subagents'
    ? basename(dirname(folder))
    : null
}

/** The folder of a session is in one that is named for the MD5 sum of where it works; null where it lies elsewhere. */
export function readWorkspaceHash(path: string): string | null {
  const sums = path.split(/[/\\]/).flatMap((part) => /(?:^|_)([\da-f]{32})$/.exec(part)?.[1] ?? [])
  return sums.at(-1) ?? null
}

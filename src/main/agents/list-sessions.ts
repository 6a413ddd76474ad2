import type { SessionHead } from './agent.ts'
import { defaultImportLimits } from './import-limits.ts'
import { findSourceAgent } from './import-source.ts'
import { gatherSource } from './import-task.ts'
import { parseSource } from './parsed-source.ts'
import { realFileSystem } from './read-source-file.ts'

/** The sessions of a file that holds several, the latest last; null for one that is a session itself. Throws `ImportFailure`. */
export async function listSessions(path: string): Promise<readonly SessionHead[] | null> {
  // Of a large session its beginning tells that it is one.
  const options = { limits: defaultImportLimits, files: realFileSystem, mostBytes: 0 }
  const source = parseSource(await gatherSource(path, options), defaultImportLimits)
  const head = source.head()
  const sessions = findSourceAgent(source)?.sessions
  return head === null || sessions?.canHoldSeveral(head) !== true ? null : sessions.list(source)
}

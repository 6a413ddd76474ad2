import { Recent } from '../../../../../shared/kernel/recent.ts'
import type { SessionHead } from '../../../../agents/agent.ts'
import type { EnginePool } from '../../../../jobs/engine-pool.ts'
import { readDatabaseState } from '../../../../platform/files/copy-database.ts'
import { removeOwnFolders } from '../../../../platform/files/leftovers.ts'

/** The sessions of a file that holds several; null for one that is a session itself, or that cannot be read. */
export type ListSessions = (file: string) => Promise<readonly SessionHead[] | null>

type Listed = { readonly state: string; readonly sessions: ReturnType<ListSessions> }

/** As many databases as a machine may have, and few enough to keep. */
const mostKept = 64

let isRemovedAtEnd = false

/** Threads that are ended with the process leave the copies that they read from. */
function removeAtEnd(): void {
  if (!isRemovedAtEnd) process.once('exit', () => removeOwnFolders('copy'))
  isRemovedAtEnd = true
}

/** Lists sessions off the main thread, and again only when a file or its log has changed. */
export function createSessionLists({ run }: Pick<EnginePool, 'run'>): ListSessions {
  const kept = new Recent<Listed>(mostKept)
  removeAtEnd()
  return async (file) => {
    const state = readDatabaseState(file)
    const known = kept.find(file)
    if (known?.state === state) return known.sessions
    const sessions = run('listSessions', { path: file }).then((answer) => answer.sessions)
    kept.forget(file)
    kept.get(file, () => ({ state, sessions }))
    // What failed once may not fail again.
    sessions.catch(() => kept.forget(file))
    return sessions
  }
}

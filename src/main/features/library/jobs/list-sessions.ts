import type { SessionHead } from '../../../agents/agent.ts'
import { ImportFailure } from '../../../agents/import-failure.ts'
import { listSessions as list } from '../../../agents/list-sessions.ts'
import type { Job } from '../../../platform/workers/job.ts'

/** The sessions of a file that holds several; null for one that is a session itself, or that cannot be read. */
export const listSessions: Job<
  { readonly path: string },
  { readonly sessions: readonly SessionHead[] | null }
> = async ({ path }) => {
  try {
    return { sessions: await list(path) }
  } catch (error) {
    if (error instanceof ImportFailure) return { sessions: null }
    throw error
  }
}

import { countOf } from '../../../shared/lib/count-of.ts'
import type { SessionHead } from '../format.ts'
import { ImportFailure } from '../import-failure.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { taskPath } from '../task-path.ts'

/** So many sessions are named where none was chosen. */
const mostNamed = 5

/**
 * The session of a file that its path names, else the only one that it holds. Throws `ImportFailure` where that does not
 * decide, with how to name one.
 */
export function chooseSession(source: ParsedSource, heads: readonly SessionHead[]): SessionHead {
  const { session, name, path } = source
  const [only] = heads
  const chosen = session === null ? null : heads.find(({ key }) => key === session)
  if (chosen) return chosen
  if (session === null && only !== undefined && heads.length === 1) return only
  const latest = heads.toSorted((a, b) => (b.lastActivityTs ?? 0) - (a.lastActivityTs ?? 0))
  const named = latest
    .slice(0, mostNamed)
    .map(({ key, title }) => (title === null ? key : `${key} (${title.slice(0, 60)})`))
  const file = session === null ? path : path.slice(0, -session.length - 1)
  throw new ImportFailure({
    code: session === null ? 'history-missing' : 'not-found',
    message:
      session === null
        ? `${name} holds ${heads.length === 0 ? 'no sessions' : `${countOf(heads.length, 'session')}, and the path names none of them`}`
        : `${name} holds no session ${session}`,
    where: path || name,
    hint:
      latest[0] === undefined
        ? 'Nothing has been written to it yet, its sessions were deleted, or it is damaged.'
        : `Name one behind a # at the end of the path, such as ${taskPath(file || name, latest[0].key)}. The latest are ${named.join(', ')}.`,
  })
}

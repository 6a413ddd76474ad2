import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import { buildTaskPath } from '../../../shared/library/build-task-path.ts'
import type { SessionHead } from '../agent.ts'
import { logHint } from '../database.ts'
import { ImportFailure } from '../import-failure.ts'
import type { ParsedSource } from '../parsed-source.ts'

/** So many sessions are named where none was chosen. */
const mostNamed = 5

/** The sessions of a file: to ask for one is cheaper than to list them all. */
export type HeldSessions = {
  readonly has: (key: string) => boolean
  readonly all: () => readonly SessionHead[]
}

/**
 * The key of the session that the path of a file names, else of the only one that it holds. Throws `ImportFailure` where
 * that does not decide, with how to name one.
 */
export function chooseSession(source: ParsedSource, held: HeldSessions): string {
  const { session, name, path } = source
  if (session !== null && held.has(session)) return session
  const heads = held.all()
  const [only] = heads
  if (session === null && only !== undefined && heads.length === 1) return only.key
  if (heads.some(({ key }) => key === session)) return session ?? ''
  const latest = heads.toSorted((a, b) => (b.lastActivityTs ?? 0) - (a.lastActivityTs ?? 0))
  const named = latest
    .slice(0, mostNamed)
    .map(({ key, title }) => (title === null ? key : `${key} (${title.slice(0, 60)})`))
  const file = session === null ? path : path.slice(0, -session.length - 1)
  throw new ImportFailure({
    code: session === null ? 'history-missing' : 'not-found',
    message:
      session === null
        ? `${name} holds ${heads.length === 0 ? 'no sessions' : `${formatCountWithNoun(heads.length, 'session')}, and the path names none of them`}`
        : `${name} holds no session ${session}`,
    where: path || name,
    hint:
      latest[0] === undefined
        ? (logHint(source.realPath) ??
          'Nothing has been written to it yet, its sessions were deleted, or it is damaged.')
        : `Name one behind a # at the end of the path, such as ${buildTaskPath(file || name, latest[0].key)}. The latest are ${named.join(', ')}.`,
  })
}

/** The session that the path of a file names, or the only one, of a file whose sessions are all at hand. Throws as above. */
export function pickSession<Session extends { readonly key: string }>(
  source: ParsedSource,
  sessions: readonly Session[],
  buildHead: (session: Session) => SessionHead,
): Session {
  const byKey = new Map(sessions.map((session) => [session.key, session]))
  const key = chooseSession(source, { has: (one) => byKey.has(one), all: () => sessions.map(buildHead) })
  const found = byKey.get(key)
  if (found === undefined) throw new Error(`${source.name} lists a session that it does not hold: ${key}`)
  return found
}

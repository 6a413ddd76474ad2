import { createHash, timingSafeEqual } from 'node:crypto'

/** `fresh` and `spent` tell whether the token was the right one; only `fresh` opens a session. */
export type Exchange =
  | { readonly kind: 'fresh'; readonly sessionId: string }
  | { readonly kind: 'spent' }
  | { readonly kind: 'wrong' }

/** `ended` is one that was open and has expired. */
export type SessionState = 'open' | 'ended' | 'none'

/** How long sessions last, in milliseconds. */
export type SessionLimits = {
  /** Without a request and without a stream that is being read. */
  readonly idleMs: number
  /** In all, however busy. */
  readonly longestMs: number
}

const hourMs = 3_600_000

/** A working day without a look at the page, and a week in all. */
export const sessionLimits: SessionLimits = { idleMs: 12 * hourMs, longestMs: 7 * 24 * hourMs }

/** Who may use the browser host during one launch. */
export type Sessions = {
  /** The token that opens the next session. */
  readonly token: () => string
  /** Takes the token once. A second use finds it spent and puts a new token in its place. */
  readonly exchange: (token: string) => Exchange
  readonly findState: (sessionId: string | undefined) => SessionState
  /** Puts a new token in the place of a spent one; false where the one there is has not been used. */
  readonly renewToken: () => boolean
  /**
   * Begins a use of an open session, which is not idle until the function that is returned is called. `end` is called
   * when the session has lasted as long as it may before that.
   */
  readonly use: (sessionId: string, end: () => void) => () => void
}

type SessionDependencies = {
  /** Gives 256 random bits as text. */
  readonly randomSecret: () => string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly limits?: SessionLimits
}

type Session = { readonly id: string; readonly openedTs: number; usedTs: number; uses: number }

/** Keeps sessions in memory only: they end with the process, and with their time. */
export function createSessions({ randomSecret, now, limits = sessionLimits }: SessionDependencies): Sessions {
  let token = randomSecret()
  let isSpent = false
  const spentTokens: string[] = []
  const sessions: Session[] = []
  const isOpen = ({ openedTs, usedTs, uses }: Session): boolean =>
    now() - openedTs < limits.longestMs && (uses > 0 || now() - usedTs < limits.idleMs)
  const find = (id: string | undefined): Session | undefined =>
    id === undefined ? undefined : sessions.filter((session) => isSameSecret(session.id, id))[0]
  const renewToken = (): boolean => {
    if (!isSpent) return false
    token = randomSecret()
    isSpent = false
    return true
  }
  return {
    token: () => token,
    exchange: (candidate) => {
      if (!isSpent && isSameSecret(candidate, token)) {
        const sessionId = randomSecret()
        sessions.push({ id: sessionId, openedTs: now(), usedTs: now(), uses: 0 })
        spentTokens.push(token)
        isSpent = true
        return { kind: 'fresh', sessionId }
      }
      if (!includesSecret(spentTokens, candidate)) return { kind: 'wrong' }
      renewToken()
      return { kind: 'spent' }
    },
    findState: (sessionId) => {
      const session = find(sessionId)
      if (session === undefined) return 'none'
      return isOpen(session) ? 'open' : 'ended'
    },
    renewToken,
    use: (sessionId, end) => {
      const session = find(sessionId)
      if (session === undefined) return () => undefined
      session.uses += 1
      session.usedTs = now()
      const timer = setTimeout(end, session.openedTs + limits.longestMs - now())
      timer.unref()
      return () => {
        clearTimeout(timer)
        session.uses -= 1
        session.usedTs = now()
      }
    },
  }
}

/** Compares all of both texts, whatever their lengths, so that the time taken tells nothing about them. */
function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right))
}

function includesSecret(secrets: readonly string[], candidate: string): boolean {
  return secrets.reduce((found, secret) => isSameSecret(secret, candidate) || found, false)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

import { createHash, timingSafeEqual } from 'node:crypto'

/** `fresh` and `spent` tell whether the token was the right one; only `fresh` opens a session. */
export type Exchange =
  | { readonly kind: 'fresh'; readonly sessionId: string }
  | { readonly kind: 'spent' }
  | { readonly kind: 'wrong' }

/** Who may use the browser host during one launch. */
export type Sessions = {
  /** The token that opens the next session. */
  readonly token: () => string
  /** Takes the token once. A second use finds it spent and puts a new token in its place. */
  readonly exchange: (token: string) => Exchange
  readonly has: (sessionId: string | undefined) => boolean
}

/** Keeps sessions in memory only: they end with the process. `randomSecret` gives 256 random bits as text. */
export function createSessions(randomSecret: () => string): Sessions {
  let token = randomSecret()
  let isSpent = false
  const spentTokens: string[] = []
  const sessionIds: string[] = []
  return {
    token: () => token,
    exchange: (candidate) => {
      if (!isSpent && isSameSecret(candidate, token)) {
        const sessionId = randomSecret()
        sessionIds.push(sessionId)
        spentTokens.push(token)
        isSpent = true
        return { kind: 'fresh', sessionId }
      }
      if (!includesSecret(spentTokens, candidate)) return { kind: 'wrong' }
      if (isSpent) {
        token = randomSecret()
        isSpent = false
      }
      return { kind: 'spent' }
    },
    has: (sessionId) => sessionId !== undefined && includesSecret(sessionIds, sessionId),
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

/** Single-use permissions to open one path, handed to the page in place of the path. */
export type Grants = {
  /** Makes a grant for an absolute path and gives its token. */
  readonly issue: (path: string) => string
  /** Path of a token, once; undefined for tokens that are unknown, used or expired. */
  readonly take: (token: string) => string | undefined
}

export type GrantsOptions = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly randomToken: () => string
  /** How long a grant stays good, in milliseconds. */
  readonly lifetimeMs: number
}

/** Keeps grants in memory. */
export function createGrants({ now, randomToken, lifetimeMs }: GrantsOptions): Grants {
  const open = new Map<string, { readonly path: string; readonly endsTs: number }>()
  const dropExpired = (): void => {
    for (const [token, grant] of open) if (grant.endsTs <= now()) open.delete(token)
  }
  return {
    issue: (path) => {
      dropExpired()
      const token = randomToken()
      open.set(token, { path, endsTs: now() + lifetimeMs })
      return token
    },
    take: (token) => {
      dropExpired()
      const grant = open.get(token)
      open.delete(token)
      return grant?.path
    },
  }
}

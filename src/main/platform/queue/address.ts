/** Where a shared database is, as somebody has typed it. */
export type DatabaseAddress = {
  /** With the password: it goes to the driver and nowhere else. */
  readonly connectionString: string
  /** As it may be shown: without user and password, options left out. */
  readonly shown: string
  /** Takes whatever could be a secret of the address out of a text. */
  readonly clean: (text: string) => string
}

/** Why a text is no address of a database. */
export type AddressFault = { readonly fault: string }

/** Reads `postgres://user:password@host:port/database`. What it says of a fault repeats nothing of the address. */
export function readAddress(text: string): DatabaseAddress | AddressFault {
  const example = 'It looks like postgres://user@host:5432/database.'
  if (!/^postgres(ql)?:\/\//i.test(text)) return { fault: `A database is named by its address. ${example}` }
  const hint = 'Write special characters of the password as %xx.'
  if (!URL.canParse(text)) return { fault: `The address of the database cannot be read. ${example} ${hint}` }
  const url = new URL(text)
  if (isCutShort(url))
    return { fault: `The address of the database has an @ behind its first part. ${example} ${hint}` }
  const host = url.hostname === '' ? (url.searchParams.get('host') ?? 'localhost') : url.hostname
  const port = url.port === '' ? '' : `:${url.port}`
  const shown = `postgres://${host}${port}${url.pathname}`
  const password = decodeText(url.password)
  const secrets = [text, url.password, password, url.searchParams.get('password') ?? '']
    .filter((secret) => secret.length > 2)
    .toSorted((a, b) => b.length - a.length)
  return {
    connectionString: withCheckedTls(text, url),
    shown,
    clean: (dirty) => secrets.reduce((clean, secret) => clean.replaceAll(secret, '***'), dirty),
  }
}

/** Spells out what the driver takes these modes for: it would warn of a version to come that only encrypts. */
function withCheckedTls(text: string, { searchParams }: URL): string {
  if (searchParams.has('uselibpqcompat')) return text
  return text.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

/**
 * Whether a password with / ? or # has ended the first part of an address early: its beginning would be taken for a port,
 * and its end for a name that may be shown.
 */
function isCutShort({ username, pathname, hash, searchParams }: URL): boolean {
  const behind = [pathname, hash, ...searchParams.keys()]
  return username === '' && behind.some((part) => part.includes('@'))
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

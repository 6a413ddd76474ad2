/** What a word means, as every screen, report and the command line say it. */
export type Term = {
  /** The label first, other names after it. No two terms share one. */
  readonly names: readonly [string, ...string[]]
  /** One sentence. */
  readonly definition: string
  /** How a figure is computed; absent where nothing is. */
  readonly formula?: string
  /** Which way is better; absent where neither is. */
  readonly direction?: 'higher' | 'lower'
  /** What it cannot see, or where it misleads. */
  readonly limits?: string
}

/** Terms of a subject by their ids. */
export type Terms = Readonly<Record<string, Term>>

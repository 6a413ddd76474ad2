/**
 * Words by which people of one language lay down what must hold: prohibitions, obligations, limits, preferences.
 * Written for one sentence at a time; `opening` looks at how it or a clause of it begins, `beginning` at how it begins itself; `hints` also stand where
 * somebody only describes, and count in short sentences alone.
 */
export type ConstraintWords = {
  readonly anywhere: RegExp
  readonly opening?: RegExp
  readonly beginning?: RegExp
  readonly hints?: RegExp
  /** Words that also tell how things are (`should`), orders to go on with something (`keep`). */
  readonly soft?: RegExp
  readonly orders?: RegExp
  /** Orders that mostly ask for one thing (`use X`, `make sure`). */
  readonly weak?: RegExp
  /** Negations without a verb, which also tell what is missing (`no tests`). */
  readonly bare?: RegExp
}

const start = '(?:\\p{L}[\\p{L} ]{0,30}:\\s*)?'
/** A pattern whose words stand by themselves, with accents too. */
export function buildWordsPattern(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_])`, 'iu')
}
/** A pattern for the beginning of a sentence, or of a clause of it. */
export function buildOpeningPattern(polite: string, ...alternatives: readonly string[]): RegExp {
  const before = `(?:^${start}|[,;:(–—]\\s*|\\s[-–—]\\s+)(?:(?:${polite}),?\\s+)*`
  return new RegExp(`${before}(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_]|-\\p{L})`, 'iu')
}

/** A pattern for the beginning of a sentence alone. */
export function buildBeginningPattern(polite: string, ...alternatives: readonly string[]): RegExp {
  const before = `^${start}(?:(?:${polite}),?\\s+)*`
  return new RegExp(`${before}(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_]|-\\p{L})`, 'iu')
}

/** Several patterns as one. */
export function joinPatterns(...alternatives: readonly string[]): string {
  return alternatives.map((alternative) => `(?:${alternative})`).join('|')
}

import type { ServiceTerms } from '../../../shared/kernel/usage.ts'

/** What the name of a model in a record says. */
export type ModelName = {
  /** Without what is said apart below. */
  readonly name: string
  /** Of a Claude model, without what stands behind it, such as a date; else the name. */
  readonly base: string
  /** Whether it names the window of a million tokens. */
  readonly hasLongWindow: boolean
  /** How the name says that it is served. */
  readonly terms: ServiceTerms
  /** What stands behind the name and is neither a date nor anything known: its price may be another one. */
  readonly unknownSuffix: string | null
}

/** The name of a Claude model, perhaps behind a region; a date or the like may follow. */
const claudeName =
  /^((?:\w+\.)?(?:anthropic\.)?claude-(?:[a-z]+-\d|\d(?:[.-]\d)?-[a-z]+|\d)(?:[.-]\d{1,2}(?!\d))?)/
/** A date, a version, an alias, or how much it thinks. Digits end where they end: of a run there is one reading. */
const plainPiece =
  /(?:-\d{2,4}-\d{2}(?:-\d{2})?|-\d{2}-\d{4}|[-@]\d{3,8}|\d{2,8}|-v\d+|:\d+)(?!\d)|[-@](?:latest|default)|-1m|:?-?thinking(?:-\d+k)?|-(?:low|medium|high|xhigh|max)|-(?:preview|exp|customtools)|:(?:beta|extended)/y

/** Whether what stands behind the name of a model says nothing of its price, such as a date. */
export function isPlainSuffix(suffix: string): boolean {
  let end = 0
  while (end < suffix.length) {
    plainPiece.lastIndex = end
    const [piece] = plainPiece.exec(suffix) ?? []
    if (piece === undefined) return false
    end += piece.length
  }
  return true
}

/**
 * Reads the name of a model as records have it, such as `anthropic/claude-opus-5[1m]` or `claude-opus-4.8-fast`. The
 * price library takes any name that begins like one of Claude's, so what stands behind those is looked at here.
 */
export function readModelName(model: string): ModelName {
  const [, named = model] = /^(.*)\[1m\]$/i.exec(model) ?? []
  const [, folder = '', bare = named] = /^(.*\/)?([^/]*)$/.exec(named) ?? []
  const isClaude = claudeName.test(bare)
  const isFast = bare.endsWith('-fast') && (isClaude || bare.startsWith('gpt-'))
  const plain = isFast ? bare.slice(0, -'-fast'.length) : bare
  const [, base = plain] = claudeName.exec(plain) ?? []
  const suffix = plain.slice(base.length)
  return {
    name: `${folder}${plain}`,
    base,
    hasLongWindow: named !== model,
    terms: isFast ? (isClaude ? { speed: 'fast' } : { serviceTier: 'fast' }) : {},
    unknownSuffix: isPlainSuffix(suffix) ? null : suffix,
  }
}

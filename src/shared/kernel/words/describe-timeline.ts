import type { CacheBreak } from '../../replay/cache-audit-types.ts'
import type { Timeline } from '../../timeline/types.ts'
import { formatCountWithNoun } from '../format-count-with-noun.ts'
import { formatUsd, thinSpace } from '../format-figures.ts'
import type { ContextByKind } from '../part.ts'

/** What takes room in a context, in the middle of a sentence. */
const kindNames: Readonly<Record<keyof ContextByKind, string>> = {
  prefix: 'the system prompt and tools',
  'user-text': 'texts of the user',
  'assistant-text': 'texts of the assistant',
  reasoning: 'reasoning',
  'hidden-reasoning': 'hidden reasoning',
  'tool-call': 'tool calls',
  'tool-result': 'tool results',
  environment: 'surroundings',
  image: 'images',
  summary: 'summaries',
  opaque: 'content that nobody can read',
}

type Broken = Pick<CacheBreak, 'tokens' | 'costUsd'>

/**
 * Where the tokens and the money of a task went, in a sentence or two: its largest context and what filled most of it, what
 * it cost, and how much of that was paid for broken caches. Empty for a task without messages.
 */
export function describeTimeline(
  { points, peakTokens, findings = [] }: Pick<Timeline, 'points' | 'peakTokens' | 'findings'>,
  breaks: readonly Broken[],
): string {
  const [first, ...others] = points
  if (first === undefined) return ''
  const fullest = others.reduce((most, one) => (one.contextTokens > most.contextTokens ? one : most), first)
  const cost = points.at(-1)?.cumulativeUsd ?? null
  const estimated = findings.some(({ code }) => code === 'list-prices') ? 'an estimated ' : ''
  const paid = cost === null ? '' : ` The task cost ${estimated}${formatUsd(cost)}${describeBreaks(breaks)}.`
  return `The context grew to ${formatCountWithNoun(peakTokens, 'token')}${fillClause(fullest.byKind)}.${paid}`
}

function fillClause(byKind: ContextByKind): string {
  const kinds = Object.entries(byKind).map(([kind, tokens]) => ({ kind, tokens }))
  const total = kinds.reduce((sum, { tokens }) => sum + tokens, 0)
  const [most] = kinds.toSorted((a, b) => b.tokens - a.tokens)
  const name = Object.entries(kindNames).find(([kind]) => kind === most?.kind)?.[1]
  if (most === undefined || name === undefined || total === 0) return ''
  return `, ${Math.round((100 * most.tokens) / total)}${thinSpace}% of it ${name}`
}

function describeBreaks(breaks: readonly Broken[]): string {
  const known = breaks.filter(({ tokens, costUsd }) => tokens > 0 && costUsd !== null)
  const lost = known.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)
  if (known.length === 0 || lost === 0) return ''
  return `, ${formatUsd(lost)} of it lost to ${formatCountWithNoun(known.length, 'cache break')}`
}

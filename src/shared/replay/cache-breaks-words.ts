import { formatCountWithNoun, formatCount } from '../kernel/format-count-with-noun.ts'
import { formatPercent, formatUsd } from '../kernel/format-figures.ts'
import type { CacheAudit, CacheBreak, CacheCause, CauseSums } from './cache-audit-types.ts'

/** What a cause is called, and what it means in one sentence. */
export type CauseWords = { readonly label: string; readonly definition: string }

/** The words for each cause of a cache break. */
export const causeWords: Readonly<Record<CacheCause, CauseWords>> = {
  condensation: {
    label: 'Condensation',
    definition: 'A summary or a cut replaced messages that the cache held.',
  },
  clearing: {
    label: 'Cleared results',
    definition: 'A placeholder replaced a tool result or a call that the cache held.',
  },
  placeholder: {
    label: 'Rewritten placeholder',
    definition: 'A placeholder already in the history was rewritten.',
  },
  reordered: { label: 'Reordered', definition: 'The same parts were sent in another order.' },
  prefix: {
    label: 'System prompt or tools',
    definition: 'The system prompt or the list of tools changed, so nothing after it could be read.',
  },
  timestamp: { label: 'Timestamp', definition: 'A date or a time in an earlier message changed.' },
  model: { label: 'Model change', definition: 'Another model answered, and each model has its own cache.' },
  pause: { label: 'Pause', definition: 'The pause between requests was longer than the cache lasts.' },
  'look-back': {
    label: 'Too many blocks',
    definition: 'More than 20 blocks were added at once, so the last cached position was out of reach.',
  },
  edited: { label: 'Edited or removed', definition: 'An earlier message was edited, removed or undone.' },
  settings: {
    label: 'Settings or hidden context',
    definition:
      'Only the system prompt and the tools came from the cache: a setting such as thinking changed, or context that is not in the file.',
  },
  vendor: {
    label: 'No record of why',
    definition: 'Nothing that is recorded changed, and a cache that promises nothing missed.',
  },
  unknown: { label: 'Unknown', definition: 'Nothing in the record explains it.' },
}

/** Why a request paid again, in a sentence for a person. */
export function breakText({ cause, tokens, costUsd, readTokens, ...one }: CacheBreak): string {
  const lost = `${formatCount(tokens)} tokens paid again${costUsd === null ? '' : `, ${formatUsd(costUsd)} lost`}`
  const read = `${formatCount(readTokens)} read`
  const pause =
    one.pauseMs === undefined || one.timeToLiveMs === undefined
      ? ''
      : ` ${formatSpan(one.pauseMs)} passed between requests. The cache lasts ${formatSpan(one.timeToLiveMs)}.`
  const told = one.toldBy === undefined ? '' : ` ${toldTexts[one.toldBy]}`
  return `${causeWords[cause].label}: ${lost}, ${read}.${pause}${told}`
}

/** `5 min`, `6.2 min`, `3.5 h`. */
function formatSpan(ms: number): string {
  const minutes = ms / 60_000
  return minutes < 120 ? `${Number(minutes.toFixed(1))} min` : `${Number((minutes / 60).toFixed(1))} h`
}

const toldTexts: Readonly<Record<NonNullable<CacheBreak['toldBy']>, string>> = {
  size: 'Inferred from the size of the request. The file does not show what changed.',
  'read-end': 'Inferred from where cache reads ended. The file does not show what changed.',
}

/** The answer in one line: what was lost, and to what most of it. */
export function describeLostToBreaks({
  breaks,
  costUsd,
  tokens,
  byCause,
  explained,
}: Omit<CacheAudit, 'paid'>): string {
  if (explained === null) return 'No recorded request used a cache, so there are no cache breaks.'
  if (breaks.length === 0) return 'Nothing was lost to cache breaks.'
  const main = findMainCause(byCause)
  const amount = costUsd === null ? `${formatCount(tokens)} tokens` : formatUsd(costUsd)
  const most = main === null ? '' : `, most of it to “${causeWords[main.cause].label}” (${sumText(main)})`
  const lost = breaks.filter(({ cause }) => cause === 'vendor' || cause === 'unknown')
  const share = lost.reduce((sum, one) => sum + one.tokens, 0) / Math.max(1, tokens)
  const unexplained =
    lost.length === 0 ? '' : ` Of ${formatPercent(100 * share)} of the tokens there is no record of why.`
  return `${amount} lost to ${formatCountWithNoun(breaks.length, 'cache break')}${most}.${unexplained}`
}

type CauseSum = NonNullable<CauseSums[CacheCause]>

/** The cause that lost most; null where nothing was lost. */
export function findMainCause(byCause: CauseSums): (CauseSum & { readonly cause: CacheCause }) | null {
  return sortCausesByLoss(byCause)[0] ?? null
}

/** All causes with their sums, the dearest first. */
export function sortCausesByLoss(byCause: CauseSums): readonly (CauseSum & { readonly cause: CacheCause })[] {
  // Keys of a partial record are those of its schema.
  const all = (Object.keys(byCause) as CacheCause[]).flatMap((cause) => {
    const sum = byCause[cause]
    return sum === undefined ? [] : { ...sum, cause }
  })
  return all.toSorted((a, b) => (b.costUsd ?? 0) - (a.costUsd ?? 0) || b.tokens - a.tokens)
}

function sumText({ n, tokens, costUsd }: CauseSum): string {
  const money = costUsd === null ? `${formatCount(tokens)} tokens` : formatUsd(costUsd)
  return `${money}, ${formatCountWithNoun(n, 'request')}`
}

import type { Evidence } from '../evidence.ts'
import { formatCountWithNoun } from '../format-count-with-noun.ts'
import { formatUsd } from '../format-figures.ts'

type Of<K extends Evidence['kind']> = Extract<Evidence, { kind: K }>

/** What has to be read again, in a sentence or two. */
export function describeReReading(results: Of<'re-reading'>['results']): string {
  const lost = results.filter(({ now }) => now === null).length
  return `The continuation reuses lines of ${formatCountWithNoun(results.length, 'earlier tool result')} before reading them again. The context lost lines of ${lost}.`
}

/** What a condensation takes once, what it saves with each request after it, and when it breaks even. */
export function describeBillParts({
  onceUsd,
  savedPerRequestUsd: saved,
  reReadUsd,
  requestsAfter,
  breakEvenRequests,
}: Omit<Of<'bill'>, 'kind'>): string {
  if (onceUsd === 0 && saved === 0) return 'Nothing was condensed, so the bill stays as it is.'
  const again = reReadUsd === 0 ? '' : `, reading again what is missing ${formatUsd(reReadUsd)},`
  const once = `Condensing costs ${formatUsd(onceUsd)} once${again}`
  if (requestsAfter === 0) return `${once}. No request followed the cut.`
  const each = `${saved < 0 ? 'adds' : 'saves'} ${formatUsd(Math.abs(saved))} with each of the ${formatCountWithNoun(requestsAfter, 'request')} after the cut`
  const even =
    breakEvenRequests === null
      ? 'It never breaks even.'
      : `It breaks even after ${formatCountWithNoun(breakEvenRequests, 'request')}.`
  return `${once} and ${each}. ${even}`
}

/** How many links are kept, and how many the same words have in any order. */
export function describeLinks({
  pairs,
  share,
  shuffled,
}: Pick<Of<'links'>, 'pairs' | 'share' | 'shuffled'>): string {
  const kept = pairs.filter(({ now }) => now !== null).length
  return `${kept} of ${formatCountWithNoun(pairs.length, 'pair')} of rare words still stand close together (${share.toFixed(2)}). The same words shuffled: ${shuffled.toFixed(2)}.`
}

/** The bits of the next actions behind nothing, behind the context and behind the full history. */
export function describeHeadStart({ empty, context, full }: Of<'head-start'>['bits']): string {
  return `The next actions take ${formatCountWithNoun(empty, 'bit')} without a context, ${formatCountWithNoun(context, 'bit')} with this one, ${formatCountWithNoun(full, 'bit')} with the full history.`
}

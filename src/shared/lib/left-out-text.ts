import type { RecordedCost } from '../domain/replay.ts'
import { countOf } from './count-of.ts'
import { formatInteger, formatPercent } from './format-figures.ts'

/** How many requests are in no figure of a replay, and with what share of the recorded cost; empty where none is. */
export function leftOutText({
  notReconstructable: lost,
  requests,
}: Pick<RecordedCost, 'notReconstructable' | 'requests'>): string {
  if (lost === undefined || lost.requests === 0) return ''
  const [are, they] = lost.requests === 1 ? ['is', 'it'] : ['are', 'they']
  const money = lost.percent === null ? '' : `, with ${formatPercent(lost.percent)} of the recorded cost`
  return `${formatInteger(lost.requests)} of ${countOf(requests, 'request')} ${are} left out${money}: what ${they} sent is not known.`
}

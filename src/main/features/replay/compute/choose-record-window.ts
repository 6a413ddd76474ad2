import { usualTrigger } from '../../../../shared/installation/policy-types.ts'
import type { RecordedUsage, RequestUsage } from '../../../../shared/kernel/usage.ts'

/** Tokens of the largest request of a task; 0 where no size was recorded. */
export function findPeakTokens({ requests }: Pick<RecordedUsage, 'requests'>): number {
  return requests.reduce((most, request) => Math.max(most, sumContextTokens(request)), 0)
}

/**
 * The window that a task is played with where nobody chooses one: that of its model, where a request did not fit into the
 * usual one. Null where the record does not tell another than the usual one.
 */
export function chooseRecordWindow(
  usage: Pick<RecordedUsage, 'requests'>,
  modelWindow: number | null,
): number | null {
  const peakTokens = findPeakTokens(usage)
  const isOther = peakTokens > usualTrigger.windowTokens
  return isOther && modelWindow !== null && modelWindow >= peakTokens ? modelWindow : null
}

/** Tokens that a request sent. More cached tokens than input come on top of it. */
function sumContextTokens({
  tokensIn = 0,
  cacheReads = 0,
  cacheWrites = 0,
  isCacheApart,
}: RequestUsage): number {
  const cached = cacheReads + cacheWrites
  return (isCacheApart ?? cached > tokensIn) ? tokensIn + cached : tokensIn
}

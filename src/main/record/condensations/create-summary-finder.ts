import type { RecordedCondensation } from '../../../shared/kernel/usage.ts'
import type { RecordedRun } from '../recorded-run.ts'

/**
 * Finds the message that is the summary of a recorded condensation, also where what it stood for was deleted; null where
 * the file holds none. The Timeline draws a condensation there, its page shows the text.
 */
export function createSummaryFinder({
  messages,
  usage,
  summaries: names,
}: Pick<RecordedRun, 'messages' | 'usage' | 'summaries'>): (
  condensation: RecordedCondensation,
) => number | null {
  const summaries = messages.flatMap(({ isSummary, condenseId }, index) =>
    isSummary === true ? [{ index, id: condenseId ?? undefined }] : [],
  )
  const unnamed = summaries.filter(({ id }) => id === undefined)
  const deleting = usage.condensations.filter(
    ({ condenseId }, at) => condenseId === undefined && names[at] === null,
  )
  return (condensation) => {
    const name = condensation.condenseId ?? names[usage.condensations.indexOf(condensation)] ?? undefined
    if (name !== undefined) return summaries.findLast(({ id }) => id === name)?.index ?? null
    // Classic Roo deletes earlier summaries with what they stood for: the last ones are those that are left.
    return unnamed.at(deleting.indexOf(condensation) - deleting.length)?.index ?? null
  }
}

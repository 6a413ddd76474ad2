import type { ImportProblem } from '../../../shared/library/task-types.ts'
import type { HiddenRange } from '../imported-task.ts'

/**
 * Turns a range of places in the file into a range of the messages that were read. `indices` holds the place of
 * each of them. A range that reaches beyond the history is named and hides what is there; one that fits no message is named and left out: hiding the wrong ones would be worse.
 */
export function mapHiddenRange(
  recorded: readonly [number, number] | null,
  indices: readonly (number | null)[],
): Readonly<{ range: HiddenRange | null; problem: ImportProblem | null }> {
  if (recorded === null) return { range: null, problem: null }
  const [first, last] = recorded
  const isKnown = indices.every((index) => index !== null)
  const start = indices.findIndex((index) => index !== null && index >= first && index <= last)
  const end = indices.findLastIndex((index) => index !== null && index >= first && index <= last)
  const place = `messages ${first} to ${last}`
  if (isKnown && start !== -1) {
    const lastThere = Number(indices.at(-1))
    const reason = `${place} are recorded as deleted from the context, but the history ends with message ${lastThere}, so those up to it are hidden`
    const problem = last > lastThere ? { file: '', place, reason, severity: 'warning' as const } : null
    return { range: { start, end }, problem }
  }
  const why = isKnown ? 'the history has no such messages' : 'damage before it hides where that is'
  const reason = `${place} are recorded as deleted from the context, but ${why}, so none is hidden`
  return {
    range: null,
    problem: { file: '', place, reason, severity: 'warning' },
  }
}

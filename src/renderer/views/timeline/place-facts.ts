import type { Timeline } from '../../../shared/domain/timeline.ts'
import { linesIn, type WindowLine } from './window-lines.ts'

/** The window, its trigger and the model at a message in words. Empty where a task knows of none anywhere. */
export function placeFacts(
  messageIndex: number,
  models: Timeline['models'],
  lines: readonly WindowLine[],
): readonly string[] {
  if (models.length === 0 && lines.length === 0) return []
  const here = linesIn(lines, { from: messageIndex, to: messageIndex })
  const labelsOf = (kind: WindowLine['kind']): string[] =>
    here.filter((line) => line.kind === kind).map(({ label }) => label)
  const windows = labelsOf('window')
  const segment = models.findLast(({ fromMessage }) => fromMessage <= messageIndex)
  return [
    ...(segment === undefined ? [] : modelFact(segment.model, here)),
    ...(windows.length === 0 ? ['window not known'] : windows),
    ...labelsOf('trigger'),
  ]
}

/** The model, unless its window says it. */
function modelFact(model: string | null, here: readonly WindowLine[]): string[] {
  if (model === null) return ['model not recorded']
  return here.some(({ owner }) => owner === model) ? [] : [model]
}

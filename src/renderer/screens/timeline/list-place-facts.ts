import type { Timeline } from '../../../shared/timeline/types.ts'
import { selectLines, type WindowLine } from './build-window-lines.ts'

/** The window, its trigger and the model at a message in words. Empty where a task knows of none anywhere. */
export function listPlaceFacts(
  messageIndex: number,
  models: Timeline['models'],
  lines: readonly WindowLine[],
): readonly string[] {
  if (models.length === 0 && lines.length === 0) return []
  const here = selectLines(lines, { from: messageIndex, to: messageIndex })
  const selectLabels = (kind: WindowLine['kind']): string[] =>
    here.filter((line) => line.kind === kind).map(({ label }) => label)
  const windows = selectLabels('window')
  const segment = models.findLast(({ fromMessage }) => fromMessage <= messageIndex)
  return [
    ...(segment === undefined ? [] : describeModel(segment.model, here)),
    ...(windows.length === 0 ? ['window not known'] : windows),
    ...selectLabels('trigger'),
  ]
}

/** The model, unless its window says it. */
function describeModel(model: string | null, here: readonly WindowLine[]): string[] {
  if (model === null) return ['model not recorded']
  return here.some(({ owner }) => owner === model) ? [] : [model]
}

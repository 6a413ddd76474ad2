import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Timeline } from '../../../shared/domain/timeline.ts'
import { useContextStatus, type ContextWindow } from '../../data/use-context-status.ts'
import { useEngine } from '../../data/engine-context.ts'
import { modelStretches, stretchLines, windowLines, type WindowLine } from './window-lines.ts'

/** The window that a task is held against, and its lines: of each model over its own messages, where it had several. */
export function useWindowLines(
  taskId: string,
  { models, points }: Pick<Timeline, 'models' | 'points'>,
): {
  readonly window: ContextWindow
  readonly lines: readonly WindowLine[]
} {
  const { queries } = useEngine()
  const { window, status } = useContextStatus(taskId)
  const { windowTokens, owner } = window
  const isByModel = owner?.kind !== 'profile' && window.chosen === null && models.length > 1
  const names = useMemo(() => [...new Set(models.flatMap(({ model }) => model ?? []))], [models])
  const windows = useQuery(
    queries.context.windows.queryOptions({ input: { models: names }, enabled: isByModel }),
  ).data
  const ownerName = owner?.name ?? null
  // While another window is asked about, the figures are still those of the last one.
  const firing = status.data?.window === windowTokens ? status.data : null
  const lines = useMemo(() => {
    if (!isByModel) return windowLines({ windowTokens, ownerName, firing })
    const byModel = new Map(windows?.map((one) => [one.model, one.window]))
    return stretchLines(modelStretches(models, points.length, (model) => byModel.get(model) ?? null))
  }, [isByModel, windows, models, points.length, windowTokens, ownerName, firing])
  return { window, lines }
}

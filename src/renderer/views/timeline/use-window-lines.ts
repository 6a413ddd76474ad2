import { useMemo } from 'react'
import { useContextStatus, type ContextWindow } from '../../data/use-context-status.ts'
import { windowLines, type WindowLine } from './window-lines.ts'

/** The window that a task is held against, and its lines. */
export function useWindowLines(taskId: string): {
  readonly window: ContextWindow
  readonly lines: readonly WindowLine[]
} {
  const { window, status } = useContextStatus(taskId)
  const { windowTokens } = window
  const ownerName = window.owner?.name ?? null
  // While another window is asked about, the figures are still those of the last one.
  const firing = status.data?.window === windowTokens ? status.data : null
  const lines = useMemo(
    () => windowLines({ windowTokens, ownerName, firing }),
    [windowTokens, ownerName, firing],
  )
  return { window, lines }
}

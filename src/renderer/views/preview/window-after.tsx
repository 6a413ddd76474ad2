import type { ContextStatus } from '../../../shared/api/context.ts'
import { toModelTokens } from '../../../shared/lib/on-scale.ts'
import { Figure } from '../../components/figure.tsx'
import { useContextStatus } from '../../data/use-context-status.ts'
import { formatShare, formatTokens } from '../../lib/format.ts'

type WindowAfterProps = { readonly taskId: string; readonly finalTokens: number }

/** How much of the window a result would fill, in tokens of the model; nothing where no window is known. */
export function WindowAfter({ taskId, finalTokens }: WindowAfterProps) {
  const { window, status } = useContextStatus(taskId)
  const { windowTokens } = window
  if (windowTokens === null || status.data === undefined) return null
  const { calibration, percent } = status.data
  const after = toModelTokens(finalTokens, calibration)
  return (
    <Figure
      label="Window after"
      value={formatShare(Math.round((100 * after) / windowTokens))}
      note={`Of ${formatTokens(windowTokens)}; ${formatShare(Math.round(percent))} now. ${scaleText(calibration)}`}
    />
  )
}

function scaleText(calibration: ContextStatus['calibration']): string {
  if (calibration === null)
    return 'In counted tokens, without the system prompt: too few requests are recorded.'
  const { slope, intercept } = calibration
  return `Counted tokens times ${slope.toFixed(2)}, and ${formatTokens(Math.round(intercept))} of system prompt and tools.`
}

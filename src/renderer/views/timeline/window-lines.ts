import type { ContextStatus } from '../../../shared/api/context.ts'
import { usualTrigger } from '../../../shared/domain/usual-trigger.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { formatShare, formatTokens } from '../../lib/format.ts'

/** A level that the context is held against. */
export type WindowLine = {
  readonly id: 'window' | 'trigger'
  readonly tokens: number
  readonly label: string
}

type WindowLevels = {
  /** Null where no window is known. */
  readonly windowTokens: number | null
  /** Whose window it is; null where someone chose it. */
  readonly ownerName: string | null
  /** What fires in this window; null where that is not known yet. */
  readonly firing: Pick<ContextStatus, 'trigger' | 'threshold' | 'reserved'> | null
}

/** The window, and the context at which it is condensed or slides. */
export function windowLines({ windowTokens, ownerName, firing }: WindowLevels): readonly WindowLine[] {
  if (windowTokens === null) return []
  const owner = ownerName === null ? '' : ` of ${ownerName}`
  const line: WindowLine = {
    id: 'window',
    tokens: windowTokens,
    label: `window ${formatTokens(windowTokens)}${owner}`,
  }
  if (firing === null) return [line]
  const { tokens } = firing.trigger
  return [{ id: 'trigger', tokens, label: triggerLabel(firing) }, line]
}

function triggerLabel({ trigger, threshold, reserved }: NonNullable<WindowLevels['firing']>): string {
  const { tokens, action, by } = trigger
  const does = action === 'condense' ? 'condenses' : 'slides'
  if (by === 'threshold') return `${does} at ${formatTokens(tokens)}: ${formatShare(threshold)}`
  const why = `${formatShare(100 * (1 - usualTrigger.freeShare))} less ${formatInteger(reserved)} reserved`
  return tokens === 0 ? `${does} at once: ${why} is nothing` : `${does} at ${formatTokens(tokens)}: ${why}`
}

/** Lines this many times above the data would press it flat: they are named at the edge instead. */
const farthest = 2.2

/** Which lines are drawn, and which are too far above what is shown. */
export function splitLines(
  lines: readonly WindowLine[],
  peakTokens: number,
): { readonly drawn: readonly WindowLine[]; readonly above: readonly WindowLine[] } {
  const isNear = ({ tokens }: WindowLine): boolean => tokens <= farthest * Math.max(1, peakTokens)
  return { drawn: lines.filter(isNear), above: lines.filter((line) => !isNear(line)) }
}

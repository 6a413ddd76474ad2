import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { formatShare } from '../../lib/format.ts'

/** A level that the context is held against. */
export type WindowLine = {
  readonly id: 'window' | 'threshold'
  readonly tokens: number
  readonly label: string
}

/** Null where no window, or no threshold, is known. */
type WindowLevels = { readonly windowTokens: number | null; readonly thresholdPercent: number | null }

/** The window, and where it would be condensed; one line where both are the same. */
export function windowLines({ windowTokens, thresholdPercent }: WindowLevels): readonly WindowLine[] {
  if (windowTokens === null) return []
  const name = `window ${formatInteger(windowTokens)} tok`
  if (thresholdPercent === null) return [{ id: 'window', tokens: windowTokens, label: name }]
  const share = formatShare(thresholdPercent)
  if (thresholdPercent === 100)
    return [{ id: 'window', tokens: windowTokens, label: `${name}, condensed at ${share}` }]
  const tokens = (windowTokens * thresholdPercent) / 100
  return [
    { id: 'threshold', tokens, label: `condensed at ${share}, ${formatInteger(tokens)} tok` },
    { id: 'window', tokens: windowTokens, label: name },
  ]
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

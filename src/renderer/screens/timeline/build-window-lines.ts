import { usualTrigger } from '../../../shared/installation/policy-types.ts'
import { formatAgentName } from '../../../shared/kernel/format-agent-name.ts'
import { formatInteger } from '../../../shared/kernel/format-figures.ts'
import { computeQuantile } from '../../../shared/kernel/numbers.ts'
import type { WindowTrigger } from '../../../shared/library/context-contract.ts'
import type { Timeline, TimelineMarker } from '../../../shared/timeline/types.ts'
import { formatShare, formatTokens } from '../../lib/format.ts'
import type { PointRange } from '../../ui/plots/axes.ts'

/** A level that the context is held against. */
export type WindowLine = {
  readonly id: string
  readonly kind: 'window' | 'trigger'
  readonly tokens: number
  readonly label: string
  /** The same in fewer words, the longest first, for lines that have no room for all of them. */
  readonly shorter: readonly string[]
  /** What all lines of this sort are, in the legend. */
  readonly meaning: string
  /** The model or profile whose window it is. Null where it was chosen. */
  readonly owner: string | null
  /** The messages over which it holds, the last one not included. Null where it holds over all. */
  readonly span: MessageSpan | null
}

/** Messages by their index in the file; `to` is not among them. */
export type MessageSpan = { readonly from: number; readonly to: number }

type WindowLevels = {
  /** Null where no window is known. */
  readonly windowTokens: number | null
  /** Whose window it is. Null where it was chosen. */
  readonly ownerName: string | null
  /** What triggers in this window. Null where that is not known yet. */
  readonly condensation: WindowTrigger | null
}

/** The window, and the context at which it is condensed or slides. */
export function buildWindowLines({
  windowTokens,
  ownerName,
  condensation,
}: WindowLevels): readonly WindowLine[] {
  if (windowTokens === null) return []
  const owner = ownerName === null ? '' : ` of ${ownerName}`
  const window = `window ${formatTokens(windowTokens)}`
  const line: WindowLine = {
    id: 'window',
    kind: 'window',
    span: null,
    tokens: windowTokens,
    label: `${window}${owner}`,
    shorter: [window, `window ${formatInteger(windowTokens)}`, roundTokens(windowTokens)],
    meaning: 'Window',
    owner: ownerName,
  }
  return condensation === null ? [line] : [buildTriggerLine(condensation, ownerName), line]
}

function buildTriggerLine(condensation: WindowTrigger, owner: string | null): WindowLine {
  const { tokens, action } = condensation.trigger
  const does = describeAction(action)
  return {
    id: 'trigger',
    kind: 'trigger',
    span: null,
    tokens,
    label: formatTriggerLabel(condensation),
    shorter: [
      `${does} at ${formatTokens(tokens)}`,
      `Dewpoint’s policy: ${roundTokens(tokens)}`,
      roundTokens(tokens),
    ],
    meaning: `${does} from here on`,
    owner,
  }
}

/** Whose rule it is: the agent itself condenses at another size. */
function describeAction(action: WindowTrigger['trigger']['action']): string {
  return `Dewpoint’s policy ${action === 'condense' ? 'condenses' : 'slides'}`
}

/** The size at which the agent itself condensed, the median of what it recorded; null where it recorded none. */
export function buildAgentLine(
  markers: readonly Pick<TimelineMarker, 'kind' | 'tokensBefore'>[],
  agent: string | null,
): WindowLine | null {
  const sizes = markers.flatMap(({ kind, tokensBefore }) =>
    kind === 'condensation' && tokensBefore !== null ? [tokensBefore] : [],
  )
  if (sizes.length === 0) return null
  const tokens = Math.round(
    computeQuantile(
      sizes.toSorted((a, b) => a - b),
      0.5,
    ),
  )
  const name = agent === null ? 'The agent' : formatAgentName(agent)
  const times = sizes.length === 1 ? 'once' : sizes.length === 2 ? 'twice' : `${sizes.length} times`
  return {
    id: 'agent',
    kind: 'trigger',
    span: null,
    tokens,
    label: `${name} condensed at about ${roundTokens(tokens)} (recorded ${times})`,
    shorter: [`${name}: about ${roundTokens(tokens)}`, roundTokens(tokens)],
    meaning: `${name} condensed`,
    owner: null,
  }
}

/** Tokens in the fewest letters that still distinguish windows: `32.8k`, `200k`, `1.05M`. */
function roundTokens(tokens: number): string {
  const rounded = Number(tokens.toPrecision(3))
  if (rounded < 1000) return String(rounded)
  return rounded < 1_000_000 ? `${rounded / 1000}k` : `${rounded / 1_000_000}M`
}

function formatTriggerLabel({
  trigger,
  threshold,
  reserved,
}: NonNullable<WindowLevels['condensation']>): string {
  const { tokens, action, by } = trigger
  const does = describeAction(action)
  if (by === 'threshold') return `${does} at ${formatTokens(tokens)}: ${formatShare(threshold)}`
  const why = `${formatShare(100 * (1 - usualTrigger.freeShare))} − ${formatInteger(reserved)} reserved`
  return tokens === 0 ? `${does} at once: ${why} is nothing` : `${does} at ${formatTokens(tokens)}: ${why}`
}

/** A model and its window, over messages. */
export type ModelSegment = {
  readonly model: string
  readonly span: MessageSpan
  /** Null where it is not known. */
  readonly window: { readonly tokens: number; readonly trigger: WindowTrigger } | null
}

/** The segments of a task of so many messages, of which the last one goes to its end. Those of known models. */
export function buildModelSegments(
  models: Timeline['models'],
  messages: number,
  windowOf: (model: string) => ModelSegment['window'],
): readonly ModelSegment[] {
  return models.flatMap(({ fromMessage, model }, index) => {
    const to = models[index + 1]?.fromMessage ?? messages
    return model === null || to <= fromMessage
      ? []
      : { model, span: { from: fromMessage, to }, window: windowOf(model) }
  })
}

/** The lines of each segment in the window of its own model. */
export function buildSegmentLines(segments: readonly ModelSegment[]): readonly WindowLine[] {
  return segments.flatMap(({ model, span, window }) =>
    window === null
      ? []
      : buildWindowLines({ windowTokens: window.tokens, ownerName: model, condensation: window.trigger }).map(
          (line) => ({
            ...line,
            id: `${line.id} ${span.from}`,
            span,
          }),
        ),
  )
}

/** Lines that hold over any of the messages that are shown. */
export function selectLines(lines: readonly WindowLine[], range: PointRange): readonly WindowLine[] {
  return lines.filter(({ span }) => span === null || (span.from <= range.to && span.to > range.from))
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

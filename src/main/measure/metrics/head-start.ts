import { append } from '../../../shared/kernel/append.ts'
import type { NextAction } from '../../../shared/kernel/evidence.ts'
import type { Part, PartKind } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import type { Metric } from './metric.ts'
import { rememberPerCheckpoint } from './remember-per-checkpoint.ts'
import type { Subject } from './subject.ts'

/** Actions that are looked at, and the characters of each. */
const most = { actions: 10, characters: 2000 } as const
/** Characters before the actions that a compressor is given, the last ones; hostile histories have no end. */
const longest = 4_000_000
/** A full history that saves less tells nothing: bits, and the share of the bits without one. */
const least = { bits: 200, share: 0.05 } as const

/**
 * Of the bits that the full history saves on the next recorded actions, the share that the context saves: 0 says no more
 * than nothing, 1 as much as everything, and neither is a bound. What was seen after the cut is known to all of them. The
 * bits are those by which a compressed text grows when the actions are put behind it.
 */
export const headStart: Metric = {
  id: 'head-start',
  label: 'Head start',
  group: 'head-start',
  direction: 'higher',
  unit: 'score',
  rank: 'secondary',
  isControlled: true,
  measure: (subject) => {
    const { source, result, compress } = subject
    const next = nextActions(subject)
    if (next === null || compress === undefined) return null
    const { empty, full } = measureEnds(next, source, compress)
    if (empty - full < Math.max(least.bits, least.share * empty)) return null
    const bits = result === source ? full : measureBitsGiven(result, next, compress)
    return {
      value: (empty - bits) / (empty - full),
      evidence: { kind: 'head-start', actions: next.actions, bits: { empty, context: bits, full } },
    }
  },
}

/** What follows a cut: its first actions, and what was seen before the last of them. */
type Next = { readonly actions: readonly NextAction[]; readonly written: string; readonly seen: string }
type Compress = NonNullable<Subject['compress']>

const nextActions = rememberPerCheckpoint((_source, continuation) => collectNext(continuation))

type Ends = { readonly empty: number; readonly full: number }

const known = new WeakMap<Next, Ends>()

/** The bits with nothing and with everything, which variants of a checkpoint share. */
function measureEnds(next: Next, source: Conversation, compress: Compress): Ends {
  const found = known.get(next)
  if (found !== undefined) return found
  const isEmpty = next.actions.length === 0
  const ends = {
    empty: isEmpty ? 0 : measureBitsGiven(null, next, compress),
    full: isEmpty ? 0 : measureBitsGiven(source, next, compress),
  }
  known.set(next, ends)
  return ends
}

function measureBitsGiven(context: Conversation | null, { seen, written }: Next, compress: Compress): number {
  const before = `${context === null ? '' : joinPartTexts(context.parts.flat())}\n${seen}`.slice(-longest)
  return 8 * (compress(`${before}\n${written}`) - compress(before))
}

/** What nobody can foretell from a context, or read. */
const unforeseen: ReadonlySet<PartKind> = new Set(['reasoning', 'hidden-reasoning', 'opaque'])

function collectNext({ parts }: Conversation): Next {
  const actions: NextAction[] = []
  const written: string[] = []
  const seen: Part[] = []
  const unread: Part[] = []
  parts.forEach((own, messageIndex) =>
    own.forEach((part, partIndex) => {
      if (unforeseen.has(part.kind) || actions.length === most.actions) return
      if (part.kind !== 'tool-call' && part.kind !== 'assistant-text') {
        unread.push(part)
        return
      }
      if (part.text.trim() === '') return
      append(seen, unread.splice(0))
      const text = part.text.slice(0, most.characters)
      written.push(text)
      actions.push({
        place: { messageIndex, partIndex, start: 0, end: text.length },
        tool: part.toolName ?? null,
      })
    }),
  )
  return { actions, written: written.join('\n'), seen: joinPartTexts(seen) }
}

function joinPartTexts(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('\n')
}

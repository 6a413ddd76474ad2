import type { Message } from '../../../shared/kernel/message.ts'
import { createConversation, type Conversation } from '../../kernel/conversation.ts'
import { joinFittingLines } from '../controls/control-texts.ts'
import { createContextSubject } from './limit-to-summary.ts'
import type { Metric } from './metric.ts'
import type { Condensation } from './subject.ts'

/** Of a source, the share that stands for the size of a condensation where its agent recorded none. */
const usualShare = 0.05

/** The size to which all methods are brought at a cut: that of what the agent's own condensation left. */
export function chooseEqualSize(source: Conversation, recorded: readonly Message[] | null): number {
  if (recorded === null) return Math.round(usualShare * source.totalTokens)
  const size = sizes.get(recorded) ?? createConversation(recorded, source.counter).totalTokens
  sizes.set(recorded, size)
  return size
}

/** Methods of a cut share what was recorded there. */
const sizes = new WeakMap<readonly Message[], number>()

/**
 * A figure, under a name of its own, at the size that all methods of a cut are brought to; without a value where nobody
 * said what that is. What is kept rises with the tokens kept: at sizes of their own, the method that condenses least would
 * always come first.
 */
export function measureAtEqualSize(metric: Metric, id: string): Metric {
  return {
    ...metric,
    id,
    label: `${metric.label}, at equal size`,
    view: 'equal-size',
    isControlled: true,
    base: metric,
    measure: (subject) => {
      const { equalSize } = subject
      return equalSize === undefined
        ? null
        : metric.measure(createContextSubject(subject, bringToSize(subject, equalSize)))
    },
  }
}

/**
 * A result cut or filled to a size. What its method wrote itself stands first, then what it kept from the newest message
 * to the oldest, then the newest messages of the source that it did not keep. Of the message that does not fit any more
 * the beginning is taken where the method wrote it, else the end.
 */
export function bringToSize(
  { source, result, provenance }: Pick<Condensation, 'source' | 'result' | 'provenance'>,
  tokens: number,
): Conversation {
  const isWritten = (index: number): boolean => {
    const { sources = [], changes = [] } = provenance.messages[index] ?? {}
    const isSummary = result.parts[index]?.some(({ kind }) => kind === 'summary') ?? false
    const standsForMany = sources.length > 1 && changes.some(({ operation }) => operation === 'summarised')
    return isSummary || sources.length === 0 || standsForMany
  }
  const indices = [...result.messages.keys()]
  const written = indices.filter(isWritten)
  const kept = indices.filter((index) => !isWritten(index))
  const standing = new Set(kept.flatMap((index) => provenance.messages[index]?.sources ?? []))
  const others = [...source.messages.keys()].filter((index) => !standing.has(index))
  const first = takeFitting(result, written, tokens, 'beginning')
  const second = takeFitting(result, kept.toReversed(), first.left, 'end')
  const third = takeFitting(source, others.toReversed(), second.left, 'end')
  const messages = [...first.messages, ...[...second.messages, ...third.messages].toReversed()]
  return createConversation(messages, source.counter)
}

type Taken = { readonly messages: readonly Message[]; readonly left: number }

/** As many messages as fit, in this order, and the end or the beginning of the next one; nothing is left after that. */
function takeFitting(
  conversation: Conversation,
  indices: readonly number[],
  tokens: number,
  side: 'beginning' | 'end',
): Taken {
  const messages: Message[] = []
  let left = tokens
  for (const index of indices) {
    const message = conversation.messages[index]
    const own = conversation.messageTokens[index] ?? 0
    if (message === undefined) continue
    if (own > left) {
      const part = cutMessage(conversation, index, left, side)
      return { messages: part === null ? messages : [...messages, part], left: 0 }
    }
    messages.push(message)
    left -= own
  }
  return { messages, left }
}

function cutMessage(
  conversation: Conversation,
  index: number,
  tokens: number,
  side: 'beginning' | 'end',
): Message | null {
  const parts = conversation.parts[index] ?? []
  const all = parts.flatMap(({ text }) => text.split('\n'))
  const lines = side === 'beginning' ? all : all.toReversed()
  const text = joinFittingLines({ lines, tokens: [] }, tokens, conversation)
  if (text === '') return null
  const content = side === 'beginning' ? text : text.split('\n').toReversed().join('\n')
  return {
    role: 'user',
    content,
    ...(parts.some(({ kind }) => kind === 'summary') ? { isSummary: true } : {}),
  }
}

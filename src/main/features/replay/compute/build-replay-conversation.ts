import type { Message } from '../../../../shared/kernel/message.ts'
import { sum } from '../../../../shared/kernel/numbers.ts'
import type { Part } from '../../../../shared/kernel/part.ts'
import { sliceConversationEnd, type Conversation } from '../../../kernel/conversation.ts'
import { moveParts } from '../../../kernel/history/moved-parts.ts'
import { splitHistory } from '../../../kernel/history/split-parts.ts'
import { countPartTokens } from '../../../kernel/tokens/token-counter.ts'
import type { ReplayTask } from './replay-task.ts'

type Counted = { readonly parts: readonly Part[]; readonly tokens: readonly number[] }

/** Messages of a task, and of condensations of it, that were split and counted. */
const memories = new WeakMap<ReplayTask, WeakMap<Message, Counted>>()

/**
 * A history of a replayed task. A message is split and counted once, where it first stands, also one that a condensation
 * wrote: a policy that keeps looking at a long history pays for what is new in it.
 */
export function buildReplayConversation(task: ReplayTask, messages: readonly Message[]): Conversation {
  const { counter } = task
  const memory = memories.get(task) ?? findCountMemory(task)
  memories.set(task, memory)
  const parts = splitHistory(messages, (message, index) => {
    const known = memory.get(message)
    if (known === undefined) return undefined
    const parts = moveParts(known.parts, index)
    if (parts !== known.parts) memory.set(message, { ...known, parts })
    return parts
  })
  const tokens = messages.map((message, index) => {
    const own = parts[index] ?? []
    const known = memory.get(message) ?? {
      parts: own,
      tokens: own.map((part) => countPartTokens(part, counter)),
    }
    memory.set(message, known)
    return known.tokens
  })
  const messageTokens = tokens.map(sum)
  return { messages, parts, partTokens: tokens, messageTokens, totalTokens: sum(messageTokens), counter }
}

/** Counted tokens of each message of the full history. */
export function countMessageTokens(task: ReplayTask): readonly number[] {
  return task.openWhole().messageTokens
}

/** What was recorded from a message of the full history on; null for nothing. */
export function buildContinuation(task: ReplayTask, from: number): Conversation | null {
  return from >= task.full.length ? null : sliceConversationEnd(task.openWhole(), from)
}

function findCountMemory({ full, openWhole }: ReplayTask): WeakMap<Message, Counted> {
  const { parts, partTokens: tokens } = openWhole()
  return new WeakMap(
    full.map((message, index) => [message, { parts: parts[index] ?? [], tokens: tokens[index] ?? [] }]),
  )
}

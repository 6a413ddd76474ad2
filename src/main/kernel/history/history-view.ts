import type { Message } from '../../../shared/kernel/message.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../conversation.ts'
import { toToolResultBlock, toToolUseBlock, listBlocks } from './blocks.ts'

/** A message of the user that a turn begins with. Results, summaries and what its reader knows to be the agent's own are none. */
export function isPrompt(message: Message | undefined, parts: readonly Part[]): boolean {
  if (message === undefined || message.role !== 'user') return false
  if (message.isSummary === true || message['isBoilerplate'] === true) return false
  if (listBlocks(message).some((block) => toToolResultBlock(block) !== undefined)) return false
  if (parts.some(({ kind }) => kind === 'tool-result')) return false
  return parts.some(({ kind, text }) => kind === 'image' || text.trim() !== '')
}

/** Indices of the prompts of a history, ascending. */
export function findPrompts({ messages, parts }: Conversation): readonly number[] {
  return messages.flatMap((message, index) => (isPrompt(message, parts[index] ?? []) ? [index] : []))
}

/** Whether a message of the assistant calls no tool. */
export function isAnswer(message: Message | undefined, parts: readonly Part[]): boolean {
  return (
    message?.role === 'assistant' &&
    message.isSummary !== true &&
    parts.some(({ kind }) => kind === 'assistant-text') &&
    parts.every(({ kind }) => kind !== 'tool-call')
  )
}

/** Whether a history ends with a call that is still waiting for its result. */
export function endsWithCall({ messages }: Pick<Conversation, 'messages'>): boolean {
  const last = messages.at(-1)
  return last?.role === 'assistant' && listBlocks(last).some((block) => toToolUseBlock(block) !== undefined)
}

/** Indices of the messages that the agent itself puts before everything else, such as its rules. */
export function findSurroundings({ messages }: Conversation): readonly number[] {
  const isOwn = (message: Message): boolean => message.role === 'user' && message['isBoilerplate'] === true
  const count = messages.findIndex((message) => !isOwn(message))
  return Array.from({ length: Math.max(0, count) }, (_, index) => index)
}

/** Indices at which turns begin, ascending: prompts, and what the agent says in the place of the user, but for the question that a summary answers. */
export function findTurnStarts({ messages }: Conversation): readonly number[] {
  return messages.flatMap((message, index) => {
    if (message.role !== 'user' || message.isSummary === true) return []
    if (listBlocks(message).some((block) => toToolResultBlock(block) !== undefined)) return []
    return messages[index + 1]?.isSummary === true ? [] : [index]
  })
}

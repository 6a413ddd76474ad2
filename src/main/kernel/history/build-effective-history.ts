import type { ContextLog } from '../../../shared/condense/context-log-types.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { selectNextContext } from './context-log.ts'

export type EffectiveHistory = {
  /** What the model saw, the same objects as in the file. */
  readonly messages: readonly Message[]
  /** Index in the file of each of them, ascending. */
  readonly fileIndices: readonly number[]
  /** Indices in the file of the messages that were hidden, ascending. */
  readonly hidden: readonly number[]
}

/**
 * What the model really saw of a history.
 *
 * Roo (current) hides a message while the summary or marker that its `condenseParent` or `truncationParent`
 * names is there, and starts afresh at the last summary that it wrote as a user message. Roo (classic) deleted
 * what it summarised, so its assistant-role summaries hide nothing. Cline names a deleted range in its history
 * item: `hiddenRange`, inclusive indices in the file. Files of other agents tell what each request sent: `contexts`.
 */
export function buildEffectiveHistory(
  messages: readonly Message[],
  hiddenRange: { readonly start: number; readonly end: number } | null = null,
  contexts?: ContextLog,
): EffectiveHistory {
  if (contexts !== undefined) return selectHistory(messages, selectNextContext(contexts, messages.length))
  const summaries = new Set(
    messages.flatMap((m) => (m.isSummary === true && m.condenseId ? [m.condenseId] : [])),
  )
  const markers = new Set(
    messages.flatMap((m) => (m.isTruncationMarker === true && m.truncationId ? [m.truncationId] : [])),
  )
  const isHidden = (message: Message, index: number): boolean =>
    (hiddenRange !== null && index >= hiddenRange.start && index <= hiddenRange.end) ||
    (message.condenseParent != null &&
      // A summary that names itself would hide the whole history with it.
      message.condenseParent !== message.condenseId &&
      summaries.has(message.condenseParent)) ||
    (message.truncationParent != null && markers.has(message.truncationParent))
  const visible = messages.map((message, index) => !isHidden(message, index))
  const freshStart = messages.findLastIndex(
    (message, index) => visible[index] === true && isFreshStart(message),
  )
  const fileIndices: number[] = []
  const hidden: number[] = []
  visible.forEach((isVisible, index) => (isVisible && index >= freshStart ? fileIndices : hidden).push(index))
  return { messages: fileIndices.flatMap((index) => messages[index] ?? []), fileIndices, hidden }
}

/** The history of some messages of a file, by their ascending indices. */
export function selectHistory(
  messages: readonly Message[],
  fileIndices: readonly number[],
): EffectiveHistory {
  const visible = new Set(fileIndices)
  return {
    messages: fileIndices.flatMap((index) => messages[index] ?? []),
    fileIndices,
    hidden: messages.flatMap((_, index) => (visible.has(index) ? [] : [index])),
  }
}

/** Whether an agent sends nothing of what stands before this message: a summary that Roo wrote in the user's voice. */
export function isFreshStart(message: Message): boolean {
  return message.isSummary === true && message.role === 'user' && message.condenseId != null
}

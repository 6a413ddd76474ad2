import type { Message } from '../../../../shared/domain/message.ts'
import type { InvariantRule, Violation } from '../../../../shared/domain/violation.ts'
import { historyFault } from '../../../../shared/words/history-faults.ts'
import type { Note } from '../../../../shared/words/make-notes.ts'
import { asText, asToolResult, asToolUse, blocksOf } from '../blocks.ts'

/** A message that breaks a rule, -1 for the history as a whole, and what is wrong with it. */
export type Fault = { readonly messageIndex: number; readonly note: Note }

type HistoryRule = (messages: readonly Message[]) => Fault[]

/** Rules about one history, source or result. */
const rules: readonly (readonly [InvariantRule, HistoryRule])[] = [
  ['tool-pairing', findUnpairedCalls],
  ['unique-tool-ids', findRepeatedIds],
  ['no-empty-content', findEmptyContent],
  ['tool-input-object', findInputsOfOtherKinds],
  ['roles-legal', findIllegalRoles],
]

/** Checks one history, as it would be sent to a model. Empty where every rule holds. */
export function checkHistory(messages: readonly Message[]): Violation[] {
  return rules.flatMap(([rule, find]) => find(messages).map((fault) => toViolation(rule, fault)))
}

/** A fault as it is reported. */
export function toViolation(rule: InvariantRule, { messageIndex, note }: Fault): Violation {
  return { rule, messageIndex, detail: note.message, code: note.code, figures: note.figures }
}

/**
 * Every tool result answers a call of the assistant message just before it, and every call is answered in the
 * message just after it. A call at the very end is still waiting for its result and breaks nothing.
 */
function findUnpairedCalls(messages: readonly Message[]): Fault[] {
  return messages.flatMap((message, messageIndex) => {
    const before = messages[messageIndex - 1]
    const after = messages[messageIndex + 1]
    const calls = new Set(before === undefined ? [] : callIds(before))
    const results = new Set(after === undefined ? [] : resultIds(after))
    const orphans = resultIds(message).filter((id) => message.role !== 'user' || !calls.has(id))
    const isLast = messageIndex === messages.length - 1
    const unanswered = isLast ? [] : callIds(message).filter((id) => !results.has(id))
    return [
      ...orphans.map((id) => ({ messageIndex, note: historyFault('result-without-call', { id }) })),
      ...unanswered.map((id) => ({ messageIndex, note: historyFault('call-without-result', { id }) })),
    ]
  })
}

function callIds(message: Message): string[] {
  if (message.role !== 'assistant') return []
  return blocksOf(message).flatMap((block) => asToolUse(block)?.id ?? [])
}

function resultIds(message: Message): string[] {
  return blocksOf(message).flatMap((block) => asToolResult(block)?.tool_use_id ?? [])
}

/** No two calls share an id, and no call is answered twice. */
function findRepeatedIds(messages: readonly Message[]): Fault[] {
  const calls = new Set<string>()
  const results = new Set<string>()
  return messages.flatMap((message, messageIndex) =>
    blocksOf(message).flatMap((block) => {
      const call = asToolUse(block)?.id
      const id = call ?? asToolResult(block)?.tool_use_id
      const seen = call === undefined ? results : calls
      if (id === undefined) return []
      if (seen.has(id)) return [{ messageIndex, note: historyFault('repeated-id', { id, type: block.type }) }]
      seen.add(id)
      return []
    }),
  )
}

/** No message without content, and no text without a character that is no white space: model APIs refuse both. */
function findEmptyContent(messages: readonly Message[]): Fault[] {
  return messages.flatMap((message, messageIndex) => {
    const { content } = message
    if (content.length === 0 || (typeof content === 'string' && content.trim() === ''))
      return [{ messageIndex, note: historyFault('no-content') }]
    return blocksOf(message).flatMap((block, at) =>
      asText(block)?.text.trim() === ''
        ? [{ messageIndex, note: historyFault('empty-text', { block: at }) }]
        : [],
    )
  })
}

/** The input of every tool call is an object. */
function findInputsOfOtherKinds(messages: readonly Message[]): Fault[] {
  const isObject = (input: unknown): boolean =>
    typeof input === 'object' && input !== null && !Array.isArray(input)
  return messages.flatMap((message, messageIndex) =>
    blocksOf(message).flatMap((block) => {
      const call = asToolUse(block)
      if (call === undefined || isObject(call.input)) return []
      return [{ messageIndex, note: historyFault('input-no-object', { id: call.id }) }]
    }),
  )
}

/** Roles are `user` and `assistant`, and a user speaks first. Equal roles in a row are merged by the API. */
function findIllegalRoles(messages: readonly Message[]): Fault[] {
  return messages.flatMap(({ role }, messageIndex) => {
    if (role !== 'user' && role !== 'assistant')
      return [{ messageIndex, note: historyFault('unknown-role', { role }) }]
    return messageIndex === 0 && role !== 'user'
      ? [{ messageIndex, note: historyFault('no-user-first') }]
      : []
  })
}

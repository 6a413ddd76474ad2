import type { Message } from '../../../../shared/domain/message.ts'
import type { InvariantRule, Violation } from '../../../../shared/domain/violation.ts'
import { historyFault } from '../../../../shared/words/history-faults.ts'
import type { Note } from '../../../../shared/words/make-notes.ts'
import { turnsOf } from '../turns.ts'
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
 * Every tool result answers a call of the assistant's turn just before it, and every call is answered in the turn just
 * after it. A turn is messages of one role in a row, which model APIs merge: agents keep results of parallel calls
 * apart, and reminders between them. Calls at the very end are still waiting for their results and break nothing.
 */
function findUnpairedCalls(messages: readonly Message[]): Fault[] {
  const turns = turnsOf(messages).map(({ from, to }) => ({ from, own: messages.slice(from, to) }))
  return turns.flatMap(({ from, own }, at) => {
    const [before, after] = [turns[at - 1], turns[at + 1]]
    const calls = new Set((before?.own ?? []).flatMap(callIds))
    const answering = new Set(answersIn(own))
    const results = new Set(answersIn(after?.own ?? []).flatMap(resultIds))
    return own.flatMap((message, place) => {
      const messageIndex = from + place
      const orphans = resultIds(message).filter((id) => !answering.has(message) || !calls.has(id))
      const isWaiting = messageIndex === messages.length - 1
      const unanswered = isWaiting ? [] : callIds(message).filter((id) => !results.has(id))
      return [
        ...orphans.map((id) => ({ messageIndex, note: historyFault('result-without-call', { id }) })),
        ...unanswered.map((id) => ({ messageIndex, note: historyFault('call-without-result', { id }) })),
      ]
    })
  })
}

/** The messages of a turn of the user that may answer calls: model APIs refuse results behind what was typed. */
function answersIn(turn: readonly Message[]): readonly Message[] {
  if (turn[0]?.role !== 'user') return []
  const typed = turn.findIndex(
    (message) => message['isBoilerplate'] !== true && resultIds(message).length === 0,
  )
  return typed === -1 ? turn : turn.slice(0, typed)
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

/**
 * Roles are `user` and `assistant`, and a user speaks first, or a compaction by the vendor stands there. Equal roles in
 * a row are merged by the API.
 */
function findIllegalRoles(messages: readonly Message[]): Fault[] {
  return messages.flatMap(({ role }, messageIndex) => {
    if (role !== 'user' && role !== 'assistant')
      return [{ messageIndex, note: historyFault('unknown-role', { role }) }]
    return messageIndex === 0 && role !== 'user' && !isCompaction(messages[0])
      ? [{ messageIndex, note: historyFault('no-user-first') }]
      : []
  })
}

/** Whether a message begins with what a vendor made of all before it; its API takes that first. */
function isCompaction(message: Message | undefined): boolean {
  return message !== undefined && blocksOf(message)[0]?.type === 'compaction'
}

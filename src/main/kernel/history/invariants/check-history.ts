import type { ContentBlock, Message, ToolResultBlock } from '../../../../shared/kernel/message.ts'
import type { InvariantRule, Violation } from '../../../../shared/kernel/violation.ts'
import type { Note } from '../../../../shared/kernel/words/make-notes.ts'
import { historyFault } from '../../../../shared/library/history-faults-words.ts'
import { toTextBlock, toToolResultBlock, toToolUseBlock, listBlocks } from '../blocks.ts'
import { splitTurns, type Turn } from '../turns.ts'

/** A message that breaks a rule, -1 for the history as a whole, and what is wrong with it. */
export type Fault = { readonly messageIndex: number; readonly note: Note }

/** What the rules look at in a message. */
type Traits = {
  /** Ids of native calls and results, in order; calls only where the assistant speaks. */
  readonly calls: readonly string[]
  readonly results: readonly string[]
  /** The same of both, whoever speaks. */
  readonly ids: readonly { readonly id: string; readonly isCall: boolean; readonly type: string }[]
  readonly empty: readonly Note[]
  readonly otherInputs: readonly Note[]
  readonly images: number
}

const knownTraits = new WeakMap<Message, Traits>()

/** What the rules look at in a message; read once for one that nobody can change. */
export function lookUpTraits(message: Message): Traits {
  const known = knownTraits.get(message)
  if (known !== undefined) return known
  const traits = readTraits(message)
  if (Object.isFrozen(message)) knownTraits.set(message, traits)
  return traits
}

function readTraits(message: Message): Traits {
  const blocks = listBlocks(message)
  const isAssistant = message.role === 'assistant'
  const calls: string[] = []
  const results: string[] = []
  const ids: { id: string; isCall: boolean; type: string }[] = []
  const empty: Note[] = isContentEmpty(message) ? [historyFault('no-content')] : []
  const otherInputs: Note[] = []
  let images = 0
  blocks.forEach((block, at) => {
    const call = toToolUseBlock(block)
    const result = call === undefined ? toToolResultBlock(block) : undefined
    if (call !== undefined) {
      if (isAssistant) calls.push(call.id)
      if (!isObject(call.input)) otherInputs.push(historyFault('input-no-object', { id: call.id }))
    }
    if (result !== undefined) results.push(result.tool_use_id)
    const id = call?.id ?? result?.tool_use_id
    if (id !== undefined) ids.push({ id, isCall: call !== undefined, type: block.type })
    if (toTextBlock(block)?.text.trim() === '') empty.push(historyFault('empty-text', { block: at }))
    images += countImages(block, result)
  })
  return { calls, results, ids, empty, otherInputs, images }
}

function isContentEmpty({ content }: Message): boolean {
  return content.length === 0 || (typeof content === 'string' && content.trim() === '')
}

function isObject(input: unknown): boolean {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

function countImages(block: ContentBlock, result: ToolResultBlock | undefined): number {
  const nested = result?.content
  const inside = Array.isArray(nested) ? nested.filter((item) => item.type === 'image').length : 0
  return inside + (block.type === 'image' ? 1 : 0)
}

type HistoryRule = (messages: readonly Message[], traits: readonly Traits[]) => Fault[]

/** Rules about one history, source or result. */
const rules: readonly (readonly [InvariantRule, HistoryRule])[] = [
  ['tool-pairing', findUnpairedCalls],
  ['unique-tool-ids', findRepeatedIds],
  ['no-empty-content', (_messages, traits) => findFaults(traits, ({ empty }) => empty)],
  ['tool-input-object', (_messages, traits) => findFaults(traits, ({ otherInputs }) => otherInputs)],
  ['roles-legal', findIllegalRoles],
]

/** What was found in a history. */
type Checked = { readonly violations: readonly Violation[]; readonly hasImages: boolean }

const known = new WeakMap<readonly Message[], Checked>()

/**
 * Checks one history, as it would be sent to a model, and says whether it has images. No violations where every rule
 * holds. A list that nobody can change is checked once, whatever is tried on it.
 */
export function checkWithImages(messages: readonly Message[]): Checked {
  const found = known.get(messages)
  if (found !== undefined) return found
  const traits = messages.map(lookUpTraits)
  const hasImages = traits.some(({ images }) => images > 0)
  const violations = rules.flatMap(([rule, find]) =>
    find(messages, traits).map((fault) => toViolation(rule, fault)),
  )
  const checked = { violations, hasImages }
  if (Object.isFrozen(messages)) known.set(messages, checked)
  return checked
}

/** The rules that one history breaks, as it would be sent to a model. */
export function checkHistory(messages: readonly Message[]): readonly Violation[] {
  return checkWithImages(messages).violations
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
function findUnpairedCalls(messages: readonly Message[], traits: readonly Traits[]): Fault[] {
  if (traits.every(({ ids }) => ids.length === 0)) return []
  const turns = splitTurns(messages)
  const findAnsweringMessages = (turn: Turn | undefined): readonly number[] =>
    turn === undefined ? [] : findCallAnswers(messages, traits, turn)
  return turns.flatMap((turn, at) => {
    const [before, after] = [turns[at - 1], turns[at + 1]]
    if (!listTurnIndices(turn).some((index) => (traits[index]?.ids.length ?? 0) > 0)) return []
    const calls = new Set(listTurnIndices(before).flatMap((index) => traits[index]?.calls ?? []))
    const answering = new Set(findAnsweringMessages(turn))
    const results = new Set(findAnsweringMessages(after).flatMap((index) => traits[index]?.results ?? []))
    return listTurnIndices(turn).flatMap((messageIndex) => {
      const own = traits[messageIndex]
      const orphans = (own?.results ?? []).filter((id) => !answering.has(messageIndex) || !calls.has(id))
      const isWaiting = messageIndex === messages.length - 1
      const unanswered = isWaiting ? [] : (own?.calls ?? []).filter((id) => !results.has(id))
      return [
        ...orphans.map((id) => ({ messageIndex, note: historyFault('result-without-call', { id }) })),
        ...unanswered.map((id) => ({ messageIndex, note: historyFault('call-without-result', { id }) })),
      ]
    })
  })
}

function listTurnIndices(turn: Turn | undefined): readonly number[] {
  return turn === undefined ? [] : Array.from({ length: turn.to - turn.from }, (_, at) => turn.from + at)
}

/** The messages of a turn of the user that may answer calls: model APIs refuse results behind what was typed. */
function findCallAnswers(
  messages: readonly Message[],
  traits: readonly Traits[],
  turn: Turn,
): readonly number[] {
  if (messages[turn.from]?.role !== 'user') return []
  const indices = listTurnIndices(turn)
  const typed = indices.findIndex(
    (index) => messages[index]?.['isBoilerplate'] !== true && traits[index]?.results.length === 0,
  )
  return typed === -1 ? indices : indices.slice(0, typed)
}

/** No two calls share an id, and no call is answered twice. */
function findRepeatedIds(_messages: readonly Message[], traits: readonly Traits[]): Fault[] {
  const calls = new Set<string>()
  const results = new Set<string>()
  const faults: Fault[] = []
  traits.forEach(({ ids }, messageIndex) => {
    for (const { id, isCall, type } of ids) {
      const seen = isCall ? calls : results
      if (seen.has(id)) faults.push({ messageIndex, note: historyFault('repeated-id', { id, type }) })
      seen.add(id)
    }
  })
  return faults
}

/** No message without content, no text without a character that is no white space, and no input that is no object: model APIs refuse them. */
function findFaults(traits: readonly Traits[], notesOf: (own: Traits) => readonly Note[]): Fault[] {
  const faults: Fault[] = []
  traits.forEach((own, messageIndex) => {
    for (const note of notesOf(own)) faults.push({ messageIndex, note })
  })
  return faults
}

/**
 * Roles are `user` and `assistant`, and a user speaks first, or a compaction by the vendor stands there. Equal roles in
 * a row are merged by the API.
 */
function findIllegalRoles(messages: readonly Message[]): Fault[] {
  const faults: Fault[] = []
  messages.forEach(({ role }, messageIndex) => {
    if (role !== 'user' && role !== 'assistant')
      faults.push({ messageIndex, note: historyFault('unknown-role', { role }) })
    else if (messageIndex === 0 && role !== 'user' && !isCompaction(messages[0]))
      faults.push({ messageIndex, note: historyFault('no-user-first') })
  })
  return faults
}

/** Whether a message begins with what a vendor made of all before it; its API takes that first. */
function isCompaction(message: Message | undefined): boolean {
  return message !== undefined && listBlocks(message)[0]?.type === 'compaction'
}

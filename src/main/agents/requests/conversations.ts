import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { isRecord, readRecordList, type Fields } from '../json/fields.ts'
import type { ServedAnswer, ModelRequest } from './api.ts'
import { readCallAnswer, type Call } from './call.ts'
import { readMessageWords } from './compare.ts'
import { createKnownMessages, type Sent } from './known-messages.ts'
import { readInputItems } from './responses.ts'

/** A call in its conversation. */
export type Turn = Readonly<{
  call: Call
  history: readonly Sent[]
  answer: Sent | null
  response: ServedAnswer | null
  /** A message that is new and repeats the answer to an earlier call, as summaries do. */
  repeated: Repeated | null
}>

export type Repeated = Readonly<{ message: Sent; answer: Sent }>

export type Conversation = Readonly<{ key: string; turns: readonly Turn[] }>

export type Conversations = Readonly<{
  conversations: readonly Conversation[]
  /** Lines of calls whose history is kept by the server and not in the file. */
  elsewhere: readonly number[]
}>

type Draft = {
  readonly key: string
  readonly id: string | null
  system: string | null
  tools: string
  history: readonly Sent[]
  answer: Sent | null
  readonly turns: Turn[]
}

/** So many conversations that share a message are looked at, and so many answers are looked for. */
const mostShared = 50
const mostAnswers = 6
/** Shorter answers are repeated by chance. */
const leastAnswer = 60
/** Shorter system prompts that begin alike are different ones. */
const leastSystem = 1000

/** Sorts the calls of a log into conversations: by their ids, else by what they share with what was sent before. */
export function sortIntoConversations(calls: readonly Call[]): Conversations {
  const known = createKnownMessages()
  const drafts: Draft[] = []
  const holders = new Map<Sent, Draft[]>()
  const chains = new Map<string, readonly Fields[]>()
  const answers: Answered[] = []
  const elsewhere: number[] = []
  for (const call of calls) {
    const request = buildModelRequest(call, chains)
    if (request === null) {
      elsewhere.push(call.line)
      continue
    }
    const history = known.of(request.messages)
    const response = readCallAnswer(call)
    const answer =
      response === null || response.blocks.length === 0
        ? null
        : known.answer({ role: 'assistant', content: [...response.blocks] }, history)
    const repeated = findRepeated(request, history, { answers, holders })
    const sent = { call, request, history, repeated }
    const draft = findOwner(sent, drafts, holders) ?? begin(sent, drafts)
    draft.turns.push({ call, history, answer, response, repeated })
    Object.assign(draft, { history, answer, system: request.system, tools: buildToolsKey(request) })
    for (const one of answer === null ? history : [...history, answer]) hold(one, draft, holders)
    if (answer !== null) remember(answer, request, answers)
  }
  return { conversations: drafts, elsewhere }
}

/** What a call sent; with what the server put before it, where that is in the log. Null where it is not. */
function buildModelRequest(call: Call, chains: Map<string, readonly Fields[]>): ModelRequest | null {
  const { api, body, previousId, responseId, response } = call
  const before = previousId === null ? [] : chains.get(previousId)
  if (before === undefined) return null
  const input = 'input' in body ? [...before, ...readInputItems(body)] : []
  if (responseId !== null && 'input' in body)
    chains.set(responseId, [...input, ...(isRecord(response) ? readRecordList(response['output']) : [])])
  return api.read(before.length === 0 ? body : { ...body, input })
}

type Asked = Readonly<{
  call: Call
  request: ModelRequest
  history: readonly Sent[]
  repeated: Repeated | null
}>

/** The conversation that a call goes on with; null where it begins one. */
function findOwner(
  { call, request, history, repeated }: Asked,
  drafts: readonly Draft[],
  holders: ReadonlyMap<Sent, readonly Draft[]>,
): Draft | null {
  const tools = buildToolsKey(request)
  const isOwn = (draft: Draft): boolean =>
    draft.id === call.conversation &&
    (isAlike(draft.system, request.system) || (tools !== '' && draft.tools === tools))
  const shared = new Map<Draft, number>()
  for (const sent of history) {
    if (sent.message['isBoilerplate'] === true) continue
    for (const draft of holders.get(sent) ?? []) shared.set(draft, (shared.get(draft) ?? 0) + 1)
  }
  const near = [...shared].filter(([draft]) => isOwn(draft)).toSorted((a, b) => b[1] - a[1])
  const now = new Set(history)
  const grown = near.find(
    ([draft]) =>
      isPrefix(draft.history, history) ||
      isPrefix(history, draft.history) ||
      (draft.answer !== null && now.has(draft.answer)),
  )
  if (grown !== undefined) return grown[0]
  const [most] = near
  if (most !== undefined && (call.conversation !== null || most[1] > 1 || repeated !== null)) return most[0]
  if (repeated === null && call.conversation === null) return null
  return (
    drafts.slice(-mostShared).findLast((draft) => isOwn(draft) && (tools !== '' || repeated !== null)) ?? null
  )
}

function buildToolsKey({ tools }: ModelRequest): string {
  return tools.toSorted().join('\n')
}

/** Whether two system prompts are one: agents put the date and the state of the project at its end. */
function isAlike(one: string | null, other: string | null): boolean {
  if (one === other) return true
  if (one === null || other === null) return false
  const length = Math.min(one.length, other.length)
  return length >= leastSystem && one.slice(0, length / 2) === other.slice(0, length / 2)
}

function isPrefix(short: readonly Sent[], long: readonly Sent[]): boolean {
  return short.length > 0 && short.length <= long.length && short.every((sent, at) => sent === long[at])
}

function begin({ call }: Asked, drafts: Draft[]): Draft {
  const draft: Draft = {
    key: toSafeString(drafts.length + 1),
    id: call.conversation,
    system: null,
    tools: '',
    history: [],
    answer: null,
    turns: [],
  }
  drafts.push(draft)
  return draft
}

function hold(sent: Sent, draft: Draft, holders: Map<Sent, Draft[]>): void {
  const all = holders.get(sent) ?? []
  if (all.includes(draft)) return
  if (all.length === mostShared) all.shift()
  all.push(draft)
  holders.set(sent, all)
}

/** An answer that a later message may repeat. */
type Answered = Readonly<{ core: string; answer: Sent; request: ModelRequest }>

function remember(answer: Sent, request: ModelRequest, answers: Answered[]): void {
  const words = readMessageWords(answer.message)
  const inner = readTaggedText(words) ?? words
  const middle = Math.floor(inner.length / 2)
  const core = inner.slice(Math.max(0, middle - 100), middle + 100).trim()
  if (core.length < leastAnswer) return
  answers.push({ core, answer, request })
  if (answers.length > mostAnswers) answers.shift()
}

/** What stands in the first summary of a text; null where none ends. */
function readTaggedText(words: string): string | null {
  const found = ['summary', 'state_snapshot'].flatMap((tag) => {
    const start = words.indexOf(`<${tag}>`) + tag.length + 2
    const end = words.indexOf(`</${tag}>`, start + 1)
    return start < tag.length + 2 || end === -1 ? [] : [{ start, end }]
  })
  const first = found.toSorted((a, b) => a.start - b.start)[0]
  return first === undefined ? null : words.slice(first.start, first.end)
}

/** A message that was not sent before and repeats an answer that was not repeated before. */
function findRepeated(
  request: ModelRequest,
  history: readonly Sent[],
  { answers, holders }: Readonly<{ answers: Answered[]; holders: ReadonlyMap<Sent, unknown> }>,
): Repeated | null {
  for (const message of history) {
    const isAnswer = message.message.role === 'assistant'
    if (hasCalls(message.message.content)) continue
    if (holders.has(message) && !(isAnswer && answers.some(({ answer }) => answer === message))) continue
    const words = readMessageWords(message.message)
    const found = answers.filter(
      // What a conversation answered itself is its own words, and no summary of them.
      (one) => words.includes(one.core) && !(isAnswer && isSameAsker(one.request, request)),
    )
    const last = found.at(-1)
    if (last === undefined) continue
    // The same summary stands in what is sent from now on.
    for (const one of found) answers.splice(answers.indexOf(one), 1)
    return { message, answer: last.answer }
  }
  return null
}

function isSameAsker(one: ModelRequest, other: ModelRequest): boolean {
  return buildToolsKey(one) === buildToolsKey(other) && isAlike(one.system, other.system)
}

function hasCalls(content: Sent['message']['content']): boolean {
  return typeof content !== 'string' && content.some(({ type }) => type === 'tool_use')
}

/** What a conversation is about, in the words of its first call. */
export function readFirstWords({ turns }: Conversation): string {
  const first = turns[0]?.history.find(
    ({ message }) =>
      message.role === 'user' && message['isBoilerplate'] !== true && readMessageWords(message) !== '',
  )
  return first === undefined ? '' : readMessageWords(first.message)
}

/** When the last call of a conversation was made. */
export function findLastTime({ turns }: Conversation): number | null {
  return turns.findLast(({ call }) => call.facts.ts != null)?.call.facts.ts ?? null
}

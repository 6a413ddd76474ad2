import type { OutcomeError, Warning } from '../../../shared/condense/outcome-types.ts'
import { append } from '../../../shared/kernel/append.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { runFailure, runWarning } from '../../../shared/kernel/words/engine.ts'
import { askModel } from '../../kernel/ask-model.ts'
import type { CancelSignal } from '../../kernel/cancel-signal.ts'
import { checkAnswer } from '../../kernel/check-answer.ts'
import { reviseConversation, type Conversation } from '../../kernel/conversation.ts'
import { findSafeCuts } from '../../kernel/history/find-safe-cuts.ts'
import type { LanguageModel } from '../../kernel/language-model.ts'
import { forcedReduction } from '../../kernel/policy/context-trigger.ts'
import { splitText } from '../../kernel/split-text.ts'
import { buildRequest, type RequestShape } from './build-request.ts'
import { readSizeLimit, type SizeLimit } from './read-size-limit.ts'

type ChunkSize = {
  readonly maxTokens: number
  /** Tokens that count for each message beside its own. */
  readonly messageOverhead: number
}

/** Tokens that the line above a piece takes. */
const headingTokens = 24

export type SummaryTask = {
  /** Whose counts are taken over; `messages` are its own or come from it. */
  readonly conversation: Conversation
  readonly messages: readonly Message[]
  readonly model: LanguageModel
  readonly system: string
  readonly shape: RequestShape
  /** Longest summary, in tokens. */
  readonly maxTokens: number
  readonly signal: CancelSignal
  /** What is done where they do not fit: they are summarised in parts, or so many are left out, with a warning. */
  readonly overflow?: 'parts' | 'drop-oldest' | 'drop-newest'
  /** Called with each piece of an answer; `label` says which answer. */
  readonly onText: (label: string, text: string) => void
}

export type Summary =
  | {
      readonly ok: true
      readonly text: string
      readonly isCut: boolean
      readonly warnings: readonly Warning[]
    }
  | ({ readonly ok: false } & OutcomeError)

/** Share of the window that a request may fill: our count and the vendor's differ by a few percent. */
const windowShare = 0.95
/** Tokens that vendors add around each message. */
const messageOverhead = 4

/**
 * Summarises messages with one call where they fit into the model's window; else in chunks, each by itself, and
 * then the summaries of the chunks once more. Nothing is left out of what the model is shown, unless that is asked for.
 */
export async function summariseMessages(task: SummaryTask): Promise<Summary> {
  const source = reviseConversation(task.conversation, task.messages)
  const { windowTokens } = task.model.info
  let room = Math.floor(windowTokens * windowShare) - task.maxTokens - countOverheadTokens(task)
  for (let attempt = 0; ; attempt += 1) {
    const summary = await summariseWithin(task, source, room)
    if (summary.ok || summary.code !== 'input-too-long' || attempt === forcedReduction.tries) return summary
    room = reduceRoom(task, Math.min(room, countWithFraming(source)), readSizeLimit(summary.message))
  }
}

/**
 * What is tried after a request of this size was too long: what the server says that it takes, in our tokens, or
 * three quarters where it does not say.
 */
function reduceRoom(task: SummaryTask, tried: number, limit: SizeLimit | null): number {
  const around = task.maxTokens + countOverheadTokens(task)
  // Of its own tokens, where it does not say how many of them it counted.
  const fits =
    limit === null
      ? tried
      : limit.askedTokens === null
        ? limit.maximumTokens
        : ((tried + around) * limit.maximumTokens) / limit.askedTokens
  const room = Math.floor(fits * windowShare) - around
  // Numbers that ask for no less than was sent are about something else.
  return limit !== null && room < tried ? room : Math.floor((tried * forcedReduction.percent) / 100)
}

const countWithFraming = ({ totalTokens, messages }: Conversation): number =>
  totalTokens + messages.length * messageOverhead

const countOverheadTokens = (
  { system, shape, conversation: { counter } }: SummaryTask,
  request = shape.request,
): number => counter.count(system) + counter.count(request) + 2 * messageOverhead

async function summariseWithin(task: SummaryTask, source: Conversation, room: number): Promise<Summary> {
  if (countWithFraming(source) <= room)
    return ask(task, task.messages, task.shape.request, task.model.info.label)
  const { overflow = 'parts' } = task
  if (overflow !== 'parts') return askForFewer(task, source, room, overflow)
  // A quarter for each partial summary, so that at least two of them can be merged at a time.
  const partTokens = Math.min(task.maxTokens, Math.floor(room / 4))
  if (partTokens < leastPartTokens) return buildTooLongSummary(task)
  const chunks = splitIntoChunks(source, { maxTokens: room - aroundTokens, messageOverhead })
  const partial = { ...task, maxTokens: partTokens }
  const done = await summariseInTurn(chunks, (chunk, at) => {
    const place = `part ${at + 1} of ${chunks.length}`
    const opening: Message = { role: 'user', content: `This is ${place} of a longer conversation.` }
    const request = `${task.shape.request}\nThe messages above are ${place}; the other parts are summarised by themselves.`
    return ask(partial, [opening, ...chunk], request, `${task.model.info.label}, ${place}`)
  })
  return done.ok ? merge(task, done, room) : done
}

/** Asks with as many messages as fit, and leaves out the others of one end. */
async function askForFewer(
  task: SummaryTask,
  source: Conversation,
  room: number,
  overflow: 'drop-oldest' | 'drop-newest',
): Promise<Summary> {
  const { messages, messageTokens } = source
  /** Size of all messages before each index. */
  const before = [0]
  for (const [at, own] of messageTokens.entries()) before.push((before[at] ?? 0) + own + messageOverhead)
  const isFitting = (from: number, to: number): boolean => (before[to] ?? 0) - (before[from] ?? 0) <= room
  const cuts = findSafeCuts(messages).filter((cut) => cut > 0 && cut < messages.length)
  const isOldest = overflow === 'drop-oldest'
  const cut = isOldest
    ? cuts.find((from) => isFitting(from, messages.length))
    : cuts.findLast((to) => isFitting(0, to))
  if (cut === undefined) return buildTooLongSummary(task)
  const left = isOldest ? messages.slice(cut) : messages.slice(0, cut)
  const summary = await ask(task, left, task.shape.request, task.model.info.label)
  if (!summary.ok) return summary
  const figures = { messages: messages.length - left.length, end: isOldest ? 'oldest' : 'newest' } as const
  return { ...summary, warnings: [...summary.warnings, runWarning('input-left-out', figures)] }
}

/** Shorter summaries of a part would say nothing. */
const leastPartTokens = 50
/** Room for what a chunk or a merge says besides its texts: the line above it, and more words in its request. */
const aroundTokens = 80

function buildTooLongSummary({ model: { info } }: SummaryTask): Summary {
  const { label, windowTokens } = info
  return { ok: false, ...runFailure('input-too-long', { model: label, windowTokens, what: 'history' }) }
}

type Partials =
  | {
      readonly ok: true
      readonly texts: readonly string[]
      readonly calls: number
    }
  | Extract<Summary, { ok: false }>

async function summariseInTurn<T>(
  items: readonly T[],
  summarise: (item: T, at: number) => Promise<Summary>,
): Promise<Partials> {
  const texts: string[] = []
  for (const [at, item] of items.entries()) {
    const summary = await summarise(item, at)
    if (!summary.ok) return summary
    texts.push(summary.text)
  }
  return { ok: true, texts, calls: items.length }
}

async function merge(
  task: SummaryTask,
  partials: Extract<Partials, { ok: true }>,
  room: number,
): Promise<Summary> {
  const groups = groupTextsByRoom(partials.texts, room - aroundTokens, task)
  const label = `${task.model.info.label}, merging ${partials.texts.length} summaries`
  const combine = (texts: readonly string[]): Promise<Summary> => {
    const content = texts.map((text, at) => `--- Part ${at + 1} ---\n${text}`).join('\n\n')
    const request = `${task.shape.request}\nWhat you were given are summaries of the consecutive parts of one conversation, the oldest first. Make one summary of them; where they differ, the later one is right.`
    return ask(task, [{ role: 'user', content }], request, label)
  }
  if (groups.length === 1) {
    const summary = await combine(partials.texts)
    return summary.ok
      ? { ...summary, warnings: [runWarning('summarised-in-parts', { calls: partials.calls })] }
      : summary
  }
  if (groups.length === partials.texts.length) {
    const model = task.model.info.label
    return { ok: false, ...runFailure('condense-failed', { model, problem: 'unmergeable' }) }
  }
  const next = await summariseInTurn(groups, combine)
  return next.ok ? merge(task, { ...next, calls: partials.calls }, room) : next
}

function groupTextsByRoom(
  texts: readonly string[],
  room: number,
  { conversation: { counter } }: SummaryTask,
): string[][] {
  const groups: string[][] = []
  let tokens = Number.POSITIVE_INFINITY
  for (const text of texts) {
    const own = counter.count(text) + 2 * messageOverhead
    if (tokens + own > room) {
      groups.push([])
      tokens = 0
    }
    groups.at(-1)?.push(text)
    tokens += own
  }
  return groups
}

async function ask(
  task: SummaryTask,
  messages: readonly Message[],
  request: string,
  label: string,
): Promise<Summary> {
  const { model, system, shape, maxTokens, signal } = task
  const inputTokens =
    countWithFraming(reviseConversation(task.conversation, messages)) + countOverheadTokens(task, request)
  const answer = await askModel(
    model,
    {
      label,
      purpose: 'conversation',
      system,
      messages: buildRequest(messages, { ...shape, request }),
      maxTokens,
      inputTokens,
      signal,
    },
    (text) => task.onText(label, text),
  )
  const checked = checkAnswer(answer, model.info.label)
  return checked.ok ? { ...checked, warnings: [] } : checked
}

/**
 * Cuts a history into consecutive pieces of at most `maxTokens` each, between calls and not inside of them. What
 * is too large by itself becomes text and is cut as text, so nothing is left out.
 */
function splitIntoChunks(conversation: Conversation, { maxTokens, messageOverhead }: ChunkSize): Message[][] {
  const { messages, messageTokens } = conversation
  const cuts = findSafeCuts(messages)
  const chunks: Message[][] = []
  let open: Message[] = []
  let openTokens = 0
  const close = (): void => {
    if (open.length > 0) chunks.push(open)
    open = []
    openTokens = 0
  }
  for (const [at, start] of cuts.slice(0, -1).entries()) {
    const end = cuts[at + 1] ?? messages.length
    const tokens = messageTokens.slice(start, end).reduce((sum, own) => sum + own + messageOverhead, 0)
    if (openTokens + tokens > maxTokens) close()
    if (tokens > maxTokens) {
      append(
        chunks,
        renderMessagesAsText(conversation, start, end, maxTokens - messageOverhead).map((message) => [
          message,
        ]),
      )
    } else {
      append(open, messages.slice(start, end))
      openTokens += tokens
    }
  }
  close()
  return chunks
}

function renderMessagesAsText(
  { messages, parts, counter }: Conversation,
  start: number,
  end: number,
  maxTokens: number,
): Message[] {
  const text = messages
    .slice(start, end)
    .map(({ role }, at) => {
      const own = (parts[start + at] ?? []).map((part) => (part.kind === 'image' ? '[image]' : part.text))
      return `${role}:\n${own.join('\n')}`
    })
    .join('\n\n')
  const pieces = splitText(text, Math.max(1, maxTokens - headingTokens), counter)
  return pieces.map((piece, at) => ({
    role: 'user',
    content: `[Messages #${start} to #${end - 1} as text, piece ${at + 1} of ${pieces.length}]\n${piece}`,
  }))
}

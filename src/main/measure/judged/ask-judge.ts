import type { z } from 'zod'
import type { RawAnswer } from '../../../shared/kernel/evidence.ts'
import { askModel, type ModelAnswer } from '../../kernel/ask-model.ts'
import { isRefusal } from '../../kernel/check-answer.ts'
import type { ModelFailureCode, ModelInfo } from '../../kernel/language-model.ts'
import { forcedReduction } from '../../kernel/policy/context-trigger.ts'
import type { TokenCounter } from '../../kernel/tokens/token-counter.ts'
import type { JudgeContext } from './judged-metric.ts'
import type { JudgePrompt } from './prompts.ts'

/** The end of a task says how it stands, its beginning what it is about. */
const headShare = 0.25

/** Material that a question is about. The title is ours, the text is anybody's. */
type JudgeRecord = { readonly title: string; readonly text: string }

type ComposedQuestion = {
  readonly content: string
  /** What did not fit into the window; sentences. */
  readonly notes: readonly string[]
}

/** Share of the window that a request may fill: our count and the vendor's differ by a few percent. */
const windowShare = 0.95

/** A record of fewer tokens than this, cut from a longer one, tells nothing. */
const leastTokens = 100

/** For titles, tags, and a second try that says what was wrong with the first. */
const overheadTokens = 400

const format = new Intl.NumberFormat('en-US')

type ReadJson<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string }

/** More openings than this are not tried: an answer that is none may consist of them. */
const mostOpenings = 200

export type JudgeQuestion<Value> = {
  /** What it is for, as the raw answers say. */
  readonly label: string
  readonly prompt: JudgePrompt
  readonly records: readonly JudgeRecord[]
  readonly question: string
  readonly schema: z.ZodType<Value>
  /** Longest answer, in tokens. */
  readonly maxTokens: number
}

/** No answer that a value could be made of. */
export type Unusable = {
  readonly kind: 'unusable'
  /** Why the model gave no answer, that it refused, or that what it gave cannot be read. */
  readonly code: ModelFailureCode | 'refused' | 'unreadable'
  /** A sentence for a person. */
  readonly reason: string
  readonly answers: readonly RawAnswer[]
}

export type Judged<Value> =
  | {
      readonly kind: 'answered'
      readonly value: Value
      /** All that was answered; the last one is the one that was used. */
      readonly answers: readonly RawAnswer[]
      readonly notes: readonly string[]
    }
  | Unusable

/**
 * Asks a judge for JSON: once more where its answer cannot be read, and with less of the records where they were too
 * long for it after all. Throws `Cancelled`.
 */
export async function askJudge<Value>(
  context: JudgeContext,
  asked: JudgeQuestion<Value>,
): Promise<Judged<Value>> {
  let { windowTokens } = context.model.info
  for (let attempt = 0; ; attempt += 1) {
    const judged = await askWithin(windowTokens, context, asked)
    const isTooLong = judged.kind === 'unusable' && judged.code === 'input-too-long'
    if (!isTooLong || attempt === forcedReduction.tries) return judged
    windowTokens = Math.floor((windowTokens * forcedReduction.percent) / 100)
  }
}

async function askWithin<Value>(
  windowTokens: number,
  context: JudgeContext,
  asked: JudgeQuestion<Value>,
): Promise<Judged<Value>> {
  const { counter } = context
  const { info } = context.model
  const { label, prompt, schema, records } = asked
  const maxTokens = Math.min(asked.maxTokens, info.maxOutputTokens)
  const composed = composeQuestion(records, { ...asked, info, windowTokens, maxTokens, counter })
  if (composed === null) return buildNoRoomAnswer(info)
  const { content, notes } = composed
  const answers: RawAnswer[] = []
  const buildUnusable = (code: Unusable['code'], reason: string): Unusable => ({
    kind: 'unusable',
    code,
    reason,
    answers,
  })
  for (let request = content; ; request = `${content}\n\n${again}`) {
    const answer = await ask(context, { label, system: prompt.system, content: request, maxTokens })
    const { text, failure } = answer
    if (text !== '') answers.push({ label, model: info.label, profileId: info.id, prompt: prompt.id, text })
    if (failure !== null) return buildUnusable(failure.code, `${info.label}: ${failure.message}`)
    const read = readJson(text, schema)
    if (read.ok) return { kind: 'answered', value: read.value, answers, notes }
    if (answer.stopped === 'refused' || isRefusal(text))
      return buildUnusable('refused', `${info.label} refused to answer.`)
    if (request !== content)
      return buildUnusable(
        'unreadable',
        `The answer of ${info.label} ${describeAnswerFault(answer)}: ${read.reason}.`,
      )
  }
}

/** The same whatever was wrong, so that it says nothing that a record made the judge say. */
const again =
  'An earlier answer could not be read. Give the whole JSON object, of exactly the shape that is asked for, and nothing else.'

function buildNoRoomAnswer({ label, windowTokens }: ModelInfo): Unusable {
  const reason = `The window of ${label} (${windowTokens} tokens) leaves no room for what is to be judged.`
  return { kind: 'unusable', code: 'input-too-long', reason, answers: [] }
}

function describeAnswerFault({ stopped }: ModelAnswer): string {
  return stopped === 'finished' ? 'cannot be read' : 'broke off before its end'
}

type Request = {
  readonly label: string
  readonly system: string
  readonly content: string
  readonly maxTokens: number
}

function ask(
  { model, counter, signal }: JudgeContext,
  { label, system, content, maxTokens }: Request,
): Promise<ModelAnswer> {
  return askModel(
    model,
    {
      purpose: 'measurement',
      label: `Measurement: ${label}`,
      system,
      messages: [{ role: 'user', content }],
      maxTokens,
      inputTokens: counter.count(system) + counter.count(content),
      signal,
    },
    () => undefined,
  )
}

/**
 * The last JSON object of an answer that fits, whatever prose or code fences stand around it: who thinks aloud says at
 * the end what counts. The reason is a clause for the one who answered.
 */
function readJson<Value>(text: string, schema: z.ZodType<Value>): ReadJson<Value> {
  let reason = 'there is no complete JSON object in it'
  for (const candidate of findOuterObjects(text).toReversed()) {
    const parsed = schema.safeParse(candidate)
    if (parsed.success) return { ok: true, value: parsed.data }
    const [issue] = parsed.error.issues
    if (issue !== undefined) reason = `${issue.path.join('.') || 'the object'}: ${issue.message}`
  }
  return { ok: false, reason }
}

/** The outermost objects, in order. */
function findOuterObjects(text: string): unknown[] {
  const found: unknown[] = []
  let at = text.indexOf('{')
  for (let tried = 0; at >= 0 && tried < mostOpenings; tried += 1) {
    const end = findObjectEnd(text, at)
    const value = end === undefined ? undefined : parse(text.slice(at, end))
    if (value !== undefined) found.push(value)
    at = text.indexOf('{', value === undefined || end === undefined ? at + 1 : end)
  }
  return found
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Braces of prose.
    return undefined
  }
}

/** After the brace that closes the one at `start`; strings may hold braces. */
function findObjectEnd(text: string, start: number): number | undefined {
  let depth = 0
  let isString = false
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (isString) {
      if (character === '\\') at += 1
      else if (character === '"') isString = false
    } else if (character === '"') isString = true
    else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

/**
 * Records in tags that none of them holds, so that no text can end its own, and behind them what is asked. Where they
 * do not fit into the window, the longest ones lose their middle; null where next to nothing of them would be left. The
 * same input always gives the same question. Its words belong to the version of every prompt.
 */
function composeQuestion(
  records: readonly JudgeRecord[],
  asked: {
    readonly question: string
    readonly prompt: JudgePrompt
    readonly info: ModelInfo
    /** Of the window that may be used; below that of `info` where a server took less than it. */
    readonly windowTokens: number
    readonly maxTokens: number
    readonly counter: TokenCounter
  },
): ComposedQuestion | null {
  const { question, prompt, info, windowTokens, maxTokens, counter } = asked
  const fixed = counter.count(prompt.system) + counter.count(question) + maxTokens + overheadTokens
  const room = Math.max(0, Math.floor(windowTokens * windowShare) - fixed)
  const sizes = records.map(({ text }) => counter.count(text))
  const limits = shareOut(sizes, room)
  if (limits.some((limit, index) => limit < Math.min(sizes[index] ?? 0, leastTokens))) return null
  const tag = pickFreeTag(records.map(({ text }) => text))
  const notes: string[] = []
  const blocks = records.map(({ title, text }, index) => {
    const fitted = cutMiddle(text, limits[index] ?? 0, counter)
    if (fitted.isCut) notes.push(describeCut(title, sizes[index] ?? 0, limits[index] ?? 0, info))
    return `${title}:\n<${tag}>\n${fitted.text}\n</${tag}>`
  })
  const content = `${blocks.join('\n\n')}\n\nThat is all of the material. What is asked of you:\n${question}`
  return { content, notes }
}

function describeCut(title: string, tokens: number, limit: number, { label }: ModelInfo): string {
  return `${title} has ${format.format(tokens)} tokens and was cut in its middle to ${format.format(limit)}, to fit the window of ${label}.`
}

/** Room for each size: all that it needs where it is small, else an equal share of what the small ones leave. */
function shareOut(sizes: readonly number[], room: number): number[] {
  const limits = sizes.map(() => 0)
  let left = room
  const bySize = sizes.map((size, index) => ({ size, index })).toSorted((a, b) => a.size - b.size)
  bySize.forEach(({ size, index }, at) => {
    const limit = Math.min(size, Math.floor(left / (bySize.length - at)))
    limits[index] = limit
    left -= limit
  })
  return limits
}

function pickFreeTag(texts: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const tag = `record-${number}`
    if (!texts.some((text) => text.includes(tag))) return tag
  }
}

/** A text of at most so many tokens: without its middle where it is longer, and with a line that says so. */
function cutMiddle(
  text: string,
  maxTokens: number,
  counter: TokenCounter,
): { readonly text: string; readonly isCut: boolean } {
  const tokens = counter.count(text)
  if (tokens <= maxTokens) return { text, isCut: false }
  for (
    let length = Math.floor((text.length * maxTokens) / tokens);
    length > 0;
    length = Math.floor(length * 0.9)
  ) {
    const head = Math.floor(length * headShare)
    const tail = text.length - (length - head)
    const cut = `${text.slice(0, head)}\n[… left out for want of room …]\n${text.slice(tail)}`.toWellFormed()
    if (counter.count(cut) <= maxTokens) return { text: cut, isCut: true }
  }
  return { text: '', isCut: true }
}

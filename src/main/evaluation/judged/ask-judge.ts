import type { z } from 'zod'
import type { RawAnswer } from '../../../shared/domain/evidence.ts'
import { askModel, type ModelAnswer } from '../../engine/ask-model.ts'
import type { ModelFailureCode, ModelInfo } from '../../engine/language-model.ts'
import { forcedReduction } from '../../engine/policy/forced-reduction.ts'
import { isRefusal } from '../../engine/summaries/is-refusal.ts'
import { composeQuestion, type JudgeRecord } from './compose-question.ts'
import type { JudgeContext } from './judge-context.ts'
import type { JudgePrompt } from './prompts.ts'

type ReadJson<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: string }

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
  if (composed === null) return noRoom(info)
  const { content, notes } = composed
  const answers: RawAnswer[] = []
  const unusable = (code: Unusable['code'], reason: string): Unusable => ({
    kind: 'unusable',
    code,
    reason,
    answers,
  })
  for (let request = content; ; request = `${content}\n\n${again}`) {
    const answer = await ask(context, { label, system: prompt.system, content: request, maxTokens })
    const { text, failure } = answer
    if (text !== '') answers.push({ label, model: info.label, profileId: info.id, prompt: prompt.id, text })
    if (failure !== null) return unusable(failure.code, `${info.label}: ${failure.message}`)
    const read = readJson(text, schema)
    if (read.ok) return { kind: 'answered', value: read.value, answers, notes }
    if (answer.stopped === 'refused' || isRefusal(text))
      return unusable('refused', `${info.label} refused to answer.`)
    if (request !== content)
      return unusable('unreadable', `The answer of ${info.label} ${faultOf(answer)}: ${read.reason}.`)
  }
}

/** The same whatever was wrong, so that it says nothing that a record made the judge say. */
const again =
  'An earlier answer could not be read. Give the whole JSON object, of exactly the shape that is asked for, and nothing else.'

function noRoom({ label, windowTokens }: ModelInfo): Unusable {
  const reason = `The window of ${label} (${windowTokens} tokens) leaves no room for what is to be judged.`
  return { kind: 'unusable', code: 'input-too-long', reason, answers: [] }
}

function faultOf({ stopped }: ModelAnswer): string {
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
  let reason = 'there is no whole JSON object in it'
  for (const candidate of objectsIn(text).toReversed()) {
    const parsed = schema.safeParse(candidate)
    if (parsed.success) return { ok: true, value: parsed.data }
    const [issue] = parsed.error.issues
    if (issue !== undefined) reason = `${issue.path.join('.') || 'the object'}: ${issue.message}`
  }
  return { ok: false, reason }
}

/** The outermost objects, in order. */
function objectsIn(text: string): unknown[] {
  const found: unknown[] = []
  let at = text.indexOf('{')
  for (let tried = 0; at >= 0 && tried < mostOpenings; tried += 1) {
    const end = endOfObject(text, at)
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
function endOfObject(text: string, start: number): number | undefined {
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

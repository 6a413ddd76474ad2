import { builtInOnly } from '../../../src/main/kernel/condensing-prompts.ts'
import { createConversation, type Conversation } from '../../../src/main/kernel/conversation.ts'
import { expandReferences, isReversible } from '../../../src/main/kernel/history/expand-references.ts'
import { checkHistory } from '../../../src/main/kernel/history/invariants/check-history.ts'
import type { ResolvedMethod } from '../../../src/main/kernel/method.ts'
import { findMethod } from '../../../src/main/methods/methods.ts'
import { runMethod, type Outcome } from '../../../src/main/methods/run-method.ts'
import { deepFreeze } from '../../../src/shared/kernel/json-values.ts'
import type { Message } from '../../../src/shared/kernel/message.ts'
import type { Provenance } from '../../../src/shared/kernel/provenance.ts'
import { CondenseError } from './condense-error.ts'
import { createCallerModel, type CallerModel } from './create-caller-model.ts'
import { detectFormat, readMessages } from './detect-format.ts'
import { findOutputShapes } from './find-output-shapes.ts'
import { findWay } from './find-way.ts'
import { markWritten } from './find-written-marks.ts'
import { isInstruction, readTurn, readTurns, type Turns } from './read-turns.ts'
import type { CondenseOptions, CondenseResult, Finding, Format, SummaryModel, TokenCounter } from './types.ts'
import { writeTurns } from './write-turns.ts'

export { CondenseError } from './condense-error.ts'
export { checkPlanted, plantedHistories } from './planted.ts'
export type * from './types.ts'

/** Takes four characters for one token, as most agents estimate. */
export const roughCounter: TokenCounter = {
  id: 'characters / 4',
  count: (text) => Math.ceil(text.length / 4),
}

/**
 * Condenses messages by a preset or by settings. Ways that write a summary ask `model`. The messages are never changed; where
 * there is nothing to condense, the result says so and holds them as they are.
 *
 * Throws `TypeError` where the messages have no known shape, `RangeError` where there is no such preset or setting, the reason
 * of `signal` once it fires, and `CondenseError` where condensing failed.
 */
export async function condense<M extends object>(
  messages: readonly M[],
  options: CondenseOptions<M>,
): Promise<CondenseResult<M>> {
  const wires = readMessages(messages)
  const format = options.format ?? detectFormat(wires)
  const way = findWay(options)
  const read = readTurns(wires, format)
  const counter = options.counter ?? roughCounter
  const source = deepFreeze(structuredClone(read.turns.map(({ message }) => message)))
  const conversation = createConversation(source, counter)
  const { atTokens = 0 } = options
  const leftOut = new Set<string>()
  const leave = (what: string): void => void leftOut.add(what)
  const outcome =
    conversation.totalTokens < atTokens
      ? null
      : await run(way, conversation, { options, model: createModel(options, { format, counter, leave }) })
  const result = buildResult(read, { conversation, outcome, format, leave })
  const reason =
    outcome === null
      ? `The messages have ${conversation.totalTokens} tokens, fewer than the ${atTokens} to condense at.`
      : explainNoCondensation(outcome)
  const { originalTokens, finalTokens, reductionPercent, durationMs } = outcome?.summary.stats ?? {
    originalTokens: conversation.totalTokens,
    finalTokens: conversation.totalTokens,
    reductionPercent: 0,
    durationMs: 0,
  }
  return {
    ...result,
    // What is written anew has the shape of the format, which is that of the caller's messages.
    messages: result.messages as M[],
    isCondensed: outcome !== null && outcome.condensed !== null,
    reason,
    leftOut: [...leftOut],
    stats: { originalTokens, finalTokens, reductionPercent, durationMs, countedWith: counter.id },
  }
}

/**
 * Checks messages against the rules of model APIs: each call has its result, no id twice, nothing empty. Gives an empty list
 * where all hold. Throws `TypeError` where the messages have no known shape.
 */
export function check(messages: readonly object[], format?: Format): readonly Finding[] {
  const wires = readMessages(messages)
  const known = format ?? detectFormat(wires)
  const { system, turns } = readTurns(wires, known)
  const starts = [system.length]
  for (const { wires: own } of turns) starts.push((starts.at(-1) ?? 0) + own.length)
  return checkHistory(turns.map(({ message }) => message))
    .filter(({ code }) => code !== 'no-user-first' || !known.startsWith('openai'))
    .map(({ rule, messageIndex, detail }) => ({
      rule,
      messageIndex: messageIndex < 0 ? -1 : (starts[messageIndex] ?? -1),
      detail,
    }))
}

/**
 * Gives the source of a reversible result back: each reference is replaced by what it stands for. Throws `RangeError` where
 * something was dropped for good, and where the messages of the result were changed.
 */
export function expand<M extends object>(result: CondenseResult<M>): M[] {
  const { format, provenance, turns, outputs } = result
  const wires = readMessages(result.messages)
  // The engine's own record: what is public of it are the same values under types that need no other package.
  const record = provenance as Provenance
  if (!isReversible(record))
    throw new RangeError(
      'Something was dropped for good, so the result does not give its source back. Keep the source, or condense with `lossless-strict`.',
    )
  const first = wires.findIndex((wire) => !isInstruction(wire))
  const start = first < 0 ? wires.length : first
  const lengths = turns.result
  if (start + lengths.reduce((sum, length) => sum + length, 0) !== wires.length)
    throw new RangeError('The messages of the result were changed: their number is not that of its turns.')
  let at = start
  const now = lengths.map((length) => {
    at += length
    return readTurn(wires.slice(at - length, at), format)
  })
  const expanded = expandReferences(
    now.map(({ message }) => message),
    record,
  )
  const sources = now.map((_, index) => [index])
  const leave = (): void => undefined
  const written = writeTurns(expanded, { turns: now, sources, format, outputs, leave })
  // As above: the messages are the caller's own, or have the shape of their format.
  return [...wires.slice(0, start), ...written.flat()] as M[]
}

type Made = {
  readonly conversation: Conversation
  readonly outcome: Outcome | null
  readonly format: Format
  readonly leave: (what: string) => void
}

type WrittenResult = Pick<
  CondenseResult,
  'messages' | 'format' | 'summary' | 'provenance' | 'turns' | 'outputs'
>

function buildResult(
  { system, turns }: Turns,
  { conversation, outcome, format, leave }: Made,
): WrittenResult {
  const condensed = outcome?.condensed ?? null
  const provenance = condensed?.provenance ?? {
    messages: turns.map((_, at) => ({ sources: [at], changes: [] })),
    dropped: [],
  }
  const source = conversation.messages
  // What did not change is known by its object: turns are given the copies that the engine had.
  const copied = turns.map((turn, at) => ({ ...turn, message: source[at] ?? turn.message }))
  const after = condensed?.conversation.messages ?? source
  const sources = provenance.messages.map((entry) => entry.sources)
  const written = writeTurns(after, { turns: copied, sources, format, outputs: {}, leave })
  const read = new Set(source)
  after.forEach((message, at) => {
    if (!read.has(message)) markWritten(message, written[at] ?? [])
  })
  const summaries = after.flatMap((message, at) =>
    message.isSummary === true && (sources[at]?.length !== 1 || source[sources[at][0] ?? -1] !== message)
      ? [readMessageText(message)]
      : [],
  )
  return {
    messages: [...system, ...written.flat()],
    format,
    ...(summaries.length === 0 ? {} : { summary: summaries.join('\n\n') }),
    provenance,
    turns: {
      source: turns.map(({ wires }) => wires.length),
      result: written.map((items) => items.length),
    },
    outputs: isReversible(provenance) ? findOutputShapes(copied, after) : {},
  }
}

/** Why nothing was condensed; null where something was. A result that would be larger than its source is none. */
function explainNoCondensation({ condensed, summary }: Outcome): string | null {
  if (condensed !== null) return null
  return summary.error?.message ?? summary.reason
}

function createModel<M extends object>(
  { model, signal }: CondenseOptions<M>,
  { format, counter, leave }: Pick<Made, 'format' | 'leave'> & { readonly counter: TokenCounter },
): CallerModel {
  return createCallerModel({
    // Its messages are written in the format of the caller's.
    given: model as SummaryModel | undefined,
    counter,
    signal: signal ?? new AbortController().signal,
    write: (messages: readonly Message[]) =>
      writeTurns(messages, { turns: [], sources: [], format, outputs: {}, leave }).flat(),
  })
}

/** Failures that leave messages as they are and that nobody can do something about. */
const idle: ReadonlySet<string> = new Set(['condensed-recently', 'context-grew', 'not-enough-messages'])

type Work<M extends object> = { readonly options: CondenseOptions<M>; readonly model: CallerModel }

async function run<M extends object>(
  method: ResolvedMethod,
  conversation: Conversation,
  { options, model: { model, thrown } }: Work<M>,
): Promise<Outcome> {
  const signal = options.signal ?? new AbortController().signal
  signal.throwIfAborted()
  let ids = 0
  const outcome = await runMethod({
    method,
    conversation,
    targetTokens: options.targetTokens ?? null,
    pins: [],
    alerts: { minimumGainPercent: 0, alertCostUsd: Number.POSITIVE_INFINITY },
    flags: { isAutomatic: false, usedOwnHandler: false },
    signal,
    services: {
      now: () => performance.now(),
      newId: () => `condense-${(ids += 1)}`,
      onProgress: () => undefined,
      model,
      findModel: () => model,
      prompts: builtInOnly,
      findMethod,
    },
  }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error
  })
  signal.throwIfAborted()
  const { error } = outcome.summary
  if (error !== null && !idle.has(error.code)) throw new CondenseError(error.code, error.message, thrown())
  return outcome
}

function readMessageText({ content }: Message): string {
  if (typeof content === 'string') return content
  return content.flatMap((block) => (typeof block['text'] === 'string' ? [block['text']] : [])).join('\n\n')
}

import { findArm } from '../../../src/main/engine/arms.ts'
import { builtInOnly } from '../../../src/main/engine/condensing-prompts.ts'
import { createConversation } from '../../../src/main/engine/conversation.ts'
import { expandReferences, isReversible } from '../../../src/main/engine/history/expand-references.ts'
import { checkHistory } from '../../../src/main/engine/history/invariants/check-history.ts'
import { runProvider, type Outcome } from '../../../src/main/engine/manager.ts'
import type { CondensationProvider } from '../../../src/main/engine/provider.ts'
import { findProvider, providers } from '../../../src/main/engine/registry.ts'
import type { Provenance } from '../../../src/shared/domain/provenance.ts'
import { deepFreeze } from '../../../src/shared/lib/json-values.ts'
import { modelBy } from './caller-model.ts'
import { faultOf, formatOf } from './format-of.ts'
import { readTurns, writeTurns } from './turns.ts'
import type {
  CondenseOptions,
  CondenseResult,
  Finding,
  Format,
  TokenCounter,
  Way,
  WireMessage,
} from './types.ts'

export type * from './types.ts'

/** Takes four characters for one token, as most agents estimate. */
export const roughCounter: TokenCounter = {
  id: 'characters / 4',
  count: (text) => Math.ceil(text.length / 4),
}

/**
 * Condenses messages by a preset or by settings. Ways that summarise ask `model`. Throws `TypeError` where the messages have
 * no known shape, `RangeError` where there is no such way, and `Error` with the reason where condensing failed; where there is
 * nothing to condense the result says so and holds the messages as they are.
 */
export async function condense<M extends object>(
  messages: readonly M[],
  options: CondenseOptions,
): Promise<CondenseResult<M>> {
  const wires = asWires(messages)
  const format = options.format ?? formatOf(wires)
  const { provider, settings } = wayOf(options)
  const { system, turns } = readTurns(wires, format)
  const counter = options.counter ?? roughCounter
  const source = structuredClone(turns.map(({ message }) => message))
  const conversation = createConversation(deepFreeze(source), counter)
  const { condensed, summary } = await run(provider, settings, { conversation, options })
  if (summary.error !== null) throw new Error(summary.error.message)
  const provenance = condensed?.provenance ?? {
    messages: turns.map((_, at) => ({ sources: [at], changes: [] })),
    dropped: [],
  }
  const after = condensed?.conversation.messages ?? source
  const leftOut = new Set<string>()
  const written = writeTurns(after, {
    turns,
    sources: provenance.messages.map(({ sources }) => sources),
    format,
    leave: (what) => leftOut.add(what),
  })
  const summaries = after.flatMap((message) => (message.isSummary === true ? [textOf(message.content)] : []))
  const { originalTokens, finalTokens, reductionPercent, durationMs } = summary.stats
  return {
    messages: [...system, ...written.flat()] as M[],
    format,
    isCondensed: condensed !== null,
    reason: condensed === null ? summary.reason : null,
    ...(summaries.length === 0 ? {} : { summary: summaries.join('\n\n') }),
    leftOut: [...leftOut],
    provenance,
    turns: {
      source: turns.map((turn) => turn.wires.length),
      result: written.map((items) => items.length),
    },
    stats: { originalTokens, finalTokens, reductionPercent, durationMs, countedWith: counter.id },
  }
}

/**
 * Checks messages against the rules of model APIs: each call has its result, no id twice, nothing empty. Gives an empty list
 * where all hold. Throws `TypeError` where the messages have no known shape.
 */
export function check(messages: readonly object[], format?: Format): readonly Finding[] {
  const wires = asWires(messages)
  const { system, turns } = readTurns(wires, format ?? formatOf(wires))
  const starts = [system.length]
  for (const { wires: own } of turns) starts.push((starts.at(-1) ?? 0) + own.length)
  return checkHistory(turns.map(({ message }) => message)).map(({ rule, messageIndex, detail }) => ({
    rule,
    messageIndex: messageIndex < 0 ? -1 : (starts[messageIndex] ?? -1),
    detail,
  }))
}

/**
 * Gives the source of a reversible result back: each reference is replaced by what it stands for. Throws `RangeError` where
 * something was dropped for good.
 */
export function expand<M extends object>(result: CondenseResult<M>): readonly M[] {
  const { format, provenance, turns } = result
  const record = provenance as Provenance
  if (!isReversible(record))
    throw new RangeError('The result is not reversible: keep the source, or use a lossless preset.')
  const wires = asWires(result.messages)
  const { system } = readTurns(wires, format)
  let at = system.length
  const now = turns.result.map((length) => {
    const own = wires.slice(at, at + length)
    at += length
    const [turn] = readTurns(own, format).turns
    if (turn === undefined) throw new RangeError('The result was changed: its messages do not fit its turns.')
    return turn
  })
  const expanded = expandReferences(
    now.map(({ message }) => message),
    record,
  )
  const sources = now.map((_, index) => [index])
  const leave = (): void => undefined
  return [...system, ...writeTurns(expanded, { turns: now, sources, format, leave }).flat()] as M[]
}

function asWires(messages: readonly object[]): readonly WireMessage[] {
  const fault = faultOf(messages)
  if (fault !== null) throw new TypeError(`${fault[0]?.toUpperCase()}${fault.slice(1)}.`)
  return messages as readonly WireMessage[]
}

function wayOf(way: Way): { readonly provider: CondensationProvider; readonly settings: unknown } {
  const {
    preset,
    provider: name,
    settings: own,
  } = way as Partial<Record<'preset' | 'provider', string>> & Way
  const arm = preset === undefined ? undefined : findArm(preset)
  if (preset !== undefined && arm === undefined)
    throw new RangeError(`There is no preset "${preset}". \`dewpoint arms\` lists them.`)
  const provider = findProvider(arm?.providerId ?? name ?? '')
  if (provider === undefined) {
    const known = providers.map(({ id }) => id).join(', ')
    throw new RangeError(`There is no provider "${name ?? ''}". Pass \`preset\`, or one of: ${known}.`)
  }
  const base = provider.presets.find(({ id }) => id === arm?.presetId)?.settings ?? {}
  const bound = provider.bind({ ...base, ...own }, findProvider)
  if (bound.ok) return { provider, settings: bound.settings }
  const [issue] = bound.issues
  throw new RangeError(`settings.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'they are no object'}`)
}

type Work = {
  readonly conversation: Parameters<typeof runProvider>[0]['conversation']
  readonly options: CondenseOptions
}

function run(
  provider: CondensationProvider,
  settings: unknown,
  { conversation, options }: Work,
): Promise<Outcome> {
  const signal = options.signal ?? new AbortController().signal
  const model = modelBy(options.model, signal)
  let ids = 0
  return runProvider({
    provider,
    settings,
    conversation,
    targetTokens: null,
    pins: [],
    alerts: { minimumGainPercent: 0, alertCostUsd: Number.POSITIVE_INFINITY },
    flags: { isAutomatic: false, usedOwnHandler: false },
    signal,
    services: {
      now: () => performance.now(),
      newId: () => `condense-${(ids += 1)}`,
      onProgress: () => undefined,
      model,
      modelOf: () => model,
      prompts: builtInOnly,
      findProvider,
    },
  })
}

function textOf(content: string | readonly { readonly type: string }[]): string {
  if (typeof content === 'string') return content
  return content.map((block) => ('text' in block ? String(block.text) : '')).join('\n\n')
}

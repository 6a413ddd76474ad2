import { findArm } from '../../../src/main/engine/arms.ts'
import { builtInOnly } from '../../../src/main/engine/condensing-prompts.ts'
import { createConversation } from '../../../src/main/engine/conversation.ts'
import { expandReferences, isReversible } from '../../../src/main/engine/history/expand-references.ts'
import { checkHistory } from '../../../src/main/engine/history/invariants/check-history.ts'
import { runProvider } from '../../../src/main/engine/manager.ts'
import { findProvider } from '../../../src/main/engine/registry.ts'
import type { TokenCounter } from '../../../src/main/engine/tokens/token-counter.ts'
import { deepFreeze } from '../../../src/shared/lib/json-values.ts'
import type { Message } from '../../../src/shared/domain/message.ts'
import type { Stats } from '../../../src/shared/domain/outcome.ts'
import type { Provenance } from '../../../src/shared/domain/provenance.ts'
import type { Violation } from '../../../src/shared/domain/violation.ts'
import { modelBy, type CallerModel } from './caller-model.ts'
import { formatOf, shapes, type Format, type Wire } from './shapes.ts'

/** How to condense: an arm by its id, and how tokens are counted. */
export type CondenseOptions = {
  readonly preset: string
  readonly format?: Format
  /** Writes the summaries of presets that ask a model. */
  readonly model?: CallerModel
  /** Counts the tokens of a text, as `gpt-tokenizer` does. */
  readonly counter: TokenCounter
}

/** What a condensation gave; messages that did not change are the very objects of the caller. */
export type CondenseResult = {
  readonly messages: readonly Wire[]
  readonly format: Format
  readonly provenance: Provenance
  readonly stats: Stats
}

/** Condenses messages by an arm; arms that summarise ask `model`. */
export async function condense(messages: readonly Wire[], options: CondenseOptions): Promise<CondenseResult> {
  const format = options.format ?? formatOf(messages)
  const arm = findArm(options.preset)
  const provider = arm === undefined ? undefined : findProvider(arm.providerId)
  if (arm === undefined || provider === undefined)
    throw new RangeError(`There is no preset "${options.preset}". \`dewpoint arms\` lists them.`)
  const settings = provider.presets.find(({ id }) => id === arm.presetId)?.settings ?? {}
  const source = readAll(messages, format)
  const conversation = createConversation(deepFreeze(structuredClone(source)), options.counter)
  const model = modelBy(options.model)
  let ids = 0
  const { condensed, summary } = await runProvider({
    provider,
    settings,
    conversation,
    targetTokens: null,
    pins: [],
    alerts: { minimumGainPercent: 0, alertCostUsd: Number.POSITIVE_INFINITY },
    flags: { isAutomatic: false, usedOwnHandler: false },
    signal: new AbortController().signal,
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
  if (summary.error !== null) throw new Error(summary.error.message)
  const provenance = condensed?.provenance ?? {
    messages: messages.map((_, at) => ({ sources: [at], changes: [] })),
    dropped: [],
  }
  const after = condensed?.conversation.messages ?? conversation.messages
  const written = after.map((message, at) => {
    const [only, ...more] = provenance.messages[at]?.sources ?? []
    const from = only === undefined || more.length > 0 ? undefined : messages[only]
    const isSame =
      from !== undefined && JSON.stringify(message) === JSON.stringify(conversation.messages[only ?? -1])
    return isSame ? from : shapes[format].write(message, from ?? null)
  })
  return { messages: written, format, provenance, stats: summary.stats }
}

/** Checks messages against the rules of model APIs: pairs, order, empty messages. Empty where all hold. */
export function check(messages: readonly Wire[], format: Format = formatOf(messages)): readonly Violation[] {
  return checkHistory(readAll(messages, format))
}

/** Gives the source of a reversible result back; throws where something was dropped for good. */
export function expand({ messages, format, provenance }: CondenseResult): readonly Wire[] {
  if (!isReversible(provenance))
    throw new RangeError('The result is not reversible: keep the source, or use a lossless preset.')
  const now = readAll(messages, format)
  return expandReferences(now, provenance).map((message, at) => {
    const from = messages[at]
    const isSame = from !== undefined && JSON.stringify(message) === JSON.stringify(now[at])
    return isSame ? from : shapes[format].write(message, from ?? null)
  })
}

function readAll(messages: readonly Wire[], format: Format): readonly Message[] {
  return messages.map((message) => shapes[format].read(message))
}

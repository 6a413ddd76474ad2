import { randomUUID } from 'node:crypto'
import type { OutcomeSummary, Warning } from '../../../../shared/condense/outcome-types.ts'
import type { TaskPin } from '../../../../shared/library/pin-types.ts'
import { adoptPrepared } from '../../../kernel/adopt-prepared.ts'
import { Cancelled } from '../../../kernel/cancel-signal.ts'
import type { CondensingPrompts } from '../../../kernel/condensing-prompts.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import { listRecordedCuts } from '../../../kernel/history/list-recorded-cuts.ts'
import { toRecipe } from '../../../kernel/history/result-recipe.ts'
import type { LanguageModel, ModelInfo } from '../../../kernel/language-model.ts'
import type { ResolvedMethod } from '../../../kernel/method.ts'
import { listPinnedMessages, locatePins } from '../../../kernel/pins/pin.ts'
import type { Alerts } from '../../../methods/alerts.ts'
import { findMethod } from '../../../methods/methods.ts'
import { restoreMethod } from '../../../methods/restore-method.ts'
import { runChain, type ChainOptions } from '../../../methods/run-chain.ts'
import type { Outcome, RunServices } from '../../../methods/run-method.ts'
import type { RunFlags } from '../../../methods/telemetry.ts'
import { createExtractiveModel } from '../../../platform/llm/extractive/extractive-model.ts'
import { packJson, type PackedJson } from '../../../platform/workers/compression.ts'
import {
  openConversation,
  openDocument,
  openResult,
  openThreadCounter,
  type ResultPayload,
} from '../../../platform/workers/documents.ts'
import {
  makeCancellable,
  type Job,
  type JobContext,
  type ResultRef,
  type SourceRef,
} from '../../../platform/workers/job.ts'
import { noteCounts, buildResultKey } from '../../../platform/workers/shared-counts.ts'
import { chargeBuiltInModel } from '../../replay/jobs/charge-built-in-model.ts'
import { findModelPrices } from '../../replay/jobs/price-library.ts'

export type RunInput = {
  readonly source: SourceRef
  /** The provider that was asked for, and its fallbacks; at least one. */
  readonly steps: readonly { readonly providerId: string; readonly settings: unknown }[]
  readonly targetTokens: number | null
  readonly alerts: Alerts
  readonly flags: RunFlags
  /** The model that answers through the main thread; null for the extractive one, which works here. */
  readonly model: ModelInfo | null
  /** The models of profiles that settings name; null for the extractive one. */
  readonly profileModels: Readonly<Record<string, ModelInfo | null>>
  /** Prompts where settings have none. */
  readonly prompts: CondensingPrompts
  /** What a person marked as important. */
  readonly pins: readonly TaskPin[]
  /** What is to be said of the model in the outcome, where a provider uses one. */
  readonly modelWarnings: readonly Warning[]
  /** The model of the task, at whose prices summaries of the extractive one are estimated; null where it is not known. */
  readonly taskModel?: string | null
  /** A result that was prepared early, to be used where the history is a continuation of its source. */
  readonly prepared: { readonly source: SourceRef; readonly result: ResultRef } | null
}

export type RunOutput =
  | { readonly kind: 'finished'; readonly outcome: OutcomeSummary; readonly payload: PackedJson | null }
  | { readonly kind: 'cancelled' }

/** Runs a chain of providers on a stored history. The result leaves as a recipe over its source. */
export const runMethods: Job<RunInput, RunOutput> = makeCancellable(async (input, context) => {
  const { outcome, condensed, options } = await workOnChain(input, context)
  if (condensed === null) return { kind: 'finished', outcome, payload: null }
  context.onProgress({ stage: 'saving', label: 'Packing the result', done: 0, total: 1 })
  const payload = packJson(buildResultPayload(condensed, options))
  noteCounts(buildResultKey(input.source, payload.hash), condensed.conversation.partTokens)
  return { kind: 'finished', outcome, payload }
})

/** How a chain ended, with what it was given. */
export type ChainEnd = {
  readonly outcome: OutcomeSummary
  readonly condensed: Outcome['condensed']
  readonly options: Omit<ChainOptions, 'steps'>
}

/** Runs a chain and says of the model what there is to say. Throws `Cancelled`. */
export async function workOnChain(input: RunInput, context: JobContext): Promise<ChainEnd> {
  const { steps, options, charged } = await prepareChain(input, context)
  const { summary, condensed } = await runChain({ ...options, steps })
  const asking = new Set(steps.flatMap(({ method }) => (method.capabilities.usesModel ? [method.id] : [])))
  const wasAsked = summary.attempts.some(({ providerId }) => asking.has(providerId))
  const warnings = wasAsked ? [...input.modelWarnings, ...summary.warnings] : summary.warnings
  const stats = { ...summary.stats, ...charged() }
  return { outcome: { ...summary, stats, warnings }, condensed, options }
}

/** A result as it is kept: a recipe over its source, with the record of what was done. */
export function buildResultPayload(
  { conversation, provenance, tag }: NonNullable<Outcome['condensed']>,
  { conversation: source, pins }: Pick<ChainOptions, 'conversation' | 'pins'>,
): ResultPayload {
  const recipe = [...toRecipe(source.messages, conversation.messages)]
  return { recipe, provenance, tag, pinned: listPinnedMessages(pins) }
}

/** A chain with what it needs, and what its extracted summaries would have cost so far. */
type PreparedChain = {
  readonly steps: readonly ResolvedMethod[]
  readonly options: Omit<ChainOptions, 'steps'>
  readonly charged: () => Pick<OutcomeSummary['stats'], 'estimatedCostUsd'>
}

/** Everything that a chain needs, from what the main thread sent. */
export async function prepareChain(input: RunInput, context: JobContext): Promise<PreparedChain> {
  const { onProgress, signal, arms } = context
  const { alerts, flags, targetTokens } = input
  onProgress({ stage: 'reading', label: 'Reading the history', done: 0, total: 1 })
  const document = await openDocument(input.source)
  const conversation = await openConversation(document, (done, total) => {
    if (signal.aborted) throw new Cancelled()
    onProgress({ stage: 'counting', label: 'Counting tokens', done, total })
  })
  const counter = await openThreadCounter()
  const { prices = null } = await findModelPrices(input.taskModel ?? null)
  const built = chargeBuiltInModel(createExtractiveModel(counter), {
    pricesNow: () => prices,
    slope: 1,
    counter,
  })
  const models = buildRunModels(built.model, input, context)
  const now = (): number => performance.now()
  const { prompts } = input
  const services = {
    now,
    newId: randomUUID,
    onProgress,
    ...models,
    prompts,
    findMethod,
    ...(arms === undefined ? {} : { arms }),
    recorded: {
      result: document.recorded,
      listCuts: () => {
        const { messages, contexts } = document.cutFrom ?? document
        return listRecordedCuts(messages, contexts).map(({ index }) => index)
      },
    },
  }
  const pins = locatePins(input.pins, document.effective, conversation)
  const steps = await buildChainSteps(input, conversation)
  const findEstimatedCost: PreparedChain['charged'] = () => {
    const { calls, costUsd } = built.take()
    return calls === 0 || costUsd === null ? {} : { estimatedCostUsd: costUsd }
  }
  return {
    steps,
    charged: findEstimatedCost,
    options: { conversation, targetTokens, pins, services, alerts, flags, signal },
  }
}

/** The models that a run was given, as its providers ask them. */
export async function openRunModels(
  input: Pick<RunInput, 'model' | 'profileModels'>,
  context: Pick<JobContext, 'remoteModel'>,
): Promise<Pick<RunServices, 'model' | 'findModel'>> {
  return buildRunModels(createExtractiveModel(await openThreadCounter()), input, context)
}

function buildRunModels(
  extractive: LanguageModel,
  { model, profileModels }: Pick<RunInput, 'model' | 'profileModels'>,
  { remoteModel }: Pick<JobContext, 'remoteModel'>,
): Pick<RunServices, 'model' | 'findModel'> {
  const own = model === null ? extractive : remoteModel(model, null)
  const named = new Map(
    Object.entries(profileModels).map(([id, info]) => [
      id,
      info === null ? extractive : remoteModel(info, id),
    ]),
  )
  return { model: own, findModel: (profileId) => named.get(profileId) ?? own }
}

async function buildChainSteps(
  input: RunInput,
  conversation: Conversation,
): Promise<readonly ResolvedMethod[]> {
  const steps = input.steps.map(restoreMethod)
  const [first] = steps
  if (input.prepared === null || first === undefined) return steps
  const { source, result } = input.prepared
  const prepared = await openResult(source, result)
  const earlier = await openConversation(await openDocument(source))
  if (earlier.messages.length > conversation.messages.length) return steps
  const adopting = adoptPrepared(first, {
    source: earlier.messages,
    result: prepared.conversation.messages,
    provenance: prepared.provenance,
    tag: prepared.tag,
  })
  return [adopting, ...steps]
}

import { randomUUID } from 'node:crypto'
import type { Attempt } from '../../../../shared/condense/outcome-types.ts'
import { deepFreeze } from '../../../../shared/kernel/json-values.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import { sumKnown } from '../../../../shared/kernel/numbers.ts'
import { builtInOnly } from '../../../kernel/condensing-prompts.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import { findMethod } from '../../../methods/methods.ts'
import { restoreMethod } from '../../../methods/restore-method.ts'
import { runChain } from '../../../methods/run-chain.ts'
import type { Outcome } from '../../../methods/run-method.ts'
import type { JobContext } from '../../../platform/workers/job.ts'
import { openRunModels, type RunInput } from '../../condense/jobs/run-methods.ts'
import type { Condensed, NotCondensed } from '../compute/replay-policy.ts'
import { chargeBuiltInModel, type Tariff } from './charge-built-in-model.ts'
import { createPinKeeper } from './pin-keeper.ts'
import { replayModelId } from './replay-model-id.ts'
import { watchSpending } from './watch-spending.ts'

/** How a policy condenses. */
export type ReplayRun = Pick<
  RunInput,
  'steps' | 'targetTokens' | 'alerts' | 'model' | 'profileModels' | 'modelWarnings' | 'pins'
>

/** After a condensation that brought too little, the context grows by so many percent before the next one. */
const retryGrowthPercent = 5

export type CondenserOptions = {
  /** Of the policy. */
  readonly id: string
  readonly run: ReplayRun
  /** Of the file; what is pinned is found in them. */
  readonly messages: readonly Message[]
  readonly context: JobContext
  readonly note: (text: string) => void
  /** Called once where the built-in summariser is charged as the task's model, which concerns all figures of the policy. `note` without it. */
  readonly noteBuiltInCharge?: (text: string) => void
  /** Whether a condensation that brought too little is left out until the context has grown. */
  readonly waitsForGrowth: boolean
  /** Whether it is asked at every request, so that nothing to do is nothing to tell. */
  readonly isQuiet?: boolean
  /** Where the built-in summariser is charged as the task's own model; absent where it is what was asked for. */
  readonly tariff?: Tariff | undefined
}

/** Condenses for a policy; null where it was not tried. */
type ReplayCondenser = ((conversation: Conversation) => Promise<Condensed | NotCondensed | null>) & {
  /** False where a history of so many counted tokens would not be tried. */
  readonly isDue: (countedTokens: number) => boolean
}

/**
 * A function that condenses for a policy, through the same chain as a run. What fails or saves less than the minimum
 * gain leaves the history as it is; what it cost counts all the same. Null where it was not tried, since the context has
 * not grown enough after the last time. What is pinned stays as it is each time.
 */
export async function createReplayCondenser(options: CondenserOptions): Promise<ReplayCondenser> {
  const { run, messages, context, note, waitsForGrowth } = options
  const { signal, arms } = context
  const { models, takeCharge } = await createChargedModels(options)
  const steps = run.steps.map(restoreMethod)
  const services = {
    now: () => performance.now(),
    newId: randomUUID,
    onProgress: () => undefined,
    ...models,
    // What a policy plays is what its file says, on every machine.
    prompts: builtInOnly,
    findMethod,
    notes: new Set<string>(),
    ...(arms === undefined ? {} : { arms }),
  }
  const flags = { isAutomatic: true, usedOwnHandler: false }
  const { targetTokens, alerts } = run
  const shared = { steps, targetTokens, alerts, services, flags, signal }
  const pinned = createPinKeeper(run.pins, messages)
  let waitBelowTokens = 0
  for (const { message } of run.modelWarnings) note(message)
  const isDue = (countedTokens: number): boolean => countedTokens >= waitBelowTokens
  const condense = async (conversation: Conversation): Promise<Condensed | NotCondensed | null> => {
    if (!isDue(conversation.totalTokens)) return null
    const pins = pinned.findPins(conversation)
    const { condensed, summary } = await runChain({ ...shared, conversation, pins })
    const { reductionPercent, cacheHits, statedCostUsd, priceUsd } = summary.stats
    const { costUsd: measuredUsd, hasBuiltIn } = takeCharge()
    // An arm that does not say what it cost leaves its work without a price.
    const costUsd =
      statedCostUsd === undefined
        ? measuredUsd
        : sumKnown([measuredUsd, priceUsd === null ? null : statedCostUsd])
    for (const { code, message } of summary.warnings)
      if (code === 'arm-usage' || code === 'arm-cost-unknown') note(message)
    const isEstimated = hasBuiltIn && costUsd !== null
    const isStated = statedCostUsd !== undefined && costUsd !== null
    const cost = {
      costUsd,
      ...(isEstimated ? { isCostEstimated: true as const } : {}),
      ...(isStated ? { isCostStated: true as const } : {}),
    }
    if (cacheHits > 0) note(describeKeptAnswers(cacheHits))
    if (condensed !== null && reductionPercent >= alerts.minimumGainPercent) {
      const { provenance } = condensed
      const result = { messages: deepFreeze([...condensed.conversation.messages]), provenance }
      pinned.follow(conversation, result, pins)
      if (summary.attempts.length > 1) note(describeFallback(summary.attempts))
      return { ...result, ...cost }
    }
    if (options.isQuiet === true && summary.status === 'unchanged') return null
    if (waitsForGrowth) waitBelowTokens = conversation.totalTokens * (1 + retryGrowthPercent / 100)
    const text = explainNoResult(summary, alerts.minimumGainPercent)
    note(`Not condensed: ${text}`)
    const failed = summary.error === null ? {} : { code: summary.error.code }
    return { messages: null, text, ...failed, ...cost }
  }
  return Object.assign(condense, { isDue })
}

/**
 * The models of a policy. The built-in summariser is charged as the task's own. What a model without a price takes
 * is not known, and a note says so the first time.
 */
async function createChargedModels(options: CondenserOptions) {
  const { id, run, context, tariff, note, noteBuiltInCharge = note } = options
  const spending = watchSpending()
  let isBuiltInNoted = false
  let isUnpricedNoted = false
  const models = await openRunModels(run, {
    remoteModel: (info, profileId) =>
      spending.watch(context.remoteModel(info, replayModelId(id, profileId)), info),
  })
  const builtIn = run.model === null && tariff !== undefined ? chargeBuiltInModel(models.model, tariff) : null
  const findModel = (profileId: string) =>
    builtIn === null || profileId in run.profileModels ? models.findModel(profileId) : builtIn.model
  const takeCharge = () => {
    const charge = builtIn?.take() ?? { calls: 0, costUsd: 0 }
    const asked = spending.take()
    const hasBuiltIn = charge.calls > 0
    if (hasBuiltIn && !isBuiltInNoted) {
      isBuiltInNoted = true
      noteBuiltInCharge(
        charge.costUsd === null ? uncharged : [charged, tariff?.derivedNow?.() ?? ''].join(' ').trim(),
      )
    }
    if (asked.isPriced) return { costUsd: sumKnown([charge.costUsd, asked.costUsd]), hasBuiltIn }
    if (!isUnpricedNoted) note(unpriced)
    isUnpricedNoted = true
    return { costUsd: null, hasBuiltIn }
  }
  return { models: { model: builtIn?.model ?? models.model, findModel }, takeCharge }
}

const unpriced =
  'A model was asked that has no price for what it took: what these condensations cost is not known. Set its prices in its profile.'
const charged =
  "No model was asked: the built-in summariser condenses, and a condensation is charged as the task's own model would charge for these tokens."
const uncharged =
  'No model was asked, and no prices are known of what one would take: what it would charge for the condensations is in no figure.'

function explainNoResult({ error, reason, stats }: Outcome['summary'], minimumGainPercent: number): string {
  if (error !== null) return error.message
  if (reason !== '') return reason
  return `It saves ${stats.reductionPercent.toFixed(1)} %, less than ${minimumGainPercent} %.`
}

/** Who condensed in the place of whom, and why. */
function describeFallback(attempts: readonly Attempt[]): string {
  const findLabel = (id: string): string => findMethod(id)?.label ?? id
  const earlier = attempts
    .slice(0, -1)
    .map(({ providerId, message }) => `${findLabel(providerId)}: ${message}`)
  return `${findLabel(attempts.at(-1)?.providerId ?? '')} condensed as a fallback. ${earlier.join(' ')}`
}

function describeKeptAnswers(count: number): string {
  return `${count} ${count === 1 ? 'answer was' : 'answers were'} kept from an earlier call: charged here as they were then, and not paid again.`
}

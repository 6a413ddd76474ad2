import type { TaskSummary } from '../../../shared/library/task-types.ts'
import { chooseThreshold, decideTrigger, findTriggerPoint } from '../../kernel/policy/context-trigger.ts'
import { computeCost, normaliseUsage } from '../../kernel/pricing/cost.ts'
import { readPolicy } from '../../platform/models/stored-choices.ts'
import type { Store } from '../../platform/store/store.ts'
import { implementer } from '../common/implementer.ts'
import { Problem } from '../common/problem.ts'
import { requireProfile, requireSummary, requireTask } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import { loadTaskSource } from './sources.ts'

/** Handlers of the `context` area. */
export function createContextHandlers({ store, engine }: Pick<Services, 'store' | 'engine'>) {
  const area = implementer.context
  return {
    status: area.status.handler(async ({ input, signal }) => {
      const { windowTokens, maxTokens, profileThreshold } = await resolveTaskWindow(store, input)
      const policy = await readPolicy(store)
      const autoCondense = input.autoCondense ?? policy.autoCondense
      const task = await requireTask(store, input.taskId)
      const { counter = 'full' } = input
      const source = await loadTaskSource(store, task)
      const size = await engine.run('measureContext', { source, usage: task.meta.usage, counter }, { signal })
      const threshold = chooseThreshold(input.threshold ?? policy.thresholdPercent, profileThreshold)
      const decision = decideTrigger({ ...size, windowTokens, maxTokens, autoCondense, threshold })
      const { condensations } = task.meta.usage
      const { allowed } = decision
      return {
        ...decision,
        trigger: findTriggerPoint({
          windowTokens,
          autoCondense,
          thresholdPercent: threshold.percent,
          allowed,
        }),
        messages: size.messages,
        window: windowTokens,
        threshold: threshold.percent,
        thresholdSource: threshold.source,
        basis: size.basis,
        calibration: size.calibration,
        counter,
        condensations: condensations.length,
        lastCondensationTs: condensations.at(-1)?.ts ?? null,
        warnings: threshold.warning === null ? [] : [threshold.warning],
      }
    }),
    modelWindow: area.modelWindow.handler(async ({ input, signal }) => {
      const summary = await requireSummary(store, input.taskId)
      const { model, aside } = await findCurrentModel({ store, engine }, summary, signal)
      if (model === null) return { model, windowTokens: null, aside }
      const { findPrices } = await import('../../kernel/pricing/find-prices.ts')
      return { model, windowTokens: findPrices(model)?.windowTokens ?? null, aside }
    }),
    windows: area.windows.handler(({ input }) => listModelWindows(store, input.models)),
    cost: area.cost.handler(async ({ input }) => {
      // The price data is large and only this method needs it.
      const { findPrices } = await import('../../kernel/pricing/find-prices.ts')
      const known = findPrices(input.model)
      const protocol = input.protocol ?? known?.protocol ?? 'openai'
      const prices = { ...known?.prices, ...input.prices }
      const cost = computeCost(normaliseUsage(input.usage, protocol), prices)
      return { ...cost, model: input.model, knownAs: known?.modelId ?? null, protocol, prices }
    }),
  }
}

/** The windows of models by the price library, and what the policy of the Settings fires in each. */
async function listModelWindows(store: Store, models: readonly string[]) {
  const { findPrices } = await import('../../kernel/pricing/find-prices.ts')
  const { autoCondense, thresholdPercent } = await readPolicy(store)
  const threshold = chooseThreshold(thresholdPercent, undefined)
  const { percent } = threshold
  return models.map((model) => {
    const windowTokens = findPrices(model)?.windowTokens ?? null
    if (windowTokens === null) return { model, window: null }
    const nothing = { totalTokens: 0, lastMessageTokens: 0, maxTokens: null }
    const { allowed, reserved } = decideTrigger({ ...nothing, windowTokens, autoCondense, threshold })
    const trigger = findTriggerPoint({ windowTokens, autoCondense, thresholdPercent: percent, allowed })
    return {
      model,
      window: { tokens: windowTokens, firing: { trigger, threshold: percent, reserved } },
    }
  })
}

/** The model that what the task holds now was last sent to. Only where there were several, its requests are looked at. */
async function findCurrentModel(
  { store, engine }: Pick<Services, 'store' | 'engine'>,
  { id, model, models }: TaskSummary,
  signal: AbortSignal | undefined,
): Promise<{ readonly model: string | null; readonly aside: string | null }> {
  const task = models.length > 1 ? await store.tasks.get(id) : null
  if (task === null) return { model, aside: null }
  const source = await loadTaskSource(store, task)
  const { usage } = task.meta
  const size = await engine.run('measureContext', { source, usage, counter: 'full' }, { signal })
  const found = size.model ?? model
  return { model: found, aside: size.aside === found ? null : size.aside }
}

type WindowInput = {
  readonly windowTokens?: number | undefined
  readonly profileId?: string | undefined
  readonly maxTokens?: number | undefined
  readonly profileThreshold?: number | undefined
}

/** The window that a task is held against: as it was named, or as a profile has it. */
async function resolveTaskWindow(store: Store, input: WindowInput) {
  const { windowTokens, profileId, maxTokens = null, profileThreshold } = input
  if (windowTokens !== undefined && profileId === undefined)
    return { windowTokens, maxTokens, profileThreshold }
  if (profileId === undefined || windowTokens !== undefined) {
    throw new Problem({
      code: 'bad-input',
      message:
        profileId === undefined
          ? 'Neither a window nor a profile is named'
          : 'Both a window and a profile are named',
      where: profileId ?? '',
      hint: 'Name the window in tokens, or a profile that has one.',
    })
  }
  const profile = await requireProfile(store, profileId)
  return {
    windowTokens: profile.windowTokens,
    maxTokens: maxTokens ?? profile.maxOutputTokens,
    profileThreshold: profileThreshold ?? profile.threshold,
  }
}

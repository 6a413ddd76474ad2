import type { RequestSize } from '../../../shared/condense/outcome-types.ts'
import type { RunSummary } from '../../../shared/condense/run-types.ts'
import type { TriggerRequest } from '../../../shared/condense/runs-contract.ts'
import type { Policy } from '../../../shared/installation/policy-types.ts'
import { toCountedTokens, toModelTokens } from '../../../shared/kernel/convert-tokens.ts'
import { isSameJson } from '../../../shared/kernel/json-values.ts'
import type { Calibration } from '../../../shared/library/inspection-types.ts'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import type { PromptReference } from '../../../shared/prompts/prompt-types.ts'
import type { EnginePool } from '../../jobs/engine-pool.ts'
import type { ResolvedMethod } from '../../kernel/method.ts'
import { chooseThreshold, decideTrigger, forcedReduction } from '../../kernel/policy/context-trigger.ts'
import { planAutomatic, type AutomaticPlan } from '../../kernel/policy/plan-automatic.ts'
import type { Store } from '../../platform/store/store.ts'
import type { SourceRef } from '../../platform/workers/job.ts'

/** A method with the prompt that its run asks with. */
type PromptedMethod = { readonly method: ResolvedMethod; readonly prompt: PromptReference | null }

export type TriggerInput = {
  readonly task: StoredTask
  readonly source: SourceRef
  readonly trigger: TriggerRequest
  readonly policy: Policy
  /** What was asked for, before its fallbacks. */
  readonly step: PromptedMethod
}

/** Marks a result that was prepared early, for the run that will need it. */
export const preparedEarly = 'prepared-early'

/** What an agent with this window would do now, given what it did before; see `planAutomatic`. */
export async function planTrigger(
  { store, engine, now }: { readonly store: Store; readonly engine: EnginePool; readonly now: () => number },
  { task, source, trigger, policy, step }: TriggerInput,
): Promise<{
  readonly plan: AutomaticPlan
  readonly request: RequestSize
  /** The messages alone. */
  readonly countedTokens: number
}> {
  const { windowTokens, maxTokens = null, isForced = false, counter = 'full' } = trigger
  const size = await engine.run('measureContext', { source, usage: task.meta.usage, counter })
  const threshold = isForced
    ? { percent: forcedReduction.percent, source: 'global' as const, warning: null }
    : chooseThreshold(trigger.threshold ?? policy.thresholdPercent, trigger.profileThreshold)
  const autoCondense = isForced || (trigger.autoCondense ?? policy.autoCondense)
  const decision = decideTrigger({ ...size, windowTokens, maxTokens, autoCondense, threshold })
  const earlier = (await store.runs.list(task.id))
    .filter((run) => run.isAutomatic && wasTried(run))
    .toSorted((a, b) => a.startedTs - b.startedTs)
  const last = earlier.findLast((run) => run.status === 'condensed' && !isPreparedEarly(run))?.outcome
  const plan = planAutomatic({
    decision,
    windowTokens,
    thresholdPercent: threshold.percent,
    policy,
    attempts: earlier.filter((run) => !isPreparedEarly(run)).map(({ startedTs }) => startedTs),
    lastEndedAtPercent:
      last == null ? null : (100 * toModelTokens(last.stats.finalTokens, size.calibration)) / windowTokens,
    nowTs: now(),
  })
  const newest = earlier.findLast((run) => run.status === 'condensed')
  const isThere = newest !== undefined && isPreparedEarly(newest) && isRunOfStep(newest, step)
  const isNeeded = plan.kind === 'skip' || plan.purpose !== 'prepare' || !isThere
  return {
    plan: isNeeded ? onCountedScale(plan, size.calibration) : preparedAlready,
    request: { tokens: Math.round(decision.contextTokens), basis: size.basis },
    countedTokens: size.countedTokens,
  }
}

/** The target is a share of the window; providers come down to counted tokens. */
function onCountedScale(plan: AutomaticPlan, calibration: Calibration | null): AutomaticPlan {
  if (plan.kind === 'skip' || plan.targetTokens === null) return plan
  return { ...plan, targetTokens: toCountedTokens(plan.targetTokens, calibration) }
}

/** Each preparation costs what a condensation costs, and an agent asks before each of its requests. */
const preparedAlready: AutomaticPlan = {
  kind: 'skip',
  code: 'not-needed',
  reason: 'A result is prepared already, for when the context reaches the threshold.',
}

const isRunOfStep = (run: RunSummary, { method, prompt }: PromptedMethod): boolean =>
  run.providerId === method.method.id &&
  isSameJson(run.settings, method.settings) &&
  isSameJson(run.prompt, prompt)

/** Everything but a run that its trigger did not let start. */
const wasTried = ({ outcome }: RunSummary): boolean =>
  outcome === null || outcome.status !== 'unchanged' || outcome.attempts.length > 0

const isPreparedEarly = ({ outcome }: RunSummary): boolean =>
  outcome?.warnings.some(({ code }) => code === preparedEarly) ?? false

/** The newest result that was prepared early for a task by this very step; null where there is none. */
export async function findPrepared(
  store: Store,
  taskId: string,
  step: PromptedMethod,
): Promise<{ readonly sourceBlob: string; readonly payloadBlob: string } | null> {
  const prepared = (await store.runs.list(taskId)).find(
    (run) => run.cut === undefined && isPreparedEarly(run) && isRunOfStep(run, step),
  )
  const run = prepared === undefined ? null : await store.runs.get(prepared.id)
  return run?.payloadBlob == null ? null : { sourceBlob: run.sourceBlob, payloadBlob: run.payloadBlob }
}

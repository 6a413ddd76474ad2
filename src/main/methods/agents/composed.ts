import type { PassMetrics } from '../../../shared/condense/outcome-types.ts'
import { idleReason, runWarning } from '../../../shared/kernel/words/engine.ts'
import { measureEditPass } from '../../kernel/apply-edits.ts'
import { reviseConversation, type Conversation } from '../../kernel/conversation.ts'
import { defineMethod, type CondenseRequest, type MethodResult } from '../../kernel/method.ts'
import { computeTriggerTokens } from '../../kernel/policy/own-trigger.ts'
import { composeStages } from '../../kernel/stages/compose-stages.ts'
import type { Stage } from '../../kernel/stages/stage.ts'
import { createEstimator, type Estimator } from '../../kernel/tokens/estimator.ts'
import { changeOutputs, outputsPass, type ChangedOutputs } from './change-outputs.ts'
import { layOut } from './lay-out.ts'
import { planKept, type KeepPlan } from './plan-kept.ts'
import { composedPresets } from './presets.ts'
import { restoreContext } from './restore-context.ts'
import { composedSettingsSchema, type ComposedSettings } from './settings.ts'
import { buildWindowLimits } from './window-limits.ts'
import { summaryPass, writeSummary } from './write-summary.ts'

/** What other agents do with their context, put together from the rules that they have in common. */
export const composedMethod = defineMethod<ComposedSettings>({
  id: 'composed',
  label: 'Composed',
  description:
    'Keeps, clears and summarises by rules that are put together. Its presets are the ways of other agents and vendors.',
  version: '1.0.0',
  capabilities: {
    lossless: false,
    lossy: true,
    usesModel: true,
    parallel: false,
    multiPass: true,
    fallback: false,
    speed: 'medium',
  },
  settings: composedSettingsSchema,
  promptSetting: 'customPrompt',
  // Every preset has sections of its own.
  takesDefaultPrompt: () => false,
  presets: composedPresets,
  keptEnds: () => ({ first: 0, last: 0 }),
  asksModel: ({ summary }) => summary.kind === 'model',
  findOwnTrigger: (settings) => ({
    trigger: settings.trigger,
    estimator: settings.estimator,
    limits: buildWindowLimits(settings),
  }),
  pickSummaryCall: ({ summary }) => summary.call,
  condense: (request, settings) => condense(request, settings),
})

async function condense(request: CondenseRequest, settings: ComposedSettings): Promise<MethodResult> {
  const { conversation, services } = request
  const estimator = createEstimator(settings.estimator, conversation)
  const started = services.now()
  const changed = changeOutputs(conversation, settings, estimator)
  const cleared = reviseConversation(conversation, changed.stage.messages)
  const metrics = buildOutputMetrics(conversation, cleared, changed, services.now() - started)
  const { enoughShare } = settings.outputs
  const isEnough =
    (enoughShare > 0 && changed.share >= enoughShare) ||
    (changed.edits.length > 0 && isBelowTrigger(cleared, settings, estimator)) ||
    services.notes?.has(refused) === true
  const plan = isEnough ? null : requireUsablePlan(cleared, planKept(cleared, settings, estimator), settings)
  if (plan === null) {
    // Where messages should have gone and none can, outputs stay too, as agents do nothing then.
    const isNothing = changed.edits.length === 0 || (settings.keep.rule !== 'all' && !isEnough)
    if (isNothing) {
      const code = settings.keep.rule === 'all' ? 'nothing-to-clear' : 'nowhere-to-cut'
      return { kind: 'unchanged', reason: idleReason(code).message }
    }
    return finish(request, settings, { stage: changed.stage, passes: metrics, estimator, warnings: [] })
  }
  const shown = selectShownConversation(conversation, cleared, plan, settings, estimator)
  const written = await writeSummary(request, shown, plan, settings)
  if (!written.ok) {
    const { code, message, figures } = written
    if (settings.summary.otherwise === 'list') return condenseWithLists(request, settings, message)
    return { kind: 'failed', code, message, ...(figures === undefined ? {} : { figures }) }
  }
  const by = settings.summary.kind === 'model' ? services.model.info.label : 'rules'
  const keptSources = plan.kept.flatMap((index) => changed.stage.provenance.messages[index]?.sources ?? [])
  const restored = restoreContext(conversation, keptSources, settings, estimator)
  const pieces = { plan, summary: written.text, restored: restored?.message ?? null, estimator, by }
  const laid = layOut(cleared, settings, pieces)
  const stage = changed.edits.length === 0 ? laid : composeStages(conversation, changed.stage, laid)
  const after = reviseConversation(conversation, stage.messages)
  const pass = {
    id: summaryPass,
    label: written.text === null ? 'Older messages left out' : `Summary by ${by}`,
    tokensBefore: cleared.totalTokens,
    tokensAfter: after.totalTokens,
    durationMs: services.now() - started,
    operations: {
      [written.text === null ? 'dropped' : 'summarised']: plan.gone.length,
      ...(restored === null ? {} : { restored: restored.count }),
    },
  }
  return finish(request, settings, {
    stage,
    passes: [...metrics, pass],
    estimator,
    warnings: written.warnings,
  })
}

/** Whether what is left after outputs were changed does not reach the trigger any more, where that is asked for. */
function isBelowTrigger(cleared: Conversation, settings: ComposedSettings, estimator: Estimator): boolean {
  const at = computeTriggerTokens(settings.trigger, buildWindowLimits(settings))
  if (!settings.outputs.enoughBelowTrigger || at === null) return false
  return estimator.ofMessages(cleared).reduce((total, size) => total + size, 0) < at
}

/** Condenses without the model, which has failed: all prompts stay, and lists replace the rest. */
async function condenseWithLists(
  request: CondenseRequest,
  settings: ComposedSettings,
  why: string,
): Promise<MethodResult> {
  const made = await condense(request, {
    ...settings,
    keep: { ...settings.keep, prompts: 'all', answers: 'last-of-turn', atMost: noLimit },
    cut: { ...settings.cut, fits: 'within', otherwise: 'last', newestPrompt: false },
    summary: { ...settings.summary, kind: 'list', otherwise: 'fail' },
    layout: { ...settings.layout, leadIn: '' },
  })
  if (made.kind !== 'condensed') return made
  return { ...made, warnings: [...made.warnings, runWarning('without-model', { why })] }
}

const noLimit = 10_000_000

function buildOutputMetrics(
  before: Conversation,
  after: Conversation,
  { edits }: ChangedOutputs,
  durationMs: number,
): PassMetrics[] {
  if (edits.length === 0) return []
  return [
    measureEditPass(
      outputsPass,
      'Old tool outputs',
      before.totalTokens,
      after.totalTokens,
      edits,
      durationMs,
    ),
  ]
}

/** What the summariser is shown of: the history as it was, where that is asked for and fits, or with its outputs changed. */
function selectShownConversation(
  before: Conversation,
  cleared: Conversation,
  { gone }: KeepPlan,
  { input, window }: ComposedSettings,
  estimator: Estimator,
): Conversation {
  if (!input.whole || cleared.messages.length !== before.messages.length) return cleared
  const sizes = estimator.ofMessages(before)
  return gone.reduce((total, index) => total + (sizes[index] ?? 0), 0) < window ? before : cleared
}

/** The plan, where there is something to take out that was not summarised before, and enough of it. */
function requireUsablePlan(
  { messages }: Conversation,
  plan: KeepPlan,
  { guards, summary }: ComposedSettings,
): KeepPlan | null {
  const isNew = plan.gone.some((index) => messages[index]?.isSummary !== true)
  // A summary of one message saves nothing that is worth a call.
  if (!isNew || (summary.kind !== 'none' && plan.gone.length < 2)) return null
  return plan.gone.length / messages.length < guards.minimumProgress ? null : plan
}

/** What is noted once a result was refused. */
const refused = 'a result was refused'

type Made = {
  readonly stage: Stage
  readonly passes: readonly PassMetrics[]
  readonly estimator: Estimator
  readonly warnings: Extract<MethodResult, { kind: 'condensed' }>['warnings']
}

function finish(
  { conversation, services }: CondenseRequest,
  { guards }: ComposedSettings,
  made: Made,
): MethodResult {
  const { stage, passes, estimator, warnings } = made
  const after = reviseConversation(conversation, stage.messages)
  const measureConversation = (of: Conversation): number =>
    estimator.ofMessages(of).reduce((total, size) => total + size, 0)
  const isRefused = guards.rejectLarger && measureConversation(after) >= measureConversation(conversation)
  if (isRefused && guards.afterRejection === 'outputs') services.notes?.add(refused)
  if (isRefused)
    return {
      kind: 'unchanged',
      reason: idleReason('no-fewer', { tokens: measureConversation(after) }).message,
    }
  return {
    kind: 'condensed',
    messages: stage.messages,
    provenance: stage.provenance,
    passes,
    fidelity: null,
    warnings,
  }
}

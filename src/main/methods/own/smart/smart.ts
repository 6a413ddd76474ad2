import { z } from 'zod'
import aggressive from '../../../../../resources/presets/smart/aggressive.json' with { type: 'json' }
import balanced from '../../../../../resources/presets/smart/balanced.json' with { type: 'json' }
import conservative from '../../../../../resources/presets/smart/conservative.json' with { type: 'json' }
import multiZone from '../../../../../resources/presets/smart/multi-zone.json' with { type: 'json' }
import selective from '../../../../../resources/presets/smart/selective.json' with { type: 'json' }
import type {
  OutcomeError,
  PassMetrics,
  TraceStep,
  Warning,
} from '../../../../shared/condense/outcome-types.ts'
import { doneReason, idleReason, runWarning } from '../../../../shared/kernel/words/engine.ts'
import { presetFileSchema } from '../../../../shared/methods/preset-file-types.ts'
import { settingsSchema, type Preset } from '../../../../shared/methods/provider-types.ts'
import { type Pass, passSchema } from '../../../../shared/methods/smart-pass-types.ts'
import {
  type SmartSettings,
  buildSmartSettingsSchema,
} from '../../../../shared/methods/smart-settings-types.ts'
import { stopIfCancelled } from '../../../kernel/cancel-signal.ts'
import { reviseConversation, type Conversation } from '../../../kernel/conversation.ts'
import { defineMethod, type CondenseRequest, type MethodResult } from '../../../kernel/method.ts'
import { movePins, type Pin } from '../../../kernel/pins/pin.ts'
import { composeStages } from '../../../kernel/stages/compose-stages.ts'
import { buildUntouchedStage, type Stage } from '../../../kernel/stages/stage.ts'
import { judgeMethod } from '../../judge-method.ts'
import { addLedger } from './add-ledger.ts'
import type { PassContext, PassRun } from './pass-run.ts'
import { runBatch } from './run-batch.ts'
import { runIndividual } from './run-individual.ts'
import { countKeptFromStart, countKeptToEnd } from './selection.ts'

const balancedPasses = z.array(passSchema).parse(balanced.settings.passes)

/** Settings of the smart provider; balanced where they name no passes. */
export const smartSettingsSchema = buildSmartSettingsSchema(() => balancedPasses)

/** More than lossless lets its user keep. */
const mostKept = 200

/** What the passes so far have made of the source. */
type Progress = {
  readonly conversation: Conversation
  readonly stage: Stage
  readonly pins: readonly Pin[]
  readonly passes: readonly PassMetrics[]
  readonly trace: readonly TraceStep[]
  readonly warnings: readonly Warning[]
  readonly failure: OutcomeError | null
}

type Step = {
  readonly id: string
  readonly label: string
  /** Runs only above this many tokens; null always. */
  readonly threshold: number | null
  readonly run: (context: PassContext) => Promise<PassRun>
}

/** Presets that ship with Dewpoint; figures from sections 5.5 and 2 of the provider design. */
const smartPresets: readonly Preset[] = [conservative, balanced, aggressive, multiZone, selective].map(
  (file) => {
    const { id, label, description, settings } = presetFileSchema.parse(file)
    return { id, label, description, settings: settingsSchema.parse(smartSettingsSchema.parse(settings)) }
  },
)

/** Passes in a row, each with a selection, a mode and an operation per kind of content; stops at the target. */
export const smartMethod = defineMethod<SmartSettings>({
  id: 'smart',
  label: 'Smart',
  description:
    'Configurable passes: which messages, what is kept, suppressed, cut or summarised in them, and when. Stops at the target.',
  version: '1.0.0',
  capabilities: {
    lossless: true,
    lossy: true,
    usesModel: true,
    parallel: true,
    multiPass: true,
    fallback: true,
    speed: 'medium',
  },
  settings: smartSettingsSchema,
  takesDefaultPrompt: ({ passes }) =>
    passes.some(
      (pass) =>
        pass.mode === 'batch' &&
        pass.batchConfig.operation === 'summarize' &&
        (pass.batchConfig.summarizationConfig.customPrompt ?? '').trim() === '',
    ),
  presets: smartPresets,
  collectProfiles: ({ passes }) => passes.flatMap((pass) => listPassProfiles(pass)),
  keptEnds: (settings) => ({ first: countKeptFromStart(settings), last: countKeptToEnd(settings) }),
  condense: runPasses,
})

function listPassProfiles(pass: SmartSettings['passes'][number]): string[] {
  if (pass.mode === 'batch') {
    const { batchConfig } = pass
    return batchConfig.operation === 'keep' ? [] : listNamedProfile(batchConfig.summarizationConfig)
  }
  const { defaults, overrides = [] } = pass.individualConfig
  return [defaults, ...overrides.map(({ operations }) => operations)]
    .flatMap((operations) => Object.values(operations))
    .flatMap((operation) =>
      operation?.operation === 'summarize' ? listNamedProfile(operation.params.summarize) : [],
    )
}

const listNamedProfile = ({ apiProfile }: { readonly apiProfile?: string | undefined }): string[] =>
  apiProfile === undefined ? [] : [apiProfile]

/** The prelude and the passes, in order, until the target is met. */
async function runPasses(request: CondenseRequest, settings: SmartSettings): Promise<MethodResult> {
  const { conversation: source, targetTokens } = request
  let progress: Progress = {
    conversation: source,
    stage: buildUntouchedStage(source.messages),
    pins: request.pins,
    passes: [],
    trace: [],
    warnings: [],
    failure: null,
  }
  const steps = [
    ...(settings.losslessPrelude.enabled ? [buildPreludeStep(settings)] : []),
    ...settings.passes.map((pass) => buildPassStep(pass)),
  ]
  for (const step of steps) {
    stopIfCancelled(request.signal)
    const reason = explainSkip(step, progress.conversation.totalTokens, targetTokens)
    progress =
      reason === null
        ? await runStep(step, { request, settings, progress })
        : { ...progress, trace: [...progress.trace, buildTraceStep(step, 'skipped', reason, progress)] }
  }
  return toResult(addLedgerToProgress(progress, request, settings))
}

/** What was done, with the ledger beside it where one is wanted. */
function addLedgerToProgress(
  progress: Progress,
  request: CondenseRequest,
  settings: SmartSettings,
): Progress {
  if (progress.passes.length === 0) return progress
  const { conversation: source, targetTokens } = request
  const { stage, conversation } = progress
  const ledger = addLedger({ source, stage, conversation, targetTokens, settings })
  if (ledger === null) return progress
  const passes = ledger.pass === null ? progress.passes : [...progress.passes, ledger.pass]
  return { ...progress, stage: ledger.stage, passes, trace: [...progress.trace, ledger.step] }
}

function buildPreludeStep(settings: SmartSettings): Step {
  const run = (context: PassContext): Promise<PassRun> => runPrelude(context, countKeptToEnd(settings))
  return { id: 'lossless-prelude', label: 'Lossless prelude', threshold: null, run }
}

function buildPassStep(pass: Pass): Step {
  const { id, name, execution } = pass
  return {
    id,
    label: name,
    threshold: execution.type === 'always' ? null : execution.condition.tokenThreshold,
    run: (context) => (pass.mode === 'batch' ? runBatch(pass, context) : runIndividual(pass, context)),
  }
}

function explainSkip({ threshold }: Step, tokens: number, targetTokens: number | null): string | null {
  if (targetTokens !== null && tokens <= targetTokens)
    return idleReason('target-met', { targetTokens, tokens }).message
  if (threshold !== null && tokens <= threshold)
    return idleReason('below-threshold', { threshold, tokens }).message
  return null
}

async function runStep(
  step: Step,
  { request, settings, progress }: { request: CondenseRequest; settings: SmartSettings; progress: Progress },
): Promise<Progress> {
  const { services } = request
  const { conversation, stage, pins } = progress
  const started = services.now()
  const costBefore = services.spent().costUsd
  services.onProgress({ stage: step.id, label: step.label, done: 0, total: 1 })
  const sourceIndices = stage.provenance.messages.map(({ sources }) =>
    sources.length === 1 ? (sources[0] ?? null) : null,
  )
  const run = await step.run({ conversation, sourceIndices, pins, request, settings })
  const costUsd = services.spent().costUsd - costBefore
  const leave = (decision: TraceStep['decision'], reason: string): Progress => ({
    ...progress,
    trace: [...progress.trace, { ...buildTraceStep(step, decision, reason, progress), costUsd }],
  })
  if (run.kind === 'idle') return leave('skipped', run.reason)
  if (run.kind === 'failed') {
    const warning = runWarning('pass-failed', { pass: step.label, why: run.message })
    const { code, message, figures = {} } = run
    const warnings = [...progress.warnings, warning]
    return { ...leave('failed', warning.message), warnings, failure: { code, message, figures } }
  }
  const composed = composeStages(request.conversation, stage, run.stage)
  const after = reviseConversation(conversation, composed.messages)
  if (after.totalTokens >= conversation.totalTokens)
    return leave('skipped', idleReason('no-fewer', { tokens: after.totalTokens }).message)
  const pass: PassMetrics = {
    id: step.id,
    label: step.label,
    tokensBefore: conversation.totalTokens,
    tokensAfter: after.totalTokens,
    durationMs: services.now() - started,
    operations: { ...run.operations },
  }
  const saved = conversation.totalTokens - after.totalTokens
  return {
    conversation: after,
    stage: composed,
    pins: movePins(request.conversation, composed, request.pins),
    passes: [...progress.passes, pass],
    trace: [
      ...progress.trace,
      {
        label: step.label,
        decision: 'taken',
        reason: doneReason('saved', { tokens: saved }).message,
        tokensBefore: conversation.totalTokens,
        tokensAfter: after.totalTokens,
        costUsd,
      },
    ],
    warnings: [...progress.warnings, ...run.warnings],
    failure: progress.failure,
  }
}

function buildTraceStep(
  { label }: Step,
  decision: TraceStep['decision'],
  reason: string,
  { conversation: { totalTokens } }: Progress,
): TraceStep {
  return { label, decision, reason, tokensBefore: totalTokens, tokensAfter: totalTokens, costUsd: 0 }
}

function toResult(progress: Progress): MethodResult {
  const { stage, passes, trace, warnings, failure } = progress
  if (passes.length === 0) {
    if (failure !== null) return { kind: 'failed', ...failure, trace }
    const reason = trace.map(({ label, reason: why }) => `${label}: ${why}`).join(' ')
    return { kind: 'unchanged', reason: reason === '' ? idleReason('no-passes').message : reason, trace }
  }
  const distinct = [...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values()]
  return {
    kind: 'condensed',
    messages: stage.messages,
    provenance: stage.provenance,
    passes,
    fidelity: null,
    warnings: distinct,
    trace,
  }
}

/** Lossless as the first pass, reached by its id: providers do not know each other. */
async function runPrelude(context: PassContext, preserveRecentCount: number): Promise<PassRun> {
  const { conversation, pins, request, settings } = context
  const { operations, keep } = settings.losslessPrelude
  const { findMethod } = request.services
  const own = {
    ...operations,
    keep,
    keepFirst: settings.keepFirst,
    preserveRecentCount: Math.min(mostKept, preserveRecentCount),
  }
  const lossless = findMethod('lossless')?.bind(own, findMethod)
  if (lossless?.ok !== true) return { kind: 'idle', reason: idleReason('no-lossless').message }
  const verdict = await judgeMethod(lossless.resolved, { ...request, conversation, pins, targetTokens: null })
  if (verdict.kind === 'unchanged') return { kind: 'idle', reason: verdict.reason }
  if (verdict.kind === 'failed') return verdict
  const operationsDone: Record<string, number> = {}
  for (const { operations: done } of verdict.result.passes) {
    for (const [name, count] of Object.entries(done))
      operationsDone[name] = (operationsDone[name] ?? 0) + count
  }
  return { kind: 'changed', stage: verdict.stage, operations: operationsDone, warnings: verdict.warnings }
}

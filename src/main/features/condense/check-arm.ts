import type { Warning } from '../../../shared/condense/outcome-types.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { vendorCheck, vendorWarning } from '../../../shared/kernel/words/vendor-compaction.ts'
import type { ArmCheck } from '../../../shared/methods/arm-types.ts'
import type { ContextEdit } from '../../kernel/context-edit.ts'
import { ModelFailure, type LanguageModel } from '../../kernel/language-model.ts'
import { composedSettingsSchema } from '../../methods/agents/settings.ts'
import { findMethod } from '../../methods/methods.ts'
import { findUnsendable } from '../../methods/vendors/find-unsendable.ts'
import type { CallScope } from '../../platform/models/model-service.ts'
import { Problem } from '../common/problem.ts'
import { requireTask } from '../common/require-stored.ts'
import { loadTaskSource } from '../library/sources.ts'
import { requireArm } from '../methods/require-arm.ts'
import { prepareEstimate, type RunDependencies } from './prepare-run.ts'

type Asked = { readonly taskId: string; readonly arm: string; readonly profileId: string }

/** Arms that simulate an edit of Anthropic's. */
const checkable = ['clear-tool-uses', 'clear-thinking'] as const

/** Counts what a simulated edit leaves, and has its vendor count the same. Throws a `Problem` and `Cancelled`. */
export async function checkArm(
  dependencies: Pick<RunDependencies, 'store' | 'models' | 'engine'>,
  { taskId, arm, profileId }: Asked,
  signal: AbortSignal,
): Promise<ArmCheck> {
  const { store, models, engine } = dependencies
  const edit = buildContextEdit(arm)
  const task = await requireTask(store, taskId)
  const opened = await models.open(profileId, { ...scope, taskId })
  if (!opened.ok) throw createRefusalProblem(opened.obstacle, profileId, 'See `dewpoint profiles`.')
  const { input } = await prepareEstimate(dependencies, { taskId, arm, ignorePins: true })
  const { estimate } = await engine.run('estimateRun', input, { signal })
  const source = await loadTaskSource(store, task)
  const { messages } = await engine.run('resultMessages', { source, result: null }, { signal })
  const isBelow = edit.kind === 'clear-tool-uses' && estimate.originalTokens <= edit.triggerTokens
  const dewpoint = {
    originalTokens: estimate.originalTokens,
    remainingTokens: isBelow ? estimate.originalTokens : estimate.finalTokens,
  }
  const vendor = await countByVendor(opened.model, messages, {
    edit,
    tokens: estimate.originalTokens,
    signal,
  })
  return {
    arm,
    model: opened.model.info.label,
    dewpoint,
    vendor,
    difference: {
      originalTokens: dewpoint.originalTokens - vendor.originalTokens,
      remainingTokens: dewpoint.remainingTokens - vendor.remainingTokens,
      clearedTokens:
        dewpoint.originalTokens - dewpoint.remainingTokens - (vendor.originalTokens - vendor.remainingTokens),
    },
    notes: [
      ...(isBelow && edit.kind === 'clear-tool-uses'
        ? [vendorCheck('check-below-trigger', { triggerTokens: edit.triggerTokens })]
        : []),
      ...buildUnsentWarnings(messages, opened.model),
    ],
  }
}

const scope: CallScope = {
  runId: null,
  experimentId: null,
  taskId: null,
  maxRunUsd: null,
  maxExperimentUsd: null,
  ignoreCache: true,
}

/** The vendor's edit that an arm simulates, with the figures of its preset. */
function buildContextEdit(armId: string): ContextEdit {
  const { providerId, presetId } = requireArm(armId)
  const preset = findMethod(providerId)?.presets.find(({ id }) => id === presetId)
  const isCheckable = checkable.some((id) => id === armId)
  if (!isCheckable || preset === undefined)
    throw new Problem({
      code: 'bad-input',
      message: `No vendor counts what the arm ${armId} leaves`,
      where: 'arm',
      hint: `Choose one of: ${checkable.join(', ')}.`,
    })
  const { trigger, outputs, keepThinkingTurns } = composedSettingsSchema.parse(preset.settings)
  return armId === 'clear-thinking'
    ? { kind: 'clear-thinking', keepTurns: keepThinkingTurns }
    : {
        kind: 'clear-tool-uses',
        triggerTokens: trigger.terms[0]?.plus ?? 0,
        keepResults: outputs.protectResults,
      }
}

async function countByVendor(
  { info, countEdited }: LanguageModel,
  messages: readonly Message[],
  {
    edit,
    tokens,
    signal,
  }: { readonly edit: ContextEdit; readonly tokens: number; readonly signal: AbortSignal },
): Promise<ArmCheck['vendor']> {
  if (countEdited === undefined)
    throw createRefusalProblem(
      `${info.label} does not count edits of the context.`,
      info.id,
      'Take a profile of Anthropic.',
    )
  try {
    return await countEdited(
      {
        purpose: 'measurement',
        label: 'Count',
        system: '',
        messages: messages.map(({ role, content }) => ({
          role: role === 'assistant' ? 'assistant' : 'user',
          content,
        })),
        maxTokens: 1,
        inputTokens: tokens,
        signal,
      },
      edit,
    )
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    throw createRefusalProblem(error.message, info.id, 'Nothing was sampled or paid for.')
  }
}

function buildUnsentWarnings(messages: readonly Message[], { info }: LanguageModel): readonly Warning[] {
  const { leftOut, asText } = findUnsendable(messages, {
    primitive: 'anthropic-compact',
    supportsImages: info.supportsImages,
    sendsThinking: true,
  })
  const primitive = 'The counter'
  return [
    ...(leftOut.length === 0 ? [] : [vendorWarning('vendor-left-out', { primitive, what: leftOut })]),
    ...(asText.length === 0 ? [] : [vendorWarning('vendor-as-text', { primitive, what: asText })]),
  ]
}

function createRefusalProblem(message: string, profileId: string, hint: string): Problem {
  return new Problem({ code: 'not-allowed', message, where: profileId, hint })
}

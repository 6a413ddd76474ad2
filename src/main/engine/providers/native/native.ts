import type { Warning } from '../../../../shared/domain/outcome.ts'
import type { PartChange } from '../../../../shared/domain/provenance.ts'
import { reviseConversation, type Conversation } from '../../conversation.ts'
import type { CompletionRequest } from '../../language-model.ts'
import { findArtifacts } from '../../facts/find-artifacts.ts'
import {
  defineProvider,
  nothingSpent,
  type CondenseRequest,
  type Estimate,
  type ProviderResult,
} from '../../provider.ts'
import { askForSummary } from './ask-for-summary.ts'
import { buildRequest } from './build-request.ts'
import { defaultPrompt } from './default-prompt.ts'
import { planClassic, planCurrent, type PlanOutcome, type SummaryPlan } from './plan-summary.ts'
import { nativePresets, nativeSettingsSchema, type NativeSettings } from './settings.ts'

const passId = 'native'

/** One summary of the whole history by a language model, as Roo Code does it. */
export const nativeProvider = defineProvider<NativeSettings>({
  id: 'native',
  label: 'Native',
  description:
    'One summary of the history by a language model; the built-in extractive one where none is set up.',
  version: '1.0.0',
  capabilities: {
    lossless: false,
    lossy: true,
    usesModel: true,
    parallel: false,
    multiPass: false,
    fallback: true,
    speed: 'slow',
  },
  settings: nativeSettingsSchema,
  presets: nativePresets,
  keptEnds: ({ flavour, keepLast }) =>
    flavour === 'classic' ? { first: 1, last: keepLast } : { first: 0, last: 0 },
  estimate,
  condense,
})

async function condense(request: CondenseRequest, settings: NativeSettings): Promise<ProviderResult> {
  const { conversation, services } = request
  const { model } = services
  const started = services.now()
  const plan = planFor(conversation, settings)
  if (plan.kind === 'refused') {
    return { kind: 'failed', code: plan.code, message: plan.message, spent: nothingSpent }
  }
  const completion = completionFor(request, plan, settings)
  let written = 0
  const report = (text: string): void => {
    written += conversation.counter.count(text)
    const label = `${model.info.label} is summarising`
    services.onProgress({ stage: passId, label, done: written, total: completion.maxTokens })
  }
  report('')
  const answer = await askForSummary(model, completion, report)
  if (!answer.ok) return { kind: 'failed', code: answer.code, message: answer.message, spent: answer.spent }
  const messages = plan.assemble(answer.text)
  const after = reviseConversation(conversation, messages)
  const change = summaryChange(conversation, after, plan, model.info.label)
  const pass = {
    id: passId,
    label: `Summary by ${model.info.label}`,
    tokensBefore: conversation.totalTokens,
    tokensAfter: after.totalTokens,
    durationMs: services.now() - started,
    operations: { summarised: summarisedBy(plan).length },
  }
  const provenance = plan.sources.map((sources, index) => ({
    sources: [...sources],
    changes: index === plan.summaryIndex ? [change] : [],
  }))
  return {
    kind: 'condensed',
    messages,
    provenance: { messages: provenance, dropped: [] },
    passes: [pass],
    fidelity: null,
    spent: answer.spent,
    warnings: warningsOf(conversation, answer.text, answer.isCut, model.info.isExtractive),
  }
}

/** The current flavour keeps its own instructions and sends a prompt of the user's as the last message. */
function completionFor(
  { services, signal }: CondenseRequest,
  plan: SummaryPlan,
  settings: NativeSettings,
): CompletionRequest {
  const { info } = services.model
  const isClassic = settings.flavour === 'classic'
  const prompt = settings.customPrompt.trim()
  const shape = { keepImages: info.supportsImages, toolsAsText: !isClassic }
  return {
    system: isClassic && prompt !== '' ? prompt : defaultPrompt,
    messages: buildRequest(
      plan.toSummarise,
      isClassic || prompt === '' ? shape : { ...shape, request: prompt },
    ),
    maxTokens: Math.min(settings.maxSummaryTokens, info.maxOutputTokens),
    signal,
  }
}

function summarisedBy(plan: SummaryPlan): readonly number[] {
  return plan.sources[plan.summaryIndex] ?? []
}

function tokensOf(conversation: Conversation, indices: readonly number[]): number {
  return indices.reduce((sum, index) => sum + (conversation.messageTokens[index] ?? 0), 0)
}

function planFor(conversation: Conversation, settings: NativeSettings): PlanOutcome {
  return settings.flavour === 'classic'
    ? planClassic(conversation.messages, settings.keepLast)
    : planCurrent(conversation.messages)
}

function summaryChange(
  before: Conversation,
  after: Conversation,
  plan: SummaryPlan,
  label: string,
): PartChange {
  const indices = summarisedBy(plan)
  const count = indices.length
  return {
    at: { messageIndex: indices[0] ?? 0, blockIndex: 0 },
    kind: 'summary',
    operation: 'summarised',
    passId,
    reason: `${count} ${count === 1 ? 'message' : 'messages'} summarised by ${label}`,
    tokensBefore: tokensOf(before, indices),
    tokensAfter: after.messageTokens[plan.summaryIndex] ?? 0,
    lengthAfter: after.parts[plan.summaryIndex]?.[0]?.text.length ?? 0,
  }
}

function warningsOf(
  conversation: Conversation,
  summary: string,
  isCut: boolean,
  isExtractive: boolean,
): Warning[] {
  const warnings: Warning[] = []
  if (isExtractive) {
    const message = 'No model is set up: the built-in extractive summariser selected sentences by rules.'
    warnings.push({ code: 'extractive', message })
  }
  if (isCut)
    warnings.push({ code: 'summary-cut', message: 'The summary was cut off at its longest allowed length.' })
  const { changedFiles } = findArtifacts(conversation.parts)
  if (changedFiles.length > 0 && !changedFiles.some((path) => summary.includes(path))) {
    warnings.push({
      code: 'summary-suspicious',
      message: 'The summary names none of the files that were created or modified.',
    })
  }
  return warnings
}

function estimate(conversation: Conversation, settings: NativeSettings): Estimate {
  const plan = planFor(conversation, settings)
  const saved = plan.kind === 'refused' ? 0 : tokensOf(conversation, summarisedBy(plan))
  const finalTokens = conversation.totalTokens - saved + Math.min(settings.maxSummaryTokens, saved)
  return { finalTokens, confidence: 0.6, costUsd: 0, durationMs: 0 }
}

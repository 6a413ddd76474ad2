import type { Warning } from '../../../../shared/domain/outcome.ts'
import type { PartChange } from '../../../../shared/domain/provenance.ts'
import { reviseConversation, type Conversation } from '../../conversation.ts'
import { findArtifacts } from '../../facts/find-artifacts.ts'
import type { ModelInfo } from '../../language-model.ts'
import { builtInPrompt } from '../../prompts/built-in.ts'
import type { CondenseRequest, ProviderResult } from '../../provider.ts'
import { summariseRequest } from '../../summaries/build-request.ts'
import { summariseMessages, type Summary, type SummaryTask } from '../../summaries/summarise-messages.ts'
import { planClassic, planCurrent, type PlanOutcome, type SummaryPlan } from './plan-summary.ts'
import type { NativeSettings } from './settings.ts'

const passId = 'native'

/** The whole history but its ends in one summary, in either flavour. */
export async function condenseWhole(
  request: CondenseRequest,
  settings: NativeSettings,
): Promise<ProviderResult> {
  const { conversation, services } = request
  const { info } = services.model
  const started = services.now()
  const plan = planFor(conversation, settings, services.newId())
  if (plan.kind === 'refused') {
    return { kind: 'failed', code: plan.code, message: plan.message }
  }
  const summary = await summariseMessages(taskFor(request, plan, settings))
  if (!summary.ok) return { kind: 'failed', code: summary.code, message: summary.message }
  const messages = plan.assemble(summary.text)
  const after = reviseConversation(conversation, messages)
  const change = summaryChange(conversation, after, plan, info.label)
  const pass = {
    id: passId,
    label: `Summary by ${info.label}`,
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
    ...(plan.tag === null ? {} : { tag: plan.tag }),
    warnings: [...summary.warnings, ...warningsOf(conversation, summary, info)],
  }
}

/** What would be summarised; `id` names the summary where the flavour tags what it stands for. */
export function planFor(conversation: Conversation, settings: NativeSettings, id: string): PlanOutcome {
  return settings.flavour === 'classic'
    ? planClassic(conversation.messages, settings.keepLast)
    : planCurrent(conversation.messages, id)
}

/** Tokens of the messages that a summary would stand for. */
export function tokensSummarised({ messageTokens }: Conversation, plan: SummaryPlan): number {
  return summarisedBy(plan).reduce((sum, index) => sum + (messageTokens[index] ?? 0), 0)
}

function summarisedBy(plan: SummaryPlan): readonly number[] {
  return plan.sources[plan.summaryIndex] ?? []
}

/** The current flavour keeps its own instructions and sends a prompt of the user's as the last message. */
function taskFor(
  { conversation, services, signal }: CondenseRequest,
  plan: SummaryPlan,
  settings: NativeSettings,
): SummaryTask {
  const { model, onProgress } = services
  const { info } = model
  const isClassic = settings.flavour === 'classic'
  const prompt = settings.customPrompt.trim()
  const maxTokens = Math.min(
    settings.maxSummaryTokens,
    info.maxOutputTokens,
    Math.floor(info.windowTokens / 4),
  )
  let written = 0
  const report = (label: string, text: string): void => {
    written += conversation.counter.count(text)
    onProgress({
      stage: passId,
      label: `${label}: summarising`,
      done: Math.min(written, maxTokens),
      total: maxTokens,
    })
  }
  report(info.label, '')
  return {
    conversation,
    messages: plan.toSummarise,
    model,
    system: isClassic && prompt !== '' ? prompt : builtInPrompt('conversation'),
    shape: {
      keepImages: info.supportsImages,
      // The extractive model reads calls and results as they are; as text they would be words like others.
      toolsAsText: !isClassic && !info.isExtractive,
      request: isClassic || prompt === '' ? summariseRequest : prompt,
    },
    maxTokens,
    signal,
    onText: report,
  }
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
    tokensBefore: tokensSummarised(before, plan),
    tokensAfter: after.messageTokens[plan.summaryIndex] ?? 0,
    lengthAfter: after.parts[plan.summaryIndex]?.[0]?.text.length ?? 0,
  }
}

function warningsOf(
  conversation: Conversation,
  summary: Extract<Summary, { ok: true }>,
  { isExtractive }: ModelInfo,
): Warning[] {
  const warnings: Warning[] = []
  if (isExtractive) {
    const message = 'No model was asked: the built-in extractive summariser selected sentences by rules.'
    warnings.push({ code: 'extractive', message })
  }
  if (summary.isCut)
    warnings.push({ code: 'summary-cut', message: 'The summary was cut off at its longest allowed length.' })
  const { changedFiles } = findArtifacts(conversation.parts)
  if (changedFiles.length > 0 && !changedFiles.some((path) => summary.text.includes(path))) {
    warnings.push({
      code: 'summary-suspicious',
      message: 'The summary names none of the files that were created or modified.',
    })
  }
  return warnings
}

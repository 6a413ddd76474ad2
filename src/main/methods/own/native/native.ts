import type { Warning } from '../../../../shared/condense/outcome-types.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { PartChange } from '../../../../shared/kernel/provenance.ts'
import { runWarning } from '../../../../shared/kernel/words/engine.ts'
import { selectCondensingPrompt } from '../../../kernel/condensing-prompts.ts'
import { reviseConversation, type Conversation } from '../../../kernel/conversation.ts'
import type { ModelInfo } from '../../../kernel/language-model.ts'
import { defineMethod, type CondenseRequest, type MethodResult } from '../../../kernel/method.ts'
import { readBuiltInPrompt } from '../../../kernel/prompts/built-in.ts'
import type { Stage } from '../../../kernel/stages/stage.ts'
import { findArtifacts } from '../../../measure/facts/find-artifacts.ts'
import { holdsLedger, withoutLedgers } from '../../ledger/read-written-ledgers.ts'
import { withLedger } from '../../ledger/with-ledger.ts'
import { summariseRequest } from '../../summaries/build-request.ts'
import { summariseMessages, type Summary, type SummaryTask } from '../../summaries/summarise-messages.ts'
import { planClassic, planCurrent, type PlanOutcome, type SummaryPlan } from './plan-summary.ts'
import { condenseOutputs } from './selective.ts'
import { nativePresets, nativeSettingsSchema, type NativeSettings } from './settings.ts'

const passId = 'native'

/** What almost everyone runs: the history summarised by a language model, as Roo Code does it. */
export const nativeMethod = defineMethod<NativeSettings>({
  id: 'native',
  label: 'Native',
  description:
    'One summary of the history by a language model, or by the built-in extractive one where none is set up.',
  version: '2.1.0',
  capabilities: {
    lossless: false,
    lossy: true,
    usesModel: true,
    parallel: false,
    multiPass: false,
    fallback: false,
    speed: 'medium',
  },
  settings: nativeSettingsSchema,
  promptSetting: 'customPrompt',
  takesDefaultPrompt: ({ selective, customPrompt }) => !selective && customPrompt.trim() === '',
  presets: nativePresets,
  keptEnds: ({ flavour, keepLast, selective }) =>
    selective || flavour === 'classic' ? { first: 1, last: keepLast } : { first: 0, last: 0 },
  condense: (request: CondenseRequest, settings) =>
    settings.selective ? condenseOutputs(request, settings) : condenseWhole(request, settings),
})

/** The whole history but its ends in one summary, in either flavour. */
async function condenseWhole(request: CondenseRequest, settings: NativeSettings): Promise<MethodResult> {
  const { conversation, services } = request
  const { info } = services.model
  const started = services.now()
  const plan = planFor(conversation, settings, services.newId())
  if (plan.kind === 'refused') return { kind: 'failed', ...plan.failure }
  const summary = await summariseMessages(buildSummaryTask(request, plan, settings))
  if (!summary.ok) return makeFailedResult(summary)
  const { messages, provenance } = addLedger(
    conversation,
    buildSummaryStage(conversation, plan, summary.text, info.label),
    plan,
    settings,
  )
  const after = reviseConversation(conversation, messages)
  const pass = {
    id: passId,
    label: `Summary by ${info.label}`,
    tokensBefore: conversation.totalTokens,
    tokensAfter: after.totalTokens,
    durationMs: services.now() - started,
    operations: { summarised: listSummarisedSources(plan).length },
  }
  return {
    kind: 'condensed',
    messages,
    provenance,
    passes: [pass],
    fidelity: null,
    ...(plan.tag === null ? {} : { tag: plan.tag }),
    warnings: [...summary.warnings, ...buildSummaryWarnings(conversation, plan, summary, info, messages)],
  }
}

function makeFailedResult({ code, message, figures }: Extract<Summary, { ok: false }>): MethodResult {
  return { kind: 'failed', code, message, ...(figures === undefined ? {} : { figures }) }
}

function buildSummaryStage(
  conversation: Conversation,
  plan: SummaryPlan,
  summary: string,
  label: string,
): Stage {
  const messages = plan.assemble(summary)
  const change = buildSummaryChange(conversation, reviseConversation(conversation, messages), plan, label)
  const provenance = plan.sources.map((sources, index) => ({
    sources: [...sources],
    changes: index === plan.summaryIndex ? [change] : [],
  }))
  return { messages, provenance: { messages: provenance, dropped: [] } }
}

/** The ledger speaks of what the summary stands for. Where nothing is kept, the summary is its only place. */
function addLedger(
  conversation: Conversation,
  stage: Stage,
  plan: SummaryPlan,
  { ledger, ledgerMaxTokens, flavour, keepLast }: NativeSettings,
): Stage {
  if (ledger === 'off') return stage
  const indices = listSummarisedSources(plan)
  const isCurrent = flavour === 'current'
  return withLedger(conversation, stage, {
    place: isCurrent ? 'summary' : ledger,
    maxTokens: ledgerMaxTokens,
    range: { from: indices[0] ?? 0, to: (indices.at(-1) ?? -1) + 1 },
    kept: isCurrent ? { first: 0, last: 0 } : { first: 1, last: keepLast },
  })
}

/** What would be summarised; `id` names the summary where the flavour tags what it stands for. */
function planFor(conversation: Conversation, settings: NativeSettings, id: string): PlanOutcome {
  return settings.flavour === 'classic'
    ? planClassic(conversation.messages, settings.keepLast)
    : planCurrent(conversation.messages, id)
}

/** Tokens of the messages that a summary would stand for. */
function countSummarisedTokens({ messageTokens }: Conversation, plan: SummaryPlan): number {
  return listSummarisedSources(plan).reduce((sum, index) => sum + (messageTokens[index] ?? 0), 0)
}

function listSummarisedSources(plan: SummaryPlan): readonly number[] {
  return plan.sources[plan.summaryIndex] ?? []
}

/** The current flavour keeps its own instructions and sends a prompt of the user's as the last message. */
function buildSummaryTask(
  { conversation, services, signal }: CondenseRequest,
  plan: SummaryPlan,
  settings: NativeSettings,
): SummaryTask {
  const { model, onProgress } = services
  const { info } = model
  const isClassic = settings.flavour === 'classic'
  const prompt = settings.customPrompt.trim() || (selectCondensingPrompt(services.prompts) ?? '')
  const maxTokens = Math.min(
    settings.maxSummaryTokens,
    info.maxOutputTokens,
    Math.floor(info.windowTokens / 4),
  )
  let written = 0
  const reportSummaryProgress = (label: string, text: string): void => {
    written += conversation.counter.count(text)
    onProgress({
      stage: passId,
      label: `${label}: summarising`,
      done: Math.min(written, maxTokens),
      total: maxTokens,
    })
  }
  reportSummaryProgress(info.label, '')
  return {
    conversation,
    // What the new ledger takes over need not be said once more.
    messages: settings.ledger === 'off' ? plan.toSummarise : withoutLedgers(plan.toSummarise),
    model,
    system: isClassic && prompt !== '' ? prompt : readBuiltInPrompt('conversation'),
    shape: {
      keepImages: info.supportsImages,
      // The extractive model reads calls and results as they are; as text they would be words like others.
      toolsAsText: !isClassic && !info.isExtractive,
      request: isClassic || prompt === '' ? summariseRequest : prompt,
    },
    maxTokens,
    signal,
    onText: reportSummaryProgress,
  }
}

function buildSummaryChange(
  before: Conversation,
  after: Conversation,
  plan: SummaryPlan,
  label: string,
): PartChange {
  const indices = listSummarisedSources(plan)
  const count = indices.length
  return {
    at: { messageIndex: indices[0] ?? 0, blockIndex: 0 },
    kind: 'summary',
    operation: 'summarised',
    passId,
    reason: `${count} ${count === 1 ? 'message' : 'messages'} summarised by ${label}`,
    tokensBefore: countSummarisedTokens(before, plan),
    tokensAfter: after.messageTokens[plan.summaryIndex] ?? 0,
    lengthAfter: after.parts[plan.summaryIndex]?.[0]?.text.length ?? 0,
  }
}

function buildSummaryWarnings(
  conversation: Conversation,
  plan: SummaryPlan,
  summary: Extract<Summary, { ok: true }>,
  { isExtractive }: ModelInfo,
  messages: readonly Message[],
): Warning[] {
  const warnings: Warning[] = []
  if (isExtractive) warnings.push(runWarning('extractive'))
  if (summary.isCut) warnings.push(runWarning('summary-cut'))
  const suspicion = isExtractive ? undefined : findShortSummaryWarning(conversation, plan, summary.text)
  if (suspicion !== undefined) warnings.push(suspicion)
  const { changedFiles } = findArtifacts(conversation.parts)
  const isNamed = messages.some(holdsLedger) || changedFiles.some((path) => summary.text.includes(path))
  if (changedFiles.length > 0 && !isNamed) warnings.push(runWarning('summary-suspicious', null))
  return warnings
}

/** A person can say of little that it is little, but 2,000 tokens hold more than a sentence. In tokens. */
const shortSource = 2000
/** Most that a summary can have and be suspicious: about two sentences. */
const shortestSummary = 60

/** A model that misunderstood its task answers in a sentence, and everything that it stands for would be gone. */
function findShortSummaryWarning(
  conversation: Conversation,
  plan: SummaryPlan,
  text: string,
): Warning | undefined {
  const before = countSummarisedTokens(conversation, plan)
  const after = conversation.counter.count(text)
  if (before < shortSource || after >= Math.min(shortestSummary, before / 100)) return undefined
  return runWarning('summary-suspicious', { tokens: after, sourceTokens: before })
}

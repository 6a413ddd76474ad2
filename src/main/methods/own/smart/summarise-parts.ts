import pMap from 'p-map'
import type { Warning } from '../../../../shared/condense/outcome-types.ts'
import type { Part } from '../../../../shared/kernel/part.ts'
import { runWarning } from '../../../../shared/kernel/words/engine.ts'
import { buildEditedText, type PlannedEdit } from '../../../kernel/apply-edits.ts'
import { stopIfCancelled } from '../../../kernel/cancel-signal.ts'
import { cutWords, measureCut, truncateContent } from '../../../kernel/operations/cut-part.ts'
import { readBuiltInPrompt } from '../../../kernel/prompts/built-in.ts'
import { createRefusalGuard } from '../../summaries/refusal-guard.ts'
import { summariseText, type TextSummary } from '../../summaries/summarise-text.ts'
import { tagRequestsWithPlace, selectProfileModel, type PassContext } from './pass-run.ts'

/** A part that is to be replaced by a summary, and how. */
export type PartToSummarise = {
  readonly part: Part
  readonly tokens: number
  readonly apiProfile?: string | undefined
  readonly customPrompt?: string | undefined
  readonly maxTokens: number
  /** The operation that says so, as a path in the settings. */
  readonly place: readonly (string | number)[]
}

export type PartSummaries = {
  readonly edits: readonly PlannedEdit[]
  readonly failures: readonly { readonly code: string; readonly message: string }[]
  readonly warnings: readonly Warning[]
}

/** Characters that a token stands for, about; for cutting a part whose summary failed to the same size. */
const charsPerToken = 4

/**
 * Summarises parts side by side. One whose summary fails is cut to the size that the summary would have had; one
 * whose summary is no shorter stays.
 */
export async function summariseParts(
  parts: readonly PartToSummarise[],
  passId: string,
  context: PassContext,
): Promise<PartSummaries> {
  const { services, signal } = context.request
  let done = 0
  const guard = createRefusalGuard()
  const summarise = async (asked: PartToSummarise): Promise<TextSummary> => {
    const who = asked.apiProfile ?? ''
    const refusal = guard.refusal(who)
    if (refusal !== null) return refusal
    const summary = await summariseOne(asked, context)
    guard.note(who, summary)
    done = Math.min(parts.length, done + 1)
    services.onProgress({ stage: passId, label: 'Summarising parts', done, total: parts.length })
    return summary
  }
  const { concurrency } = context.settings
  const asked = await pMap(parts, summarise, { concurrency })
  const summaries = concurrency === 1 ? asked : await askAgain(parts, asked, summarise)
  stopIfCancelled(signal)
  const failures = summaries.flatMap((summary) => (summary.ok ? [] : [summary]))
  const edits = parts.flatMap((asked, index) => {
    const summary = summaries[index]
    const edit =
      summary?.ok === true ? planSummaryEdit(asked, summary.text, context) : cutInstead(asked, context)
    return edit === undefined ? [] : [edit]
  })
  return { edits, failures, warnings: buildPartWarnings(parts, failures, context) }
}

/**
 * Calls side by side reserve their worst cases together. What a budget had no room for beside others is asked for once
 * more, one after the other.
 */
async function askAgain(
  parts: readonly PartToSummarise[],
  before: readonly TextSummary[],
  summarise: (asked: PartToSummarise) => Promise<TextSummary>,
): Promise<TextSummary[]> {
  const summaries: TextSummary[] = []
  for (const [index, summary] of before.entries()) {
    const part = parts[index]
    const isRefused = !summary.ok && summary.code === 'budget' && part !== undefined
    summaries.push(isRefused ? await summarise(part) : summary)
  }
  return summaries
}

function summariseOne(asked: PartToSummarise, { conversation, request }: PassContext): Promise<TextSummary> {
  const { services, signal } = request
  const { part, apiProfile, customPrompt = '', place } = asked
  const model = tagRequestsWithPlace(selectProfileModel(services, apiProfile), place)
  const prompt = customPrompt.trim()
  return summariseText({
    title: describePart(part),
    text: part.text,
    model,
    system: prompt === '' ? readBuiltInPrompt('tool-output') : prompt,
    maxTokens: Math.min(asked.maxTokens, model.info.maxOutputTokens),
    counter: conversation.counter,
    signal,
  })
}

function describePart({ kind, toolName, path }: Part): string {
  if (kind === 'user-text') return 'What the user wrote'
  if (kind === 'assistant-text') return 'What the assistant wrote'
  if (kind === 'environment') return 'Environment details'
  return `Output of ${toolName ?? 'a tool'}${path === undefined ? '' : ` (${path})`}`
}

function planSummaryEdit(
  { part, tokens, maxTokens, apiProfile }: PartToSummarise,
  summary: string,
  { conversation, request }: PassContext,
): PlannedEdit | undefined {
  const { services } = request
  const { label } = selectProfileModel(services, apiProfile).info
  const body = `${pickSummaryHeading(part)}\n${summary}`
  const text = part.kind === 'environment' ? `<environment_details>\n${body}\n</environment_details>` : body
  const edit = { part, text }
  const tokensAfter = conversation.counter.count(buildEditedText(edit))
  if (tokensAfter >= tokens) return undefined
  const reason = `${describePart(part)} summarised to at most ${maxTokens} tokens by ${label}`
  return { edit, operation: 'summarised', reason, tokensBefore: tokens, tokensAfter }
}

function pickSummaryHeading({ kind }: Part): string {
  return kind === 'user-text' || kind === 'assistant-text'
    ? '[Summary of the text]'
    : '[Summary of the output]'
}

function cutInstead(
  { part, tokens, maxTokens }: PartToSummarise,
  context: PassContext,
): PlannedEdit | undefined {
  const limits = { maxLines: null, maxChars: maxTokens * charsPerToken, addEllipsis: true }
  const isWords = part.kind === 'user-text' || part.kind === 'assistant-text'
  const cut = isWords ? cutWords(part, limits) : truncateContent(part, limits)
  return measureCut(cut, tokens, context.conversation)
}

function buildPartWarnings(
  parts: readonly PartToSummarise[],
  failures: PartSummaries['failures'],
  { request: { services } }: PassContext,
): Warning[] {
  const [failure] = failures
  const models = parts.map(({ apiProfile }) => selectProfileModel(services, apiProfile))
  const isExtractive = models.some(({ info }) => info.isExtractive)
  return [
    ...(isExtractive ? [runWarning('extractive')] : []),
    ...(failure === undefined
      ? []
      : [
          runWarning('partly-failed', {
            failed: failures.length,
            of: parts.length,
            left: 'parts-cut',
            why: failure.message,
          }),
        ]),
  ]
}

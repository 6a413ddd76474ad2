import pMap from 'p-map'
import type { Part } from '../../../../shared/kernel/part.ts'
import { idleReason, runWarning } from '../../../../shared/kernel/words/engine.ts'
import { applyEdits, type PlannedEdit } from '../../../kernel/apply-edits.ts'
import { stopIfCancelled } from '../../../kernel/cancel-signal.ts'
import { reviseConversation, type Conversation } from '../../../kernel/conversation.ts'
import type { CondenseRequest, MethodResult } from '../../../kernel/method.ts'
import { readBuiltInPrompt } from '../../../kernel/prompts/built-in.ts'
import type { Stage } from '../../../kernel/stages/stage.ts'
import { withLedger } from '../../ledger/with-ledger.ts'
import { createRefusalGuard } from '../../summaries/refusal-guard.ts'
import { summariseText, type TextSummary } from '../../summaries/summarise-text.ts'
import type { NativeSettings } from './settings.ts'

const passId = 'selective'

/** Calls at the same time; vendors limit requests per minute. */
const concurrency = 4

/** A tool result that is worth a summary of its own. */
type Output = { readonly part: Part; readonly tokens: number }

type Patch = { readonly output: Output; readonly summary: TextSummary }

/** Long tool results before the last messages: what agents lose least by, and what fills windows most. */
function findOutputs({ parts, partTokens }: Conversation, settings: NativeSettings): Output[] {
  const end = parts.length - settings.keepLast
  return parts
    .slice(1, Math.max(1, end))
    .flatMap((own, at) =>
      own.flatMap((part, index) =>
        part.kind === 'tool-result' && part.text.length > settings.selectiveMinChars
          ? [{ part, tokens: partTokens[at + 1]?.[index] ?? 0 }]
          : [],
      ),
    )
}

/**
 * Long tool results are summarised one by one and patched into their places; the skeleton of the conversation
 * stays. A result whose summary fails or is no shorter stays as it is.
 */
export async function condenseOutputs(
  request: CondenseRequest,
  settings: NativeSettings,
): Promise<MethodResult> {
  const { conversation, services, signal } = request
  const started = services.now()
  const outputs = findOutputs(conversation, settings)
  if (outputs.length === 0) {
    const { keepLast, selectiveMinChars: minChars } = settings
    return { kind: 'unchanged', reason: idleReason('nothing-long', { keepLast, minChars }).message }
  }
  const patches = await summariseAll(request, settings, outputs)
  stopIfCancelled(signal)
  const edits = patches.flatMap((patch) => planPatchEdits(patch, conversation, services.model.info.label))
  if (edits.length === 0) return makeNothingUsableResult(patches)
  const { messages, provenance } = addLedger(conversation, applyEdits(conversation, edits, passId), settings)
  const after = reviseConversation(conversation, messages)
  const pass = {
    id: passId,
    label: `Tool results summarised by ${services.model.info.label}`,
    tokensBefore: conversation.totalTokens,
    tokensAfter: after.totalTokens,
    durationMs: services.now() - started,
    operations: { summarised: edits.length },
  }
  const warnings = buildPatchWarnings(patches, services.model)
  return { kind: 'condensed', messages, provenance, passes: [pass], fidelity: null, warnings }
}

/** All calls stay in their places, so there is no summary for a ledger to stand in. */
function addLedger(
  conversation: Conversation,
  stage: Stage,
  { ledger, ledgerMaxTokens, keepLast }: NativeSettings,
): Stage {
  if (ledger === 'off') return stage
  const kept = { first: 1, last: keepLast }
  return withLedger(conversation, stage, { place: 'first', maxTokens: ledgerMaxTokens, kept })
}

async function summariseAll(
  { conversation, services, signal }: CondenseRequest,
  settings: NativeSettings,
  outputs: readonly Output[],
): Promise<Patch[]> {
  const { model, onProgress } = services
  const prompt = settings.customPrompt.trim()
  const system = prompt === '' ? readBuiltInPrompt('tool-output') : prompt
  const maxTokens = Math.min(settings.selectiveMaxTokens, model.info.maxOutputTokens)
  let done = 0
  const guard = createRefusalGuard()
  const summarise = async (output: Output): Promise<Patch> => {
    const refusal = guard.refusal('')
    if (refusal !== null) return { output, summary: refusal }
    const { part } = output
    const task = { model, system, maxTokens, counter: conversation.counter, signal }
    const summary = await summariseText({ ...task, title: describeOutput(part), text: part.text })
    guard.note('', summary)
    done += 1
    const label = `${model.info.label}: summarising tool results`
    onProgress({ stage: passId, label, done, total: outputs.length })
    return { output, summary }
  }
  return pMap(outputs, summarise, { concurrency })
}

function describeOutput({ toolName, path }: Part): string {
  return `Output of ${toolName ?? 'a tool'}${path === undefined ? '' : ` (${path})`}`
}

function planPatchEdits(
  { output: { part, tokens }, summary }: Patch,
  { counter }: Conversation,
  label: string,
): PlannedEdit[] {
  if (!summary.ok) return []
  const text = `[Summary of the output]\n${summary.text}`
  const tokensAfter = counter.count(text)
  if (tokensAfter >= tokens) return []
  const reason = `tool result of ${part.text.length} characters summarised by ${label}`
  return [{ edit: { part, text }, operation: 'summarised', reason, tokensBefore: tokens, tokensAfter }]
}

function makeNothingUsableResult(patches: readonly Patch[]): MethodResult {
  const failure = patches.map(({ summary }) => summary).find((summary) => !summary.ok)
  if (failure === undefined || failure.ok)
    return { kind: 'unchanged', reason: idleReason('no-shorter-summary').message }
  const { code, message, figures = {} } = failure
  return { kind: 'failed', code, message, figures }
}

function buildPatchWarnings(patches: readonly Patch[], model: CondenseRequest['services']['model']) {
  const failed = patches.flatMap(({ summary }) => (summary.ok ? [] : [summary]))
  const [first] = failed
  return [
    ...(model.info.isExtractive ? [runWarning('extractive')] : []),
    ...(first === undefined
      ? []
      : [
          runWarning('partly-failed', {
            failed: failed.length,
            of: patches.length,
            left: 'tool-results-kept',
            why: first.message,
          }),
        ]),
  ]
}

import { applyEdits, type PlannedEdit } from '../../apply-edits.ts'
import { stopIfCancelled } from '../../cancel-signal.ts'
import { reviseConversation, type Conversation } from '../../conversation.ts'
import { passMetrics } from '../../pass-metrics.ts'
import { defineProvider, type CondenseRequest, type ProviderResult } from '../../provider.ts'
import { candidatesOf, isRepeatable, type Candidate } from './candidate.ts'
import { LosslessPlan } from './plan.ts'
import { losslessPresets, losslessSettingsSchema, type LosslessSettings } from './settings.ts'
import { readKey, findNewerReads } from '../../history/newer-reads.ts'
import { callText } from '../../history/call-text.ts'
import { inputOf } from '../../history/blocks.ts'
import { elementSpan } from '../../history/xml-elements.ts'
import { findSucceededCalls } from '../../history/succeeded-calls.ts'
import { toolPurpose } from '../../history/tool-catalogue.ts'

const contentKeys = ['content', 'file_text', 'contents', 'text']

const passId = 'lossless'

/** Takes out what the history holds twice or what newer content replaced; no model, nothing lost for good. */
export const losslessProvider = defineProvider<LosslessSettings>({
  id: 'lossless',
  label: 'Lossless',
  description: 'Repeated reads and results become references, superseded state leaves the context. No model.',
  version: '1.0.0',
  capabilities: {
    lossless: true,
    lossy: false,
    usesModel: false,
    parallel: true,
    multiPass: false,
    fallback: true,
    speed: 'fast',
  },
  settings: losslessSettingsSchema,
  presets: losslessPresets,
  keptEnds: (settings) => ({ first: settings.keepFirst, last: settings.preserveRecentCount }),
  condense: (request, settings) => Promise.resolve(condense(request, settings)),
})

function condense(
  { conversation, services, signal }: CondenseRequest,
  settings: LosslessSettings,
): ProviderResult {
  const started = services.now()
  services.onProgress({
    stage: passId,
    label: 'Looking for repeated and superseded content',
    done: 0,
    total: 1,
  })
  stopIfCancelled(signal)
  const edits = planEdits(conversation, settings)
  if (edits.length === 0) {
    const reason = 'Nothing repeats and nothing is superseded outside the messages that are kept as they are.'
    return { kind: 'unchanged', reason }
  }
  const { messages, provenance } = applyEdits(conversation, edits, passId)
  const reversible = edits.filter((edit) => edit.reference !== undefined)
  const superseded = edits.filter((edit) => edit.reference === undefined)
  const after = reviseConversation(conversation, messages).totalTokens
  const label = 'References and superseded state'
  const pass = passMetrics(passId, label, conversation.totalTokens, after, edits, services.now() - started)
  return {
    kind: 'condensed',
    messages,
    provenance,
    passes: [pass],
    fidelity: { reversibleTokens: savedTokens(reversible), supersededTokens: savedTokens(superseded) },
    warnings: [],
  }
}

/** Reversible techniques come first: a reference is worth more than a promise that the store has it. */
function planEdits(conversation: Conversation, settings: LosslessSettings): PlannedEdit[] {
  const kept = { first: settings.keepFirst, last: settings.preserveRecentCount }
  const candidates = candidatesOf(conversation, kept)
  const plan = new LosslessPlan(conversation.counter)
  if (settings.removeObsoleteState) supersedeEnvironment(candidates, plan, conversation)
  referIdentical(candidates, plan, settings)
  if (settings.encodeNearIdentical) referNearIdentical(candidates, plan, settings)
  if (settings.removeObsoleteState) {
    supersedeReads(candidates, plan, conversation)
    supersedeWrites(candidates, plan, conversation)
  }
  return [...plan.edits.values()]
}

function savedTokens(edits: readonly PlannedEdit[]): number {
  return edits.reduce((sum, edit) => sum + edit.tokensBefore - edit.tokensAfter, 0)
}

/**
 * Techniques 1 and 2: identical content, reversible. Of each group the latest or the first copy stays; the
 * others refer to it. Reads and other results have switches of their own.
 */
function referIdentical(
  candidates: readonly Candidate[],
  plan: LosslessPlan,
  settings: LosslessSettings,
): void {
  const eligible = candidates.filter((candidate) => isRepeatable(candidate) && isWanted(candidate, settings))
  for (const group of Map.groupBy(eligible, (candidate) => candidate.part.text).values()) {
    if (group.length < 2) continue
    const target = settings.keep === 'latest' ? group.at(-1) : group[0]
    if (target === undefined || plan.isEdited(target)) continue
    for (const candidate of group) {
      if (candidate !== target && plan.isFree(candidate))
        plan.referTo(candidate, target, techniqueOf(candidate))
    }
  }
}

/**
 * Technique 1 on content that differs in a few lines: each part is compared with the copies of the same file,
 * or with the environment details, that stay in full. What differs too much stays and is compared with next.
 */
function referNearIdentical(
  candidates: readonly Candidate[],
  plan: LosslessPlan,
  settings: LosslessSettings,
): void {
  const eligible = candidates.filter(
    (candidate) => isRepeatable(candidate) && isWanted(candidate, settings) && !plan.isEdited(candidate),
  )
  const groups = Map.groupBy(eligible, (candidate) =>
    candidate.part.kind === 'environment' ? 'environment' : (readKey(candidate.part) ?? ''),
  )
  groups.delete('')
  for (const group of groups.values()) {
    const ordered = settings.keep === 'latest' ? group.toReversed() : group
    let anchor: Candidate | undefined
    for (const candidate of ordered) {
      const isReplaced =
        anchor !== undefined &&
        plan.isFree(candidate) &&
        plan.referWithDelta(candidate, anchor, techniqueOf(candidate))
      if (!isReplaced) anchor = candidate
    }
  }
}

function isWanted(candidate: Candidate, settings: LosslessSettings): boolean {
  return readKey(candidate.part) === undefined
    ? settings.consolidateToolResults
    : settings.deduplicateFileReads
}

function techniqueOf(candidate: Candidate): string {
  if (candidate.part.kind === 'environment') return 'Repeated environment details'
  return readKey(candidate.part) === undefined ? 'Repeated result' : 'Repeated read'
}

/** Technique 3: older environment details; only the last ones describe the present. */
function supersedeEnvironment(
  candidates: readonly Candidate[],
  plan: LosslessPlan,
  conversation: Conversation,
): void {
  const details = candidates.filter(({ part }) => part.kind === 'environment')
  const last = details.at(-1)
  if (last === undefined) return
  const place = `message #${last.part.messageIndex}`
  for (const candidate of details) {
    if (candidate === last || !plan.isFree(candidate)) continue
    const { part } = candidate
    const text = isOnlyContent(candidate, conversation)
      ? `<environment_details>superseded, see ${place}</environment_details>`
      : ''
    const tokensAfter = text === '' ? 0 : conversation.counter.count(text)
    plan.supersede(
      candidate,
      { part, text },
      tokensAfter,
      `Superseded environment details: newer ones in ${place}`,
    )
  }
}

/** Technique 3: older reads of a file that was read again, in full or over the same lines, with other content. */
function supersedeReads(
  candidates: readonly Candidate[],
  plan: LosslessPlan,
  conversation: Conversation,
): void {
  const newerReads = findNewerReads(conversation.parts)
  for (const candidate of candidates) {
    const { part } = candidate
    const newer = newerReads.get(part)
    if (newer === undefined || !isRepeatable(candidate) || !plan.isFree(candidate)) continue
    const place = `message #${newer.messageIndex}`
    const text = `[Superseded] ${part.path ?? ''} was read again with other content in ${place}`
    const tokensAfter = conversation.counter.count(text)
    plan.supersede(candidate, { part, text }, tokensAfter, `Superseded read: newer content in ${place}`)
  }
}

/**
 * Technique 3: older writes of a file that was written again. Only a write that is known to have succeeded supersedes:
 * one that failed, was denied, was cut off or has no result yet does not.
 */
function supersedeWrites(
  candidates: readonly Candidate[],
  plan: LosslessPlan,
  conversation: Conversation,
): void {
  const succeeded = findSucceededCalls(conversation.parts)
  const latest = new Map<string, Candidate>()
  for (const candidate of candidates.toReversed()) {
    const { part } = candidate
    if (part.kind !== 'tool-call' || part.path === undefined || toolPurpose(part.toolName) !== 'write')
      continue
    const newer = latest.get(part.path)
    if (newer === undefined) {
      if (part.toolCallId !== undefined && succeeded.has(part.toolCallId)) latest.set(part.path, candidate)
      continue
    }
    const placeholder = `[Superseded: written again in message #${newer.part.messageIndex}]`
    const edit = plan.isFree(candidate) ? withoutContent(candidate, placeholder, conversation) : undefined
    if (edit === undefined) continue
    const after = 'text' in edit ? edit.text : callText(part.toolName ?? '', edit.input)
    const reason = `Superseded write: ${part.path} was written again in message #${newer.part.messageIndex}`
    plan.supersede(candidate, edit, conversation.counter.count(after), reason)
  }
}

/** The write with its content replaced; undefined where the call holds none to replace. */
function withoutContent({ part }: Candidate, placeholder: string, conversation: Conversation) {
  if (part.holder === 'text') {
    const span = elementSpan(part.text, 'content')
    if (span === undefined) return undefined
    return { part, text: part.text.slice(0, span.start) + placeholder + part.text.slice(span.end) }
  }
  const input = inputOf(conversation.messages[part.messageIndex], part.blockIndex)
  const key = contentKeys.find((name) => typeof input?.[name] === 'string')
  return input === undefined || key === undefined
    ? undefined
    : { part, input: { ...input, [key]: placeholder } }
}

/** True for the first environment details of a message that holds nothing else: something has to stay. */
function isOnlyContent({ part }: Candidate, conversation: Conversation): boolean {
  const own = conversation.parts[part.messageIndex] ?? []
  const rest = own.filter((other) => other.kind !== 'environment')
  if (rest.some((other) => other.kind === 'image' || other.text.trim() !== '')) return false
  return own.find((other) => other.kind === 'environment') === part
}

import { z } from 'zod'
import { idleReason } from '../../../../shared/kernel/words/engine.ts'
import type { Preset } from '../../../../shared/methods/provider-types.ts'
import { applyEdits, measureEditPass, type PlannedEdit } from '../../../kernel/apply-edits.ts'
import { stopIfCancelled } from '../../../kernel/cancel-signal.ts'
import { reviseConversation, type Conversation } from '../../../kernel/conversation.ts'
import { readKey } from '../../../kernel/history/part-queries.ts'
import { defineMethod, type CondenseRequest, type MethodResult } from '../../../kernel/method.ts'
import { supersedeEnvironment, supersedeReads, supersedeWrites } from './find-superseded.ts'
import { listCandidates, isRepeatable, LosslessPlan, type Candidate } from './plan.ts'

const losslessSettingsSchema = z.strictObject({
  deduplicateFileReads: z.boolean().default(true).meta({
    title: 'Repeated file reads',
    description: 'A repeated read of the same content becomes a reference to the copy that stays.',
  }),
  consolidateToolResults: z.boolean().default(true).meta({
    title: 'Identical results',
    description: 'Other tool results and environment details that are identical become references.',
  }),
  encodeNearIdentical: z.boolean().default(true).meta({
    title: 'Near-identical content',
    description: 'Content that differs in a few lines becomes a reference with those lines. Reversible.',
  }),
  removeObsoleteState: z.boolean().default(true).meta({
    title: 'Superseded state',
    description:
      'Older environment details, older writes of a file that was written again and older reads of a file that was read again with other content leave the context. Restorable from the store only.',
  }),
  keep: z.enum(['latest', 'first']).default('latest').meta({
    title: 'Copy to keep',
    description: 'Keeping the first copy leaves the cached prefix of the prompt intact.',
  }),
  keepFirst: z.int().min(0).max(50).default(1).meta({
    title: 'First messages untouched',
    description: 'Messages at the start that are never changed.',
  }),
  preserveRecentCount: z.int().min(0).max(200).default(1).meta({
    title: 'Recent messages untouched',
    description: 'Messages at the end that are never changed.',
  }),
})
type LosslessSettings = z.infer<typeof losslessSettingsSchema>

const defaults = losslessSettingsSchema.parse({})

const losslessPresets: readonly Preset[] = [
  {
    id: 'strict',
    label: 'Strict',
    description: 'Reversible techniques only: the result alone gives the source back byte for byte.',
    settings: { ...defaults, removeObsoleteState: false },
  },
  {
    id: 'default',
    label: 'Default',
    description: 'References where content repeats, and superseded state leaves the context.',
    settings: defaults,
  },
  {
    id: 'cache-friendly',
    label: 'Cache friendly',
    description: 'Reversible techniques that keep the first copies, so that the cached prefix stays valid.',
    settings: { ...defaults, removeObsoleteState: false, keep: 'first' },
  },
]

const passId = 'lossless'

/** Takes out what the history holds twice or what newer content replaced; no model, nothing lost for good. */
export const losslessMethod = defineMethod<LosslessSettings>({
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
): MethodResult {
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
    return { kind: 'unchanged', reason: explainUnchanged(settings) }
  }
  const { messages, provenance } = applyEdits(conversation, edits, passId)
  const reversible = edits.filter((edit) => edit.reference !== undefined)
  const superseded = edits.filter((edit) => edit.reference === undefined)
  const after = reviseConversation(conversation, messages).totalTokens
  const label = 'References and superseded state'
  const pass = measureEditPass(
    passId,
    label,
    conversation.totalTokens,
    after,
    edits,
    services.now() - started,
  )
  return {
    kind: 'condensed',
    messages,
    provenance,
    passes: [pass],
    fidelity: { reversibleTokens: sumSavedTokens(reversible), supersededTokens: sumSavedTokens(superseded) },
    warnings: [],
  }
}

const techniques = [
  'deduplicateFileReads',
  'consolidateToolResults',
  'encodeNearIdentical',
  'removeObsoleteState',
] as const

/** What is turned off may well be there. */
function explainUnchanged(settings: LosslessSettings): string {
  const off = techniques.filter((technique) => !settings[technique])
  if (off.length === techniques.length) return idleReason('nothing-looked-for').message
  const titles = off.map((technique) => losslessSettingsSchema.shape[technique].meta()?.title ?? technique)
  return idleReason('nothing-repeats', { off: titles.map((title) => title.toLowerCase()) }).message
}

/** Reversible techniques come first: a reference is worth more than a promise that the store has it. */
function planEdits(conversation: Conversation, settings: LosslessSettings): PlannedEdit[] {
  const kept = { first: settings.keepFirst, last: settings.preserveRecentCount }
  const candidates = listCandidates(conversation, kept)
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

function sumSavedTokens(edits: readonly PlannedEdit[]): number {
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
        plan.referTo(candidate, target, describeTechnique(candidate))
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
        plan.referWithDelta(candidate, anchor, describeTechnique(candidate))
      if (!isReplaced) anchor = candidate
    }
  }
}

function isWanted(candidate: Candidate, settings: LosslessSettings): boolean {
  return readKey(candidate.part) === undefined
    ? settings.consolidateToolResults
    : settings.deduplicateFileReads
}

function describeTechnique(candidate: Candidate): string {
  if (candidate.part.kind === 'environment') return 'Repeated environment details'
  return readKey(candidate.part) === undefined ? 'Repeated result' : 'Repeated read'
}

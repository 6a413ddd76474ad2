import { applyEdits, type PlannedEdit } from '../../apply-edits.ts'
import { stopIfCancelled } from '../../cancel-signal.ts'
import { reviseConversation, type Conversation } from '../../conversation.ts'
import { passMetrics } from '../../pass-metrics.ts'
import { defineProvider, type CondenseRequest, type ProviderResult } from '../../provider.ts'
import { candidatesOf } from './candidate.ts'
import { referIdentical, referNearIdentical } from './find-repeats.ts'
import { supersedeEnvironment, supersedeReads, supersedeWrites } from './find-superseded.ts'
import { LosslessPlan } from './plan.ts'
import { losslessPresets, losslessSettingsSchema, type LosslessSettings } from './settings.ts'

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

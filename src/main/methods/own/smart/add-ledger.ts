import type { PassMetrics, TraceStep } from '../../../../shared/condense/outcome-types.ts'
import type { SmartSettings } from '../../../../shared/methods/smart-settings-types.ts'
import { reviseConversation, type Conversation } from '../../../kernel/conversation.ts'
import type { Stage } from '../../../kernel/stages/stage.ts'
import { withLedger } from '../../ledger/with-ledger.ts'
import { countKeptFromStart, countKeptToEnd } from './selection.ts'

const label = 'Ledger of artifacts'
const format = new Intl.NumberFormat('en-US')

export type LedgerInput = {
  readonly source: Conversation
  readonly stage: Stage
  readonly conversation: Conversation
  readonly targetTokens: number | null
  readonly settings: SmartSettings
}

/** Adds the ledger to what the passes made; null where the settings want none. It may not spoil a target that is met. */
export function addLedger({ source, stage, conversation, targetTokens, settings }: LedgerInput): {
  readonly stage: Stage
  readonly pass: PassMetrics | null
  readonly step: TraceStep
} | null {
  if (settings.ledger === 'off') return null
  const added = withLedger(source, stage, {
    place: settings.ledger,
    maxTokens: settings.ledgerMaxTokens,
    kept: { first: countKeptFromStart(settings), last: countKeptToEnd(settings) },
  })
  const before = conversation.totalTokens
  const after = reviseConversation(conversation, added.messages).totalTokens
  const figures = { label, tokensBefore: before, costUsd: 0 }
  const leave = (reason: string) => ({
    stage,
    pass: null,
    step: { ...figures, tokensAfter: before, decision: 'skipped' as const, reason },
  })
  if (added === stage) return leave('There is nothing to list, or no room for it.')
  if (targetTokens !== null && before <= targetTokens && after > targetTokens)
    return leave(`With it the target of ${format.format(targetTokens)} tokens would be missed.`)
  if (after >= source.totalTokens) return leave('With it nothing would be saved.')
  const reason = `Lists what the tool calls did in ${format.format(after - before)} tokens.`
  return {
    stage: added,
    pass: { id: 'ledger', label, tokensBefore: before, tokensAfter: after, durationMs: 0, operations: {} },
    step: { ...figures, tokensAfter: after, decision: 'taken', reason },
  }
}

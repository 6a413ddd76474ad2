import type { Fidelity, PassMetrics } from '../../../shared/domain/outcome.ts'
import type { PartChange } from '../../../shared/domain/provenance.ts'
import type { Stage } from '../compose/stage.ts'
import { reviseConversation, type Conversation } from '../conversation.ts'

/** What a provider reported, and what pins left of it. */
type Figures = Stage & { readonly passes: readonly PassMetrics[]; readonly fidelity: Fidelity | null }

/**
 * The figures of a provider after pins were put back into what it made: a pass of their own, so that passes still add
 * up, and no saving that came back with them.
 */
export function accountForPins(
  source: Conversation,
  made: Figures,
  stage: Stage,
): Pick<Figures, 'passes' | 'fidelity'> {
  const { passes, fidelity } = made
  if (stage === made) return { passes, fidelity }
  const tokensBefore = reviseConversation(source, made.messages).totalTokens
  const tokensAfter = reviseConversation(source, stage.messages).totalTokens
  const left = new Set(changesOf(stage).map(placeOf))
  const restored = changesOf(made).filter((change) => !left.has(placeOf(change)))
  const messages = stage.provenance.messages.length - made.provenance.messages.length
  const pass = {
    id: 'pins',
    label: 'Pinned content put back',
    tokensBefore,
    tokensAfter,
    durationMs: 0,
    operations: { restored: restored.length + Math.max(0, messages) },
  }
  const back = restored.filter(({ operation }) => operation === 'referenced' || operation === 'dropped')
  return { passes: [...passes, pass], fidelity: fidelity === null ? null : lessOf(fidelity, back) }
}

function lessOf(fidelity: Fidelity, back: readonly PartChange[]): Fidelity {
  const saved = (isReversible: boolean): number =>
    back
      .filter(({ reference }) => (reference !== undefined) === isReversible)
      .reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0)
  return {
    reversibleTokens: fidelity.reversibleTokens - saved(true),
    supersededTokens: fidelity.supersededTokens - saved(false),
  }
}

const changesOf = ({ provenance }: Stage): PartChange[] =>
  provenance.messages.flatMap(({ changes }) => [...changes])

const placeOf = ({ at: { messageIndex, blockIndex, nestedIndex, span } }: PartChange): string =>
  [messageIndex, blockIndex, nestedIndex ?? '', span?.start ?? ''].join(' ')

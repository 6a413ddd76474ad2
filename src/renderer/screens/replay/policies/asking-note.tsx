import { Block, Notice } from '../../../ui/layout/layout.tsx'
import { describeGuess, limitWords, sumWords } from './asking-words.ts'
import type { AskingEstimate } from './use-asking-estimate.ts'
import type { PolicyDraft } from './use-policy-draft.ts'

type AskingNoteProps = {
  readonly draft: Pick<PolicyDraft, 'check' | 'maxCostUsd'>
  readonly estimate: AskingEstimate
}

/** Which policies ask a model, and what that may come to. */
export function AskingNote({ draft, estimate }: AskingNoteProps) {
  const asks = draft.check?.ok === true ? draft.check.asks : []
  const { data, problem } = estimate
  const describePolicy = (policyId: string): string => {
    if (problem !== null) return 'at every condensation.'
    const guessed = data?.find((own) => own.policyId === policyId)
    return guessed === undefined ? 'estimating what that costs…' : describeGuess(guessed)
  }
  const sum = sumWords(data)
  return (
    <Notice component="div" mt="sm" py={6} px="sm" role="status" aria-label="Policies that ask a model">
      {asks.map(({ policyId, models }) => (
        <Block key={policyId} breaks>
          <strong>{policyId}</strong> asks {models.join(', ')}: {describePolicy(policyId)}
        </Block>
      ))}
      {problem !== null && <div>What that costs cannot be estimated: {problem}</div>}
      {sum !== '' && <Block c="dimmed">{sum}</Block>}
      <div>{limitWords(draft.maxCostUsd, asks.length)}</div>
    </Notice>
  )
}

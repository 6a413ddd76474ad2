import { describeGuess, limitWords, sumWords } from './asking-words.ts'
import type { AskingEstimate } from './use-asking-estimate.ts'
import type { PolicyDraft } from './use-policy-draft.ts'
import styles from './policies.module.css'

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
    <div className={styles.asks} role="status" aria-label="Policies that ask a model">
      {asks.map(({ policyId, models }) => (
        <div key={policyId} className={styles.ask}>
          <strong>{policyId}</strong> asks {models.join(', ')}: {describePolicy(policyId)}
        </div>
      ))}
      {problem !== null && <div>What that costs cannot be estimated: {problem}</div>}
      {sum !== '' && <div className={styles.quiet}>{sum}</div>}
      <div>{limitWords(draft.maxCostUsd, asks.length)}</div>
    </div>
  )
}

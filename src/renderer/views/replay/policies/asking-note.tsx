import { formatLimitUsd } from '../../../lib/format.ts'
import styles from './policies.module.css'
import type { PolicyDraft } from './use-policy-draft.ts'

/** Which policies ask a model, and what that may come to. */
export function AskingNote({ draft }: { readonly draft: Pick<PolicyDraft, 'check' | 'maxCostUsd'> }) {
  const asks = draft.check?.ok === true ? draft.check.asks : []
  const { maxCostUsd } = draft
  return (
    <div className={styles.asks} role="status" aria-label="Policies that ask a model">
      {asks.map(({ policyId, models }) => (
        <div key={policyId}>
          <strong>{policyId}</strong> asks {models.join(', ')} at every condensation.
        </div>
      ))}
      <div>
        {maxCostUsd === null
          ? 'There is no limit on what they may cost: how often a policy condenses is known only when it is played.'
          : `Each of them stops asking at ${formatLimitUsd(maxCostUsd)}: at most ${formatLimitUsd(maxCostUsd * asks.length)} together.`}
      </div>
    </div>
  )
}

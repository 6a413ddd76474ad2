import { CloseButton } from '@mantine/core'
import type { ConnectionTest } from '../../../shared/api/profiles.ts'
import { formatDuration, formatInteger, formatUsd } from '../../../shared/lib/format-figures.ts'
import { CopyTextButton } from '../../components/copy-text-button.tsx'
import { Figure, Figures } from '../../components/figure.tsx'
import styles from './profile-editor.module.css'

/** What a connection test found: figures where it worked, why not and what to do where it did not. */
export function ConnectionTestPanel({
  test,
  onDismiss,
}: {
  readonly test: ConnectionTest
  readonly onDismiss: () => void
}) {
  const { tokenCount, usage } = test
  return (
    <section
      className={styles.test}
      data-ok={test.ok}
      aria-label="Connection test"
      role={test.ok ? 'status' : 'alert'}
    >
      <div className={styles.testBody}>
        <strong>{headline(test)}</strong>
        <span>{test.message}</span>
        {test.warning !== undefined && <span className={styles.caution}>{test.warning}</span>}
        <Figures>
          <Figure label="Time" value={formatDuration(test.durationMs)} />
          {test.firstAnswerMs !== null && (
            <Figure label="First words after" value={formatDuration(test.firstAnswerMs)} />
          )}
          {usage !== null && (
            <>
              <Figure
                label="Cost"
                value={test.missingPrices.length > 0 ? 'unknown' : formatUsd(test.costUsd)}
              />
              <Figure
                label="Input (tok)"
                value={formatInteger(usage.input + usage.cacheReads + usage.cacheWrites)}
              />
              <Figure label="Output (tok)" value={formatInteger(usage.output)} />
            </>
          )}
          {tokenCount !== null && (
            <Figure
              label="Counted by vendor / by us (tok)"
              value={`${formatInteger(tokenCount.vendor)} / ${formatInteger(tokenCount.ours)}`}
            />
          )}
        </Figures>
        {test.missingPrices.length > 0 && (
          <span className={styles.caution}>
            No price is known for: {test.missingPrices.join(', ')}. Set it below, or budgets cannot reckon
            with this model.
          </span>
        )}
        {!test.ok && (
          <div>
            <CopyTextButton text={`${test.code}: ${test.message}`} label="Copy details" />
          </div>
        )}
      </div>
      <CloseButton size="sm" aria-label="Dismiss the connection test" onClick={onDismiss} />
    </section>
  )
}

function headline({ ok, code, warning }: ConnectionTest): string {
  if (!ok) return `No answer: ${code}`
  return warning === undefined ? 'The model answers' : 'The model answers, but check this'
}

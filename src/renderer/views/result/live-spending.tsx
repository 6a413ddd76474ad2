import type { RunSpending, RunSummary } from '../../../shared/domain/run.ts'
import { formatInteger, formatUsd } from '../../../shared/lib/format-figures.ts'
import { Figure, Figures } from '../../components/figure.tsx'

type LiveSpendingProps = {
  readonly spending: RunSpending | null
  readonly model: RunSummary['model']
}

/** Which model is asked, and what it took up to now. Nothing where none is asked. */
export function LiveSpending({ spending, model }: LiveSpendingProps) {
  if (model === null && spending === null) return null
  const about = spending?.isEstimated === true ? '~' : ''
  return (
    <Figures>
      {model !== null && <Figure label="Model" value={model.label} />}
      <Figure label="Cost so far" value={spending === null ? '–' : about + formatUsd(spending.costUsd)} />
      <Figure label="Calls" value={formatInteger(spending?.modelCalls ?? 0)} />
      <Figure
        label="Input (tok)"
        value={spending === null ? '–' : about + formatInteger(spending.inputTokens)}
      />
      <Figure
        label="Output (tok)"
        value={spending === null ? '–' : about + formatInteger(spending.outputTokens)}
      />
    </Figures>
  )
}

import { Text } from '@mantine/core'
import type { ExperimentEstimate } from '../../../../shared/domain/experiment.ts'
import { formatDuration, formatInteger, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { Figure, Figures } from '../../../components/figure.tsx'
import { countOf, formatTokens } from '../../../lib/format.ts'

/** What an experiment will probably take. */
export function EstimateFigures({ estimate }: { readonly estimate: ExperimentEstimate }) {
  const { cells, reusable, modelTokens, modelCalls, costUsd, durationMs, judgeCostUsd, judgeCalls } = estimate
  return (
    <>
      <Figures>
        <Figure label="Cells" value={formatInteger(cells)} />
        <Figure
          label="Of them there already"
          value={formatInteger(reusable)}
          note="Identical cells of earlier experiments are taken over"
        />
        <Figure label="Model calls" value={formatInteger(modelCalls)} />
        <Figure label="Sent to models" value={formatTokens(modelTokens)} />
        <Figure label="Cost, about" value={formatUsd(costUsd)} />
        <Figure label="Time, about" value={formatDuration(durationMs)} />
      </Figures>
      <Text size="xs" c="dimmed">
        {judgeCalls > 0
          ? `${countOf(judgeCalls, 'call')} and ${formatUsd(judgeCostUsd)} of that are for metrics that ask a model. `
          : modelCalls === 0
            ? 'Nothing leaves this machine. '
            : ''}
        A cell is kept when it ends: an experiment that is stopped goes on with what is missing.
      </Text>
    </>
  )
}

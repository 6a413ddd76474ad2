import { Button, Code } from '@mantine/core'
import { IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ExperimentSummary } from '../../../../shared/experiments/experiment-types.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { FigureInput } from '../../../ui/components/form/figure-input.tsx'
import { Bar, Block } from '../../../ui/layout/layout.tsx'
import { useExperiment } from '../experiment-context.ts'

/** What is missing of an experiment that has ended, why, and the way on. */
export function EndedEarly() {
  const { summary, plan } = useExperiment().detail
  const { id, status, cells, isImported, isSample } = summary
  const [maxCostUsd, setMaxCostUsd] = useState<number | null>(null)
  const missing = cells.total - cells.done - cells.failed
  const resume = useResume(id, maxCostUsd)
  return (
    <>
      <Bar component="section" wrap bg="var(--surface)" aria-label="What is missing">
        <Block component="p" flex="1 1 280px" fz="xs">
          {describeEnd(summary, missing)}
        </Block>
        {plan.probe !== undefined && <Code>{plan.probe.command}</Code>}
        {!isImported && !isSample && plan.probe === undefined && (
          <>
            {status === 'stopped' && (
              <FigureInput
                label="Spend at most"
                isMoney
                width={110}
                value={maxCostUsd}
                onChange={setMaxCostUsd}
              />
            )}
            {missing > 0 && (
              <Button
                variant="default"
                leftSection={<IconPlayerPlay size={14} aria-hidden />}
                loading={resume.isPending && !resume.variables}
                onClick={() => resume.mutate(false)}
              >
                Continue
              </Button>
            )}
            {cells.failed > 0 && (
              <Button
                variant="default"
                leftSection={<IconRefresh size={14} aria-hidden />}
                loading={resume.isPending && resume.variables}
                onClick={() => resume.mutate(true)}
              >
                Retry {formatCountWithNoun(cells.failed, 'failed cell')}
              </Button>
            )}
          </>
        )}
      </Bar>
      {resume.isError && (
        <ErrorPanel title="Could not continue" problem={toProblem(resume.error)} onDismiss={resume.reset} />
      )}
    </>
  )
}

function useResume(experimentId: string, maxCostUsd: number | null) {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (retryFailed: boolean) =>
      client.experiments.resume({
        experimentId,
        retryFailed,
        ...(maxCostUsd === null ? {} : { maxCostUsd }),
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queries.experiments.list.key() })
      return queryClient.invalidateQueries({ queryKey: queries.experiments.get.key() })
    },
  })
}

function describeEnd({ status, reason, cells }: ExperimentSummary, missing: number): string {
  const failed =
    cells.failed > 0
      ? `${formatCountWithNoun(cells.failed, 'cell')} failed and ${cells.failed === 1 ? 'counts' : 'count'} nowhere. `
      : ''
  const left =
    missing > 0 ? `Missing: ${formatInteger(missing)} of ${formatCountWithNoun(cells.total, 'cell')}. ` : ''
  const why = reason === '' ? '' : `${showControls(reason)} `
  switch (status) {
    case 'stopped':
      return `Stopped: ${why || 'its budget is used up. '}${left}${failed}`
    case 'cancelled':
      return `Cancelled. ${left}${failed}`
    case 'interrupted':
      return `Dewpoint ended while it ran. ${left}${failed}Finished cells are not repeated.`
    case 'failed':
      return `It could not continue. ${why}${left}${failed}`
    default:
      return `${failed}${left}`
  }
}

import { Button, Group, Modal, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ExperimentText } from '../../../../shared/experiments/contract.ts'
import type { ExperimentEstimate } from '../../../../shared/experiments/experiment-types.ts'
import { formatRoughDuration, formatInteger, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { formatCountWithNoun, formatTokens } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { Figure, Figures } from '../../../ui/components/figure.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Column } from '../../../ui/layout/layout.tsx'
import { justStarted } from '../run/see-verdict.tsx'
import type { ExperimentDraft } from './use-experiment-draft.ts'

/** Says what the experiment would take, and starts it. */
export function StartButton({ draft }: { readonly draft: ExperimentDraft }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        disabled={draft.check?.ok !== true}
        title={draft.check?.ok === false ? 'The experiment has errors, listed below the YAML' : undefined}
        onClick={() => setIsOpen(true)}
      >
        Estimate and start
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Estimate" size="lg">
        <StartForm draft={draft} onClose={() => setIsOpen(false)} />
      </Modal>
    </>
  )
}

function StartForm({ draft, onClose }: { readonly draft: ExperimentDraft; readonly onClose: () => void }) {
  const { queries } = useEngine()
  const { text, basePath } = draft
  const input = { text, ...(basePath === '' ? {} : { basePath }) }
  const estimate = useQuery(queries.experiments.estimate.queryOptions({ input, gcTime: 0, retry: false }))
  const start = useStartExperiment(input)
  return (
    <Column gap="md">
      {estimate.isError ? (
        <ErrorPanel
          title="Could not be estimated"
          problem={toProblem(estimate.error)}
          onRetry={() => void estimate.refetch()}
        />
      ) : estimate.data === undefined ? (
        <SkeletonRows rows={3} label="Estimating" />
      ) : (
        <EstimateFigures estimate={estimate.data} />
      )}
      {start.isError && (
        <ErrorPanel title="Could not start" problem={toProblem(start.error)} onDismiss={start.reset} />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          data-autofocus
          disabled={estimate.isPending}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          Start
        </Button>
      </Group>
    </Column>
  )
}

/** Starts an experiment, and goes to its cells. */
export function useStartExperiment(input: ExperimentText) {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: () => client.experiments.start(input),
    onSuccess: async ({ summary }) => {
      void queryClient.invalidateQueries({ queryKey: queries.experiments.list.key() })
      navigate(routes.experiment(summary.id, 'cells'), { state: justStarted })
    },
  })
}

/** What an experiment will probably take. */
export function EstimateFigures({ estimate }: { readonly estimate: ExperimentEstimate }) {
  const { cells, reusable, modelTokens, modelCalls, costUsd, durationMs, judgeCostUsd, judgeCalls } = estimate
  return (
    <>
      <Figures>
        <Figure label="Cells" value={formatInteger(cells)} />
        <Figure
          label="Already there"
          value={formatInteger(reusable)}
          note="Identical cells of earlier experiments are reused"
        />
        <Figure label="Model calls" value={formatInteger(modelCalls)} />
        <Figure label="Sent to models" value={formatTokens(modelTokens)} />
        <Figure label="Cost, about" value={formatUsd(costUsd)} />
        <Figure label="Time, about" value={formatRoughDuration(durationMs)} />
      </Figures>
      <Text size="xs" c="dimmed">
        {judgeCalls > 0
          ? `${formatCountWithNoun(judgeCalls, 'call')} and ${formatUsd(judgeCostUsd)} of that are for metrics that ask a model. `
          : modelCalls === 0
            ? 'Nothing leaves this machine. '
            : ''}
        Finished cells are kept, so a stopped experiment continues where it left off.
      </Text>
    </>
  )
}

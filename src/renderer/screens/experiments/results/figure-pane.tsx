import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { formatCoverage } from '../../../../shared/activity/metric-words.ts'
import type { MetricInfo, MetricUnit } from '../../../../shared/activity/quality-types.ts'
import {
  describeVerdict,
  describeDetectable,
  describeFamily,
} from '../../../../shared/experiments/describe-verdict-words.ts'
import type { VariantComparison } from '../../../../shared/experiments/experiment-results-types.ts'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import { formatMetric } from '../../../../shared/kernel/format-metric.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { formatBare, formatBareDifference } from '../../../lib/bare-figures.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../ui/components/data-table.tsx'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { useShortcuts } from '../../../ui/components/use-shortcuts.ts'
import { Block, Fill, Inline, Note, QuietLink, Row } from '../../../ui/layout/layout.tsx'
import { useExperiment } from '../experiment-context.ts'
import { collectCheckpointValues, type CheckpointValue } from './collect-checkpoint-values.ts'
import type { ChosenFigure } from './result-row.tsx'

type CheckpointColumns = {
  readonly unit: MetricUnit
  readonly isBaseline: boolean
  readonly buildHref: (checkpointId: string, repeat: number) => string
}

/** What is behind a figure: the test that was made of it, and every checkpoint with its cells. */
export function FigurePane({ variantId, metric }: ChosenFigure) {
  const { detail, results, names } = useExperiment()
  const [, navigate] = useLocation()
  const comparison = results?.comparisons.find(({ b, metric: of }) => b === variantId && of === metric.id)
  const summary = results?.variants.find(({ id }) => id === variantId)?.metrics[metric.id]
  const coverage = formatCoverage(summary ?? {})
  const pane = useRef<HTMLElement>(null)
  const close = (): void => navigate(routes.experiment(detail.summary.id))
  useShortcuts({
    // Elsewhere the key belongs to menus and lists.
    Escape: () => {
      if (pane.current?.contains(document.activeElement)) close()
    },
  })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [variantId, metric.id])
  return (
    <Fill
      ref={pane}
      component="section"
      h="100%"
      style={{ '--table-width': '380px' }}
      aria-label="Behind the figure"
    >
      <Row component="header" gap="xs" flex="none" mih={36} pr="sm" pl="md">
        <Row ref={heading} tabIndex={-1} component="h2" gap={6} fw={600}>
          <VariantMark place={names.findPlace(variantId)} />
          {metric.label} of {names.findName(variantId)}: {formatMetric(summary?.mean ?? null, metric.unit)}
          {coverage === '' ? '' : ` (${coverage} checkpoints)`}
        </Row>
        <Inline flex={1} />
        <ActionIcon aria-label="Close" title="Close (Escape)" onClick={close}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Row>
      {comparison !== undefined && (
        <>
          <Block component="p" flex="none" pb="xs" px="md" fz="xs">
            {describeVerdict(comparison, metric, names.findName)}
          </Block>
          <TestFigures comparison={comparison} metric={metric} />
        </>
      )}
      <CheckpointRows key={`${variantId} ${metric.id}`} variantId={variantId} metric={metric} />
    </Fill>
  )
}

function CheckpointRows({ variantId, metric }: ChosenFigure) {
  const { detail, baselineId } = useExperiment()
  const [, navigate] = useLocation()
  const isBaseline = variantId === baselineId
  const [selectedId, setSelectedId] = useState<string | null>(null)
  // What is worst comes first.
  const [sort, setSort] = useState({
    id: isBaseline ? 'value' : 'difference',
    desc: metric.direction === 'lower',
  })
  const rows = useMemo(
    () =>
      collectCheckpointValues({
        checkpoints: detail.plan.checkpoints,
        cells: detail.cells,
        variantId,
        baselineId,
        metric: metric.id,
      }),
    [detail, variantId, baselineId, metric],
  )
  const buildHref = (checkpointId: string, repeat: number): string =>
    routes.experimentCell(detail.summary.id, { checkpointId, variant: variantId, repeat }, metric.id)
  const columns = buildCheckpointColumns({ unit: metric.unit, isBaseline, buildHref })
  return (
    <>
      <Row flex="none" justify="space-between" pr="sm" pl="md" c="dimmed" fz="xs">
        <span>{formatCountWithNoun(rows.length, 'checkpoint')}</span>
        <CopyTableButton columns={columns} rows={rows} />
      </Row>
      <Block flex={1} mih={0} line="top">
        <DataTable
          label="Checkpoints behind the figure"
          rows={rows}
          columns={columns}
          rowId={({ checkpoint }) => checkpoint.id}
          sort={sort}
          onSort={setSort}
          selectedId={selectedId}
          onSelect={setSelectedId}
          onOpen={({ checkpoint, cells }) => {
            const cell = pickShownCell(cells)
            if (cell !== undefined) navigate(buildHref(checkpoint.id, cell.repeat))
          }}
        />
      </Block>
    </>
  )
}

/** What the tests say, with their names. */
function TestFigures({
  comparison,
  metric,
}: {
  readonly comparison: VariantComparison
  readonly metric: MetricInfo
}) {
  const { results } = useExperiment()
  const found = describeDetectable(comparison, metric, results?.rules.power ?? 0.8)
  const { p, rawP, wilcoxonP, mcnemarP, effectSize, pairs, unpaired } = comparison
  const figures = [
    ['p, corrected', p],
    ['before the correction', rawP],
    ['Wilcoxon', wilcoxonP],
    ['McNemar', mcnemarP],
    ['equivalence', comparison.equivalenceP],
  ] as const
  return (
    <Note flex="none" pb="sm" px="md">
      {figures
        .flatMap(([label, value]) => (value === null ? [] : [`${label} ${formatP(value)}`]))
        .concat(effectSize === null ? [] : [`rank-biserial ${effectSize.toFixed(2).replace('-', '−')}`])
        .concat([`${pairs.length} pairs`], unpaired > 0 ? [`${unpaired} unpaired`] : [])
        .concat([describeFamily(comparison)], found === '' ? [] : [found])
        .join(' · ')}
    </Note>
  )
}

function formatP(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3)
}

/** Of several repeats the first that came to something. */
function pickShownCell(cells: readonly Cell[]): Cell | undefined {
  return cells.find(({ status }) => status === 'done') ?? cells[0]
}

/** What is said of the checkpoints behind a mean. Each value leads to its cell. */
function buildCheckpointColumns({
  unit,
  isBaseline,
  buildHref,
}: CheckpointColumns): readonly TableColumn<CheckpointValue>[] {
  const task: TableColumn<CheckpointValue> = {
    id: 'task',
    header: 'Task',
    value: ({ checkpoint }) => showControls(checkpoint.taskTitle),
  }
  const cut: TableColumn<CheckpointValue> = {
    id: 'cut',
    header: 'Cut',
    width: 56,
    align: 'end',
    value: ({ checkpoint }) => checkpoint.index,
    cell: ({ checkpoint }) => `#${checkpoint.index}`,
  }
  const value = buildValueColumn(unit, buildHref)
  if (isBaseline) return [task, cut, value]
  return [
    task,
    cut,
    value,
    {
      id: 'baseline',
      header: 'Baseline',
      width: 84,
      align: 'end',
      value: ({ baseline }) => baseline,
      cell: ({ baseline }) => formatBare(baseline, unit),
    },
    {
      id: 'difference',
      header: 'Difference',
      width: 88,
      align: 'end',
      value: ({ difference }) => difference,
      cell: ({ difference }) => formatBareDifference(difference, unit),
    },
  ]
}

/** The value with the way to its cell. */
function buildValueColumn(
  unit: MetricUnit,
  hrefOf: CheckpointColumns['buildHref'],
): TableColumn<CheckpointValue> {
  return {
    id: 'value',
    header: 'Value',
    width: 92,
    align: 'end',
    value: ({ value: of }) => of,
    cell: ({ value: of, checkpoint, cells }) => {
      const first = pickShownCell(cells)
      if (first === undefined) return <Inline c="dimmed">missing</Inline>
      return (
        <QuietLink
          href={hrefOf(checkpoint.id, first.repeat)}
          title={cells.length > 1 ? `Mean of ${cells.length} repeats` : undefined}
        >
          {first.status === 'failed' ? 'failed' : formatBare(of, unit)}
        </QuietLink>
      )
    },
  }
}

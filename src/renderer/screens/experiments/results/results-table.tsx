import { IconChevronDown, IconChevronRight, IconChevronUp } from '@tabler/icons-react'
import { z } from 'zod'
import { formatCoverage, metricGroupLabels } from '../../../../shared/activity/metric-words.ts'
import { metricGroupSchema, type MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { ExperimentResults } from '../../../../shared/experiments/experiment-results-types.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { useTableSort } from '../../../data/use-table-layout.ts'
import { formatHeader } from '../../../lib/bare-figures.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { Explained, findExplanation } from '../../../ui/components/explained.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Block, Heading, Inline, Note, Row } from '../../../ui/layout/layout.tsx'
import type { VariantNames } from '../create-variant-names.ts'
import { useExperiment } from '../experiment-context.ts'
import { groupMetricColumns, type MetricColumnGroup } from './group-metric-columns.ts'
import { ResultRow, type ChosenFigure } from './result-row.tsx'
import { byPlan, byRegression, sortVariants, type ResultSort } from './sort-variants.ts'
import styles from './results-table.module.css'

type SortHeaderProps = {
  readonly sort: ResultSort
  readonly onSort: (sort: ResultSort) => void
  readonly id: string
  readonly label: string
  /** Figures begin with the largest. */
  readonly isFigure?: boolean
}

const asPlanned = { id: byPlan, desc: false }
const openSchema = z.array(metricGroupSchema)
const nothingOpen: z.infer<typeof openSchema> = []

/** Variants by metrics: means, intervals, differences to the baseline. Every figure leads to what is behind it. */
export function ResultsTable({ chosen }: { readonly chosen: ChosenFigure | null }) {
  const { results, names, metrics } = useExperiment()
  const [sort, setSort] = useTableSort('experiment', asPlanned)
  const [open, setOpen] = usePreference('groups.experiment', openSchema, nothingOpen)
  if (results === null) return null
  const groups = groupMetricColumns(metrics, open)
  const order = sortVariants(results, names.order, sort)
  const header = { sort, onSort: setSort }
  return (
    <Block component="section" line="top" aria-label="Table of results">
      <Row gap="md" mih={36} px="md">
        <Heading>Variants and metrics</Heading>
        <Note component="span">Means over the checkpoints, with 95 % intervals over the tasks</Note>
        <Inline flex={1} />
        <CopyTableButton columns={buildResultTsvColumns(results, names, metrics)} rows={order} />
      </Row>
      <DifferentCheckpoints />
      <div className={styles.scroller} tabIndex={0} role="region" aria-label="Variants and metrics">
        <table className={styles.table} aria-label="Results">
          <thead>
            <tr>
              <th className={styles.variantHead} rowSpan={2} scope="col">
                <SortHeader {...header} id={byPlan} label="Variant" />
              </th>
              <th rowSpan={2} scope="col">
                <SortHeader {...header} id={byRegression} label="Against the baseline" isFigure />
              </th>
              {groups.map((group) => (
                <GroupHeader
                  key={group.group}
                  group={group}
                  onToggle={() =>
                    setOpen(
                      group.isOpen ? open.filter((name) => name !== group.group) : [...open, group.group],
                    )
                  }
                />
              ))}
            </tr>
            <tr>
              {groups.flatMap(({ shown }) =>
                shown.map((metric, place) => (
                  <th key={metric.id} scope="col" data-starts={place === 0} data-align="end">
                    <SortHeader {...header} id={metric.id} label={formatHeader(metric)} isFigure />
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {order.map((variantId) => (
              <ResultRow key={variantId} variantId={variantId} groups={groups} chosen={chosen} />
            ))}
          </tbody>
        </table>
      </div>
    </Block>
  )
}

/** Said only where it is so. */
function DifferentCheckpoints() {
  const { results, metrics } = useExperiment()
  const isFewer = results?.variants.some(({ metrics: own }) =>
    metrics.some(({ id }) => formatCoverage(own[id] ?? {}) !== ''),
  )
  if (isFewer !== true) return null
  return (
    <Note pb={6} px="md">
      A mean with a count such as “3 of 4” beside it rests on fewer checkpoints than it should: of money and
      time on fewer than there are, otherwise on fewer than others of its metric. Differences rest on
      checkpoints that both variants have.
    </Note>
  )
}

type GroupHeaderProps = { readonly group: MetricColumnGroup; readonly onToggle: () => void }

function GroupHeader({ group: { group, shown, total, isOpen }, onToggle }: GroupHeaderProps) {
  const label = metricGroupLabels[group]
  return (
    <Block colSpan={shown.length} scope="colgroup" component="th" fz={11} data-starts>
      {total > 1 && (
        <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? <IconChevronDown size={12} aria-hidden /> : <IconChevronRight size={12} aria-hidden />}
          {label}
          {!isOpen && (
            <Inline pl={2} tone="busy">
              +{total - 1}
            </Inline>
          )}
        </button>
      )}
    </Block>
  )
}

/** A header that sorts: once, and the other way round. */
function SortHeader({ sort, onSort, id, label, isFigure = false }: SortHeaderProps) {
  const isActive = sort.id === id
  const Icon = sort.desc ? IconChevronDown : IconChevronUp
  const state = isActive ? (sort.desc ? ', sorted descending' : ', sorted ascending') : ''
  return (
    <Explained entry={findExplanation(label)}>
      <button
        type="button"
        className={styles.sorter}
        aria-label={`Sort by ${label}${state}`}
        onClick={() => onSort({ id, desc: isActive ? !sort.desc : isFigure })}
      >
        {label}
        {isActive && <Icon size={12} aria-hidden />}
      </button>
    </Explained>
  )
}

/** What is copied of the results: every metric with interval, difference and verdict, folded or not. Rows are ids of variants. */
function buildResultTsvColumns(
  results: ExperimentResults,
  names: VariantNames,
  metrics: readonly MetricInfo[],
): readonly Pick<TableColumn<string>, 'header' | 'value'>[] {
  const findSummary = (variantId: string, metric: string) =>
    results.variants.find(({ id }) => id === variantId)?.metrics[metric]
  const findComparison = (variantId: string, metric: string) =>
    results.comparisons.find(({ b, metric: of }) => b === variantId && of === metric)
  return [
    { header: 'Variant', value: names.findName },
    ...metrics.flatMap(({ id, label }) => [
      { header: label, value: (variantId: string) => findSummary(variantId, id)?.mean ?? null },
      {
        header: `${label}, checkpoints`,
        value: (variantId: string) => findSummary(variantId, id)?.n ?? null,
      },
      { header: `${label}, low`, value: (variantId: string) => findSummary(variantId, id)?.low ?? null },
      { header: `${label}, high`, value: (variantId: string) => findSummary(variantId, id)?.high ?? null },
      {
        header: `${label}, difference`,
        value: (variantId: string) => findComparison(variantId, id)?.difference ?? null,
      },
      {
        header: `${label}, verdict`,
        value: (variantId: string) => findComparison(variantId, id)?.verdict.word ?? null,
      },
    ]),
  ]
}

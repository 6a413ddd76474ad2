import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import { memo, useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { z } from 'zod'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import { describeLeftOutRequests } from '../../../../shared/kernel/words/recorded-words.ts'
import { formatPolicyName } from '../../../../shared/replay/format-policy-name.ts'
import { isNever } from '../../../../shared/replay/replay-answer-words.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { useTableLayout } from '../../../data/use-table-layout.ts'
import { usePieces } from '../../../lib/draw-in-turn.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { ColumnChoices } from '../../../ui/components/column-choices.tsx'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../ui/components/data-table.tsx'
import { SectionHead } from '../../../ui/components/section-head.tsx'
import { Block, Column, Columns, Note, Notice } from '../../../ui/layout/layout.tsx'
import { ContextSection } from '../context/context-section.tsx'
import { useReplay } from '../replay-view.tsx'
import { RequestBar } from '../request-bar.tsx'
import {
  detailColumns,
  firstMetrics,
  buildMetricColumnId,
  buildPolicyColumns,
} from './build-policy-columns.tsx'
import { CacheBreaksChart } from './cache-breaks-chart.tsx'
import { ParetoChart } from './policy-charts.tsx'
import { PolicyDetail } from './policy-detail.tsx'
import { RecordAgreement, ReplayAnswer } from './record-agreement.tsx'
import { CostChart, ContextChart, PolicyChips } from './request-charts.tsx'
import { buildPolicyRows, type PolicyRow } from './results-figures.ts'
import { SweepChart } from './sweep-chart.tsx'

type ReplayResultsProps = { readonly isContextOpen: boolean }

/** What every policy comes to, how far that can be believed, and what was sent with a request. */
export function ReplayResults({ isContextOpen }: ReplayResultsProps) {
  const { result } = useReplay()
  const hasRequests = result.policies.some(({ requests }) => requests.length > 0)
  return (
    <>
      <ReplayAnswer />
      <NothingCondensed />
      {hasRequests ? <PlayedRequests isContextOpen={isContextOpen} /> : <RecordAgreement />}
    </>
  )
}

// What is drawn is not drawn again for each piece that follows it.
const charts = [ContextChart, CostChart, ParetoChart, SweepChart, CacheBreaksChart].map((Chart) =>
  memo(Chart),
)
const Table = memo(PolicyTable)
const Agreement = memo(RecordAgreement)
const Requests = memo(RequestBar)
const Chips = memo(PolicyChips)

/** All that is said of the requests that were played. The table stays when they are played again. */
function PlayedRequests({ isContextOpen }: ReplayResultsProps) {
  const { replayId } = useReplay()
  const drawn = usePieces(1)
  return (
    drawn > 0 && (
      <>
        <Table />
        <BelowTable key={replayId} />
        <ContextSection isOpen={isContextOpen} />
      </>
    )
  )
}

/** What stands below the table, drawn piece by piece for each replay. */
function BelowTable() {
  const { selected } = useReplay()
  const drawn = usePieces(charts.length + 3)
  return (
    <>
      {drawn > 0 && <Agreement />}
      {drawn > 1 && (
        <>
          <Block pos="sticky" top={0} bg="var(--ground)" style={{ zIndex: 2 }}>
            <Requests />
          </Block>
          <Chips />
        </>
      )}
      {drawn > 2 && (
        <Columns min={520} gap="0 lg">
          {charts.slice(0, drawn - 2).map((Chart, at) => (
            <Chart key={at} />
          ))}
        </Columns>
      )}
      {drawn > charts.length + 2 && selected !== null && <PolicyDetail policy={selected} />}
    </>
  )
}

/** Says why nothing was gained: no policy ever condensed, or none was played that could. */
function NothingCondensed() {
  const { taskId, result } = useReplay()
  const own = result.policies.filter(({ id }) => id !== 'recorded' && id !== 'none')
  if (own.some(({ firings }) => firings.length > 0)) return null
  const isLeftOut = describeLeftOutRequests(result.recorded) !== ''
  const isPlayed = result.policies.some(({ requests }) => requests.length > 0)
  if (!isPlayed)
    return (
      <Notice tone="busy" line="bottom" role="status">
        No request of this task can be played, for the reasons below.
      </Notice>
    )
  if (own.length === 0)
    return (
      <Notice tone="busy" line="bottom" role="status">
        No policy with a provider was played, so nothing was condensed.{' '}
        <Link href={routes.replay(taskId, 'policies')}>Add a policy that condenses</Link>
      </Notice>
    )
  // A note says which trigger was met and why nothing was condensed.
  if (own.some(({ notes }) => notes.length > 0))
    return (
      <Notice tone="busy" line="bottom" role="status">
        {isLeftOut ? 'In the rest no policy condensed' : 'No policy condensed'} anything: the notes on each
        say why.
      </Notice>
    )
  return (
    <Notice tone="busy" line="bottom" role="status">
      <Link href={routes.replay(taskId, 'policies')}>Give the policies a smaller window or threshold</Link>
    </Notice>
  )
}

type QualityChoiceProps = {
  readonly metrics: readonly MetricInfo[]
  readonly chosen: readonly string[]
  readonly onChoose: (metricIds: string[]) => void
}

const metricsSchema = z.array(z.string())
const noDetails: string[] = []
const asPlayed = { id: '', desc: false }
/** Fewer policies that never condense stand in the table as they are. */
const leastFolded = 2
const mostRows = 14
const rowHeight = 28

/** All policies with what they come to. The one that is selected is shown in detail below. */
function PolicyTable() {
  const view = useReplay()
  const { taskId, result, metrics, selected, select } = view
  const [, navigate] = useLocation()
  const layout = useTableLayout('replay', asPlayed)
  const [chosen, setChosen] = usePreference('replay.metrics', metricsSchema, firstMetrics)
  const [isUnfolded, setUnfolded] = useState(false)
  const all = useMemo(() => buildPolicyRows(result), [result])
  const never = useMemo(
    () => all.filter(({ policy }) => policy.id !== 'none' && isNever(policy, result)),
    [all, result],
  )
  const isFolded = never.length >= leastFolded && !isUnfolded
  const rows = useMemo(
    () => (isFolded ? all.filter((row) => !never.includes(row)) : all),
    [all, never, isFolded],
  )
  const columns = useMemo(() => buildPolicyColumns(view, all, metrics), [view, all, metrics])
  const [details, setDetails] = usePreference('replay.details', metricsSchema, noDetails)
  const hidden = useMemo(
    () => [
      ...metrics.filter(({ id }) => !chosen.includes(id)).map(({ id }) => buildMetricColumnId(id)),
      ...detailColumns.filter((id) => !details.includes(id)),
    ],
    [metrics, chosen, details],
  )
  return (
    <section aria-label="Policies">
      <SectionHead title="Policies">
        {metrics.length > 0 && <QualityChoice metrics={metrics} chosen={chosen} onChoose={setChosen} />}
        <ColumnChoices
          columns={columns.filter(({ id }) => detailColumns.includes(id))}
          hidden={hidden}
          onHidden={(ids) => setDetails(detailColumns.filter((id) => !ids.includes(id)))}
        />
        <CopyTableButton columns={columns} rows={all} />
      </SectionHead>
      <Block line="bottom" style={{ height: rowHeight * (Math.min(mostRows, rows.length) + 1) + 14 }}>
        <DataTable
          label="Policies"
          rows={rows}
          columns={columns}
          rowId={({ policy }) => policy.id}
          {...layout}
          hiddenColumns={hidden}
          flexWidth={0}
          selectedId={selected?.id ?? null}
          onSelect={select}
          onOpen={() => navigate(routes.replay(taskId, 'context'))}
        />
      </Block>
      <FoldedPolicies never={never} isUnfolded={isUnfolded} onToggle={() => setUnfolded(!isUnfolded)} />
    </section>
  )
}

type FoldedPoliciesProps = {
  readonly never: readonly PolicyRow[]
  readonly isUnfolded: boolean
  readonly onToggle: () => void
}

/** Policies that never condensed, in one line. Nothing where there are too few to fold. */
function FoldedPolicies({ never, isUnfolded, onToggle }: FoldedPoliciesProps) {
  if (never.length < leastFolded) return null
  return (
    <Note py="xs" px="md">
      {formatCountWithNoun(never.length, 'policy', 'policies')} never condensed, and sent every message:{' '}
      {never.map(({ policy }) => formatPolicyName(policy)).join(', ')}.{' '}
      <Button size="compact-xs" variant="subtle" aria-expanded={isUnfolded} onClick={onToggle}>
        {isUnfolded ? 'Fold them' : 'Show them'}
      </Button>
    </Note>
  )
}

/** Chooses the metrics that stand in the table of policies. */
function QualityChoice({ metrics, chosen, onChoose }: QualityChoiceProps) {
  const count = metrics.filter(({ id }) => chosen.includes(id)).length
  return (
    <Popover position="bottom-end" trapFocus withRoles>
      <Popover.Target>
        <Button variant="subtle" color="gray" leftSection={<IconColumns size={14} aria-hidden />}>
          Quality ({count} of {metrics.length})
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Quality in the table">
        <Checkbox.Group aria-label="Quality in the table" value={[...chosen]} onChange={onChoose}>
          <Column gap="sm" mah={360} scroll>
            {metrics.map(({ id, label }) => (
              <Checkbox key={id} value={id} label={label} />
            ))}
          </Column>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}

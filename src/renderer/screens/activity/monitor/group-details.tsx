import { Button, Table } from '@mantine/core'
import { useLocation } from 'wouter'
import { buildQualityGapNotes, qualityLabels } from '../../../../shared/activity/metric-words.ts'
import {
  type MetricsGroup,
  type MetricsReport,
  type MetricsFigures,
  attemptStatuses,
  type AttemptStatus,
} from '../../../../shared/activity/metrics-types.ts'
import { alignRight, buildTable, buildText } from '../../../../shared/document/document.ts'
import {
  formatInteger,
  formatPercent,
  formatDuration,
  formatUsd,
} from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { describeFailure } from '../../../../shared/kernel/words/describe-failure.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { DocumentView } from '../../../ui/document/document-view.tsx'
import {
  Block,
  Caption,
  Heading,
  Inline,
  List,
  Note,
  QuietLink,
  Row,
  Scroll,
  Swatch,
} from '../../../ui/layout/layout.tsx'
import { StackedBar } from '../../../ui/plots/bars.tsx'
import type { RunsOf } from './monitor-columns.tsx'

const formatShare = (share: number): string => formatPercent(100 * share)

const figureNames = [
  ['min', 'Least'],
  ['q1', 'Q1'],
  ['median', 'Median'],
  ['mean', 'Mean'],
  ['q3', 'Q3'],
  ['p95', 'P95'],
  ['max', 'Most'],
] as const

/** What endings are called. Those that count have a colour. */
const endings: Readonly<Record<AttemptStatus, { readonly label: string; readonly color: string | null }>> = {
  condensed: { label: 'Condensed', color: 'var(--fine)' },
  insufficient: { label: 'Saved too little', color: 'var(--caution)' },
  unchanged: { label: 'Unchanged', color: 'var(--faint)' },
  failed: { label: 'Failed', color: 'var(--bad)' },
  running: { label: 'Running', color: null },
  cancelled: { label: 'Cancelled', color: null },
  interrupted: { label: 'Interrupted', color: null },
  'not-needed': { label: 'Not needed', color: null },
}

type EndingsChartProps = {
  readonly figures: MetricsFigures
  readonly buildHref: (status: AttemptStatus) => string
}

type FailureTableProps = {
  readonly figures: MetricsFigures
  readonly buildHref: (code: string) => string
}

type GroupDetailsProps = {
  readonly report: MetricsReport
  /** Null for all groups together. */
  readonly group: MetricsGroup | null
  readonly runsOf: RunsOf
  /** Selects no group. */
  readonly onShowAll: () => void
}

/** The selected group in full: how its attempts ended, why they failed, and how its figures spread. */
export function GroupDetails({ report, group, runsOf, onShowAll }: GroupDetailsProps) {
  const [, navigate] = useLocation()
  const figures = group?.figures ?? report.total
  const name = group === null ? 'All groups' : showControls(group.label)
  const { reused, unpriced } = figures
  return (
    <Scroll component="section" h="100%" aria-label="Details">
      <Row component="header" gap="md" pt="sm" px="md">
        <Heading>{name}</Heading>
        <Button variant="default" size="compact-xs" onClick={() => navigate(runsOf(group))}>
          Show runs
        </Button>
        {group !== null && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={onShowAll}>
            All groups
          </Button>
        )}
        <Note component="span">
          {[
            reused > 0 &&
              `${formatCountWithNoun(reused, 'attempt')} answered from the cache, not timed or priced`,
            unpriced > 0 && `${formatCountWithNoun(unpriced, 'attempt')} without a known price, not priced`,
          ]
            .filter((note) => note !== false)
            .join(' · ')}
        </Note>
      </Row>
      <Row align="stretch" wrap gap="md 40px" pt="sm" pb="md" px="md">
        <EndingsChart figures={figures} buildHref={(status) => runsOf(group, status)} />
        <FailureTable figures={figures} buildHref={(code) => runsOf(group, 'failed', code)} />
        <SpreadTable figures={figures} />
      </Row>
    </Scroll>
  )
}

/** Why attempts failed, most frequent first. Each reason leads to its runs. */
function FailureTable({ figures: { failures }, buildHref }: FailureTableProps) {
  return (
    <Block component="section" flex="none" miw={200} aria-label="Reasons for failure">
      <Caption component="h3" mb="xs">
        Reasons for failure
      </Caption>
      {failures.length === 0 ? (
        <Note>No attempt failed.</Note>
      ) : (
        <Table
          horizontalSpacing={8}
          verticalSpacing={3}
          w="auto"
          ml={-8}
          fz="xs"
          aria-label="Reasons for failure"
        >
          <Table.Thead>
            <Table.Tr>
              <HeadCell label="Reason" />
              <HeadCell ta="right" label="Attempts" />
              <HeadCell ta="right" label="Of all" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {failures.map(({ code, attempts, percent }) => (
              <Table.Tr key={code}>
                <Table.Td>
                  <QuietLink href={buildHref(code)} title={showControls(code)}>
                    {showControls(describeFailure(code))}
                  </QuietLink>
                </Table.Td>
                <Table.Td ta="right">{formatInteger(attempts)}</Table.Td>
                <Table.Td ta="right">{formatPercent(percent)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Block>
  )
}

/** How attempts ended: a bar of those that count, and all of them by name, each leading to its runs. */
function EndingsChart({ figures: { byStatus }, buildHref }: EndingsChartProps) {
  const there = attemptStatuses.filter((status) => byStatus[status] > 0)
  return (
    <Block component="section" flex="none" miw={200} aria-label="How attempts ended">
      <Caption component="h3" mb="xs">
        How attempts ended
      </Caption>
      <StackedBar
        parts={there.flatMap((status) => {
          const { color } = endings[status]
          return color === null ? [] : { id: status, value: byStatus[status], color }
        })}
      />
      <List mt={6} fz="xs">
        {there.map((status) => (
          <Row key={status} component="li" lh="22px">
            <Swatch
              bd="1px solid var(--line-strong)"
              style={{ color: endings[status].color ?? 'transparent' }}
              aria-hidden
            />
            <QuietLink href={buildHref(status)}>{endings[status].label}</QuietLink>
            {endings[status].color === null && <Caption>not counted</Caption>}
            <Inline ml="auto" pl="lg">
              {formatInteger(byStatus[status])}
            </Inline>
          </Row>
        ))}
      </List>
    </Block>
  )
}

/** Mean and quantiles of what was measured, and on how many attempts. */
function SpreadTable({ figures }: { readonly figures: MetricsFigures }) {
  const rows = [
    ['Reduction', figures.reductionPercent, formatPercent],
    [qualityLabels.survival, figures.survival, formatShare],
    [qualityLabels.continuationRecall, figures.continuationRecall, formatShare],
    ['Time', figures.durationMs, formatDuration],
    ['Cost', figures.costUsd, formatUsd],
  ] as const
  return (
    <Block component="section" flex="none" miw={200} aria-label="Spread">
      <Caption component="h3" mb="xs">
        Spread
      </Caption>
      <DocumentView
        blocks={[
          buildTable(
            [
              'Figure',
              ...alignRight(
                figureNames.map(([, label]) => label),
                'Attempts',
              ),
            ],
            rows.map(([label, spread, format]) => [
              label,
              ...figureNames.map(([key]) => (spread === null ? '–' : format(spread[key]))),
              formatInteger(spread?.n ?? 0),
            ]),
            { caption: 'Spread' },
          ),
          buildText(
            buildQualityGapNotes(figures.qualityGaps).map(
              ({ figure, text }) => `${qualityLabels[figure]}: ${text}`,
            ),
          ),
        ]}
      />
    </Block>
  )
}

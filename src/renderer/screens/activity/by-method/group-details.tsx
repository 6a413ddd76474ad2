import { Button, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { attemptStatusWords } from '../../../../shared/activity/metric-words.ts'
import {
  type MetricsGroup,
  type MetricsReport,
  type MetricsFigures,
  attemptStatuses,
  type AttemptStatus,
} from '../../../../shared/activity/metrics-types.ts'
import { formatInteger, formatPercent } from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { describeFailure } from '../../../../shared/kernel/words/describe-failure.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { HeadCell } from '../../../ui/components/explained.tsx'
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
import type { RunsOf } from './method-columns.tsx'

/** Colours of the endings that count. */
const endingColors: Readonly<Partial<Record<AttemptStatus, string>>> = {
  condensed: 'var(--fine)',
  insufficient: 'var(--caution)',
  unchanged: 'var(--faint)',
  failed: 'var(--bad)',
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
  /** What else stands in its head. */
  readonly children: ReactNode
}

/** The selected group in full: how its attempts ended, and why they failed. */
export function GroupDetails({ report, group, runsOf, onShowAll, children }: GroupDetailsProps) {
  const [, navigate] = useLocation()
  const figures = group?.figures ?? report.total
  const name = group === null ? 'All methods' : showControls(group.label)
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
            All methods
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
        <Inline flex={1} />
        {children}
      </Row>
      <Row align="stretch" wrap gap="md 40px" pt="sm" pb="md" px="md">
        <EndingsChart figures={figures} buildHref={(status) => runsOf(group, status)} />
        <FailureTable figures={figures} buildHref={(code) => runsOf(group, 'failed', code)} />
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
          const color = endingColors[status]
          return color === undefined ? [] : { id: status, value: byStatus[status], color }
        })}
      />
      <List mt={6} fz="xs">
        {there.map((status) => (
          <Row key={status} component="li" lh="22px">
            <Swatch
              bd="1px solid var(--line-strong)"
              style={{ color: endingColors[status] ?? 'transparent' }}
              aria-hidden
            />
            <QuietLink href={buildHref(status)}>{attemptStatusWords[status]}</QuietLink>
            {endingColors[status] === undefined && <Caption>not counted</Caption>}
            <Inline ml="auto" pl="lg">
              {formatInteger(byStatus[status])}
            </Inline>
          </Row>
        ))}
      </List>
    </Block>
  )
}

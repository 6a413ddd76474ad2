import { timesText } from '../../../shared/lib/fold-same.ts'
import { foldSteps } from '../preview/plan-list.tsx'
import { Table } from '@mantine/core'
import type { OutcomeSummary, TraceStep, Attempt, TelemetryEvent } from '../../../shared/domain/outcome.ts'
import {
  formatDuration,
  formatInteger,
  formatUsd,
  formatPercent,
} from '../../../shared/lib/format-figures.ts'
import { FateMark } from '../../components/marks/fate-mark.tsx'
import { formatChange } from '../../lib/format.ts'
import styles from './result-details.module.css'
import type { Violation } from '../../../shared/domain/violation.ts'
import { HeadCell } from '../../components/explained.tsx'

/** What each pass did. */
export function PassesTable({ outcome }: { readonly outcome: OutcomeSummary }) {
  if (outcome.passes.length === 0) return <p className={styles.note}>No pass was made.</p>
  return (
    <Table className={styles.table ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <HeadCell label="Pass" />
          <HeadCell ta="right" label="Before (tok)" />
          <HeadCell ta="right" label="After (tok)" />
          <HeadCell ta="right" label="Change" />
          <HeadCell ta="right" label="Time" term="duration" />
          <HeadCell label="Parts touched" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {outcome.passes.map((pass) => (
          <Table.Tr key={pass.id}>
            <Table.Td>{pass.label}</Table.Td>
            <Table.Td ta="right">{formatInteger(pass.tokensBefore)}</Table.Td>
            <Table.Td ta="right">{formatInteger(pass.tokensAfter)}</Table.Td>
            <Table.Td ta="right">{formatChange(pass.tokensBefore, pass.tokensAfter)}</Table.Td>
            <Table.Td ta="right">{formatDuration(pass.durationMs)}</Table.Td>
            <Table.Td>
              {Object.entries(pass.operations)
                .map(([operation, parts]) => `${formatInteger(parts)} ${operation}`)
                .join(', ')}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** How often each operation was applied and what it took away. */
export function OperationsTable({ outcome }: { readonly outcome: OutcomeSummary }) {
  const { operations } = outcome.stats
  if (operations.length === 0) return <p className={styles.note}>No operation was applied.</p>
  return (
    <Table className={styles.table ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <HeadCell label="Operation" />
          <HeadCell ta="right" label="Parts" />
          <HeadCell ta="right" label="Saved (tok)" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {operations.map((operation) => (
          <Table.Tr key={operation.operation}>
            <Table.Td>
              <FateMark fate={operation.operation} />
            </Table.Td>
            <Table.Td ta="right">{formatInteger(operation.parts)}</Table.Td>
            <Table.Td ta="right">{formatInteger(operation.tokensSaved)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** What happened in which order, as an agent would report it. It holds no content and is sent nowhere. */
export function EventsTable({ events }: { readonly events: readonly TelemetryEvent[] }) {
  return (
    <>
      <p className={styles.note}>
        Events in order, as an agent reports them. Stored with the run, sent nowhere.
      </p>
      <Table className={styles.table ?? ''} aria-label="Events">
        <Table.Thead>
          <Table.Tr>
            <HeadCell label="Event" />
            <HeadCell label="Provider" />
            <HeadCell label="Detail" />
            <HeadCell label="Flags" term="marks" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.map((event, index) => (
            <Table.Tr key={index}>
              <Table.Td>{event.kind}</Table.Td>
              <Table.Td>{event.providerId}</Table.Td>
              <Table.Td>{event.detail || '–'}</Table.Td>
              <Table.Td>{flagsOf(event)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

function flagsOf({ isAutomatic, usedCustomPrompt, usedOwnHandler }: TelemetryEvent): string {
  return [
    isAutomatic ? 'automatic' : 'by hand',
    ...(usedCustomPrompt ? ['custom prompt'] : []),
    ...(usedOwnHandler ? ['own handler'] : []),
  ].join(', ')
}

/** The rules that a history for a model must keep: all kept, or those that the source broke already. */
export function ValidityList({ violations }: { readonly violations: readonly Violation[] }) {
  if (violations.length === 0)
    return <p className={styles.note}>Every rule is kept, so this result is valid for a model.</p>
  return (
    <>
      <p className={styles.note}>Broken by the source, not by the provider:</p>
      <ul className={styles.violations}>
        {violations.map((violation, index) => (
          <li key={index}>
            <strong>{violation.rule}</strong>
            {violation.messageIndex >= 0 && ` in #${violation.messageIndex}`}: {violation.detail}
          </li>
        ))}
      </ul>
    </>
  )
}

const decisionTones: Readonly<Record<TraceStep['decision'], string>> = {
  taken: 'good',
  skipped: 'plain',
  failed: 'bad',
}

/** What was decided on the way, in order: which pass, step or branch was taken or left, and why. */
export function DecisionsTable({ trace }: { readonly trace: readonly TraceStep[] }) {
  return (
    <Table className={styles.table ?? ''} aria-label="Decisions">
      <Table.Thead>
        <Table.Tr>
          <HeadCell ta="right" label="#" term="place-in-order" />
          <HeadCell label="What" />
          <HeadCell label="Decision" />
          <HeadCell label="Reason" />
          <HeadCell ta="right" label="Before (tok)" />
          <HeadCell ta="right" label="After (tok)" />
          <HeadCell ta="right" label="Change" />
          <HeadCell ta="right" label="Cost" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {foldSteps(trace).map(({ step, times }, index) => (
          <Table.Tr key={index}>
            <Table.Td ta="right">{index + 1}</Table.Td>
            <Table.Td>
              {timesText(times)}
              {step.label}
            </Table.Td>
            <Table.Td>
              <span className={styles.status} data-tone={decisionTones[step.decision]}>
                {step.decision}
              </span>
            </Table.Td>
            <Table.Td className={styles.reason ?? ''}>{step.reason || '–'}</Table.Td>
            <Table.Td ta="right">{formatInteger(step.tokensBefore)}</Table.Td>
            <Table.Td ta="right">{formatInteger(step.tokensAfter)}</Table.Td>
            <Table.Td ta="right">
              {step.tokensBefore === step.tokensAfter
                ? '–'
                : formatChange(step.tokensBefore, step.tokensAfter)}
            </Table.Td>
            <Table.Td ta="right">{formatUsd(step.costUsd)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const attemptTones: Readonly<Record<Attempt['status'], string>> = {
  condensed: 'good',
  insufficient: 'caution',
  unchanged: 'plain',
  failed: 'bad',
}

/** Every provider of the chain that was tried, in order, and why it was not the last. */
export function AttemptsTable({ attempts }: { readonly attempts: readonly Attempt[] }) {
  return (
    <Table className={styles.table ?? ''} aria-label="Attempts">
      <Table.Thead>
        <Table.Tr>
          <HeadCell ta="right" label="#" term="place-in-order" />
          <HeadCell label="Provider" />
          <HeadCell label="Status" />
          <HeadCell ta="right" label="Reduction" />
          <HeadCell ta="right" label="Cost" />
          <HeadCell label="Reason" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {attempts.map((attempt, index) => (
          <Table.Tr key={index}>
            <Table.Td ta="right">{index + 1}</Table.Td>
            <Table.Td>{attempt.providerId}</Table.Td>
            <Table.Td>
              <span className={styles.status} data-tone={attemptTones[attempt.status]}>
                {attempt.status}
              </span>
            </Table.Td>
            <Table.Td ta="right">
              {hasResult(attempt) ? formatPercent(attempt.reductionPercent) : '–'}
            </Table.Td>
            <Table.Td ta="right">{formatUsd(attempt.costUsd)}</Table.Td>
            <Table.Td className={styles.reason ?? ''}>
              {[attempt.code, attempt.message].filter(Boolean).join(': ') || '–'}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const hasResult = ({ status }: Attempt): boolean => status === 'condensed' || status === 'insufficient'

import { Table } from '@mantine/core'
import { Fragment } from 'react'
import {
  gradeDimensions,
  type Evidence,
  type Probe,
  type ProbeControl,
  type ProposedAction,
  type RuleRow,
  type TokenRow,
} from '../../../../shared/domain/evidence.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import styles from './evidence.module.css'
import type { MetricUnit } from '../../../../shared/domain/quality.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { formatMetric } from '../../../../shared/lib/format-metric.ts'
import { KindBadge } from '../../../components/marks/kind-badge.tsx'
import { formatChange } from '../../../lib/format.ts'
import { gradeOfProbe } from '../../../../shared/lib/grade-of-probe.ts'
import { probeControlLabels, probesText } from '../../../../shared/words/judged-words.ts'
import { Notes, RawAnswers } from './model-evidence.tsx'
import { HeadCell } from '../../../components/explained.tsx'

type Judged<K extends Evidence['kind']> = Omit<Extract<Evidence, { kind: K }>, 'kind'>

const dimensionLabels: Readonly<Record<(typeof gradeDimensions)[number], string>> = {
  accuracy: 'Accuracy',
  'context-awareness': 'Context awareness',
  'artifact-trail': 'Artifact trail',
  completeness: 'Completeness',
  continuity: 'Continuity',
  'instruction-following': 'Instruction following',
}

/** Questions about the source, what it says, what the condensed context let a model answer, and the grades. */
export function ProbeEvidence({ probes, controls, answers, notes }: Judged<'probes'>) {
  return (
    <div className={styles.page} tabIndex={0} role="region" aria-label="Probes">
      <p className={styles.line}>{probesText({ probes, controls })}</p>
      <Notes notes={notes} />
      {probes.map((probe, index) => (
        <ProbeCard key={index} probe={probe} index={index} controls={controls} />
      ))}
      <RawAnswers answers={answers} />
    </div>
  )
}

type ProbeCardProps = {
  readonly probe: Probe
  readonly index: number
  readonly controls: readonly ProbeControl[]
}

function ProbeCard({ probe, index, controls }: ProbeCardProps) {
  return (
    <article className={styles.card}>
      <h4 className={styles.cardTitle}>
        {showControls(probe.question)} <span className={styles.muted}>{probe.probeClass}</span>
      </h4>
      <dl className={styles.pairs}>
        <dt>The source says</dt>
        <dd>{showControls(probe.reference)}</dd>
        <dt>Answered ({gradeOfProbe(probe).toFixed(1)})</dt>
        <dd>{showControls(probe.answer)}</dd>
        {controls.map(({ from, grades, given }) => (
          <Fragment key={from}>
            <dt>
              {probeControlLabels[from]} ({(grades[index] ?? 0).toFixed(1)})
            </dt>
            <dd>{showControls(given[index] ?? '')}</dd>
          </Fragment>
        ))}
        {probe.comment !== '' && (
          <>
            <dt>The grader says</dt>
            <dd>{showControls(probe.comment)}</dd>
          </>
        )}
      </dl>
      <p className={styles.grades}>
        {gradeDimensions.map((dimension) => (
          <span key={dimension}>
            {dimensionLabels[dimension]} <strong>{probe.grades[dimension]}</strong>
          </span>
        ))}
      </p>
    </article>
  )
}

/** Which of the two a judge preferred, in both orders. */
export function PairwiseEvidence({ verdicts, isFlipped, answers, notes }: Judged<'pairwise'>) {
  const words = { candidate: 'this variant', baseline: 'the baseline', tie: 'neither' } as const
  const [first, second] = verdicts
  return (
    <div className={styles.page} tabIndex={0} role="region" aria-label="Judgements">
      <p className={styles.line}>
        {first === undefined
          ? 'No judge was asked.'
          : `Shown first, the judge preferred ${words[first]}${second === undefined ? '' : `. Shown second, ${words[second]}`}.`}
        {isFlipped && ' The order decided, so this says little.'}
      </p>
      <Notes notes={notes} />
      <RawAnswers answers={answers} />
    </div>
  )
}

/** The next step that a model takes from the full and from the condensed context, and what was really done. */
export function NextActionEvidence({ full, condensed, recorded, answers, notes }: Judged<'next-action'>) {
  return (
    <div className={styles.page} tabIndex={0} role="region" aria-label="Next action">
      <Table className={styles.table ?? ''} aria-label="Next action">
        <Table.Thead>
          <Table.Tr>
            <HeadCell label="From" />
            <HeadCell label="Tool" />
            <HeadCell label="Input" term="input-of-call" />
            <HeadCell label="Text" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <ActionRow label="The full context" action={full} />
          <ActionRow label="The condensed context" action={condensed} />
          {recorded !== null && <ActionRow label="What was recorded" action={recorded} />}
        </Table.Tbody>
      </Table>
      <Notes notes={notes} />
      <RawAnswers answers={answers} />
    </div>
  )
}

function ActionRow({ label, action }: { readonly label: string; readonly action: ProposedAction }) {
  return (
    <Table.Tr>
      <Table.Td>{label}</Table.Td>
      <Table.Td>{action.tool === null ? 'none' : showControls(action.tool)}</Table.Td>
      <Table.Td className={styles.code ?? ''}>{showControls(action.input)}</Table.Td>
      <Table.Td>{showControls(action.text)}</Table.Td>
    </Table.Tr>
  )
}

/** Tokens by kind of part, before and after. */
export function TokenEvidence({ rows }: { readonly rows: readonly TokenRow[] }) {
  return (
    <Table className={styles.table ?? ''} aria-label="Tokens by kind">
      <Table.Thead>
        <Table.Tr>
          <HeadCell label="Kind" />
          <HeadCell ta="right" label="Before (tok)" />
          <HeadCell ta="right" label="After (tok)" />
          <HeadCell ta="right" label="Change" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ kind, before, after }) => (
          <Table.Tr key={kind}>
            <Table.Td>
              <KindBadge kind={kind} long />
            </Table.Td>
            <Table.Td ta="right">{formatInteger(before)}</Table.Td>
            <Table.Td ta="right">{formatInteger(after)}</Table.Td>
            <Table.Td ta="right">{before === 0 && after > 0 ? 'new' : formatChange(before, after)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The rules of a valid history, and where they are broken. */
export function RuleEvidence({ rows }: { readonly rows: readonly RuleRow[] }) {
  return (
    <Table className={styles.table ?? ''} aria-label="Rules">
      <Table.Thead>
        <Table.Tr>
          <HeadCell label="Rule" term="history-rule" />
          <HeadCell label="Holds" term="rule-holds" />
          <HeadCell label="Where it does not" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ rule, violations }) => (
          <Table.Tr key={rule}>
            <Table.Td>{rule}</Table.Td>
            <Table.Td data-fate={violations.length === 0 ? 'kept' : 'lost'}>
              {violations.length === 0 ? '✓ yes' : '✗ no'}
            </Table.Td>
            <Table.Td>
              {violations
                .map(
                  ({ messageIndex, detail }) =>
                    `${messageIndex < 0 ? '' : `#${messageIndex}: `}${showControls(detail)}`,
                )
                .join('; ')}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

type MeasuredEvidenceProps = {
  readonly split: readonly { readonly label: string; readonly value: number }[]
  readonly unit: MetricUnit
}

/** What a sum is made of. */
export function MeasuredEvidence({ split, unit }: MeasuredEvidenceProps) {
  if (split.length === 0) return <p className={styles.note}>Measured as a whole, not in parts.</p>
  return (
    <Table className={styles.table ?? ''} aria-label="Parts of the sum">
      <Table.Tbody>
        {split.map(({ label, value }) => (
          <Table.Tr key={label}>
            <Table.Td>{label}</Table.Td>
            <Table.Td ta="right">{formatMetric(value, unit)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

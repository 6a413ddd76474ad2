import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { MeasuredMetric, MetricUnit } from '../../../../shared/activity/quality-types.ts'
import { buildEvidence } from '../../../../shared/experiments/build-evidence.ts'
import type { Evidence, UsedFactFate, ArtifactFate } from '../../../../shared/kernel/evidence.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { formatShown } from '../../../../shared/kernel/format-metric.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { DocumentView } from '../../../ui/document/document-view.tsx'
import { Heading, Note, Scroll } from '../../../ui/layout/layout.tsx'
import {
  findMarkIndex,
  collectSurvivalFacts,
  type SurvivalFact,
} from '../../condense/result/collect-survival-facts.ts'
import { survivalColumns } from '../../condense/result/survival-columns.tsx'
import { useExperiment } from '../experiment-context.ts'
import { HeadStartEvidence, LinkEvidence, ReReadEvidence } from './continuation-evidence.tsx'
import { EvidenceTable, lostFirst } from './evidence-table.tsx'
import { KeptEvidence, StatementEvidence } from './state-evidence.tsx'
import { buildUsedColumn } from './used-column.tsx'
import styles from './evidence.module.css'

type Invented = Extract<Evidence, { kind: 'artifacts' }>['invented']

const columns: readonly TableColumn<ArtifactFate>[] = [
  {
    id: 'fate',
    header: 'Result',
    about: 'kept-or-lost',
    width: 76,
    value: ({ now }) => (now.length > 0 ? 'kept' : 'lost'),
    cell: ({ now }) => (
      <span data-fate={now.length > 0 ? 'kept' : 'lost'}>{now.length > 0 ? '✓ kept' : '✗ lost'}</span>
    ),
  },
  { id: 'name', header: 'File or command', value: ({ name }) => showControls(name) },
  { id: 'acts', header: 'What was done', width: 150, value: ({ acts }) => acts.join(', ') },
  {
    id: 'done',
    header: 'Done in',
    width: 120,
    value: ({ messageIndices }) => messageIndices.map((index) => `#${index}`).join(' '),
  },
  {
    id: 'now',
    header: 'Stands in',
    width: 90,
    align: 'end',
    value: ({ now }) => now[0]?.messageIndex ?? null,
    cell: ({ now: [first] }) => (first === undefined ? '–' : `#${first.messageIndex}`),
  },
]

type ArtifactEvidenceProps = {
  readonly artifacts: readonly ArtifactFate[]
  readonly invented: Invented
  readonly onMessage: (index: number) => void
}

const fates = ['all', 'lost', 'kept'] as const

type ShownFates = (typeof fates)[number]

type FactEvidenceProps = {
  readonly facts: readonly UsedFactFate[]
  readonly note: string
  readonly onMessage: (index: number) => void
}

type EvidencePanelProps = {
  readonly measured: MeasuredMetric
  /** Why there is no result that a value could rest on. Empty where there is one. */
  readonly missing: string
  /** Shows a message of the source and what became of it. */
  readonly onMessage: (index: number) => void
}

/** What a value rests on: the facts, artifacts, rules, tokens or answers themselves. */
export function EvidencePanel({ measured, missing, onMessage }: EvidencePanelProps) {
  const { metrics } = useExperiment()
  const { metric, value, evidence } = measured
  const info = metrics.find(({ id }) => id === metric)
  return (
    <section className={styles.panel} aria-label="Evidence">
      <Heading component="h3" pt="sm" pb="xs" px="md">
        {info?.label ?? metric}: {info ? formatShown(value, info.unit) : value}
      </Heading>
      {evidence === null ? (
        <Note px="md" pb={6}>
          {missing ||
            (value === null
              ? 'There is nothing here that could be measured.'
              : 'No details are stored for this value.')}
        </Note>
      ) : (
        <EvidenceOf evidence={evidence} unit={info?.unit ?? 'share'} onMessage={onMessage} />
      )}
    </section>
  )
}

type EvidenceOfProps = Pick<EvidencePanelProps, 'onMessage'> & {
  readonly evidence: Evidence
  readonly unit: MetricUnit
}

function EvidenceOf({ evidence, unit, onMessage }: EvidenceOfProps) {
  switch (evidence.kind) {
    case 'facts':
      return <FactEvidence facts={evidence.facts} note="" onMessage={onMessage} />
    case 'continuation':
      return (
        <FactEvidence
          facts={evidence.facts}
          note={`Facts from before the cut that the continuation uses. A random choice of messages of that size would keep ${formatShown(evidence.chance, 'share')} of them.`}
          onMessage={onMessage}
        />
      )
    case 'statements':
      return <StatementEvidence rows={evidence.statements} onMessage={onMessage} />
    case 'kept':
      return <KeptEvidence rows={evidence.items} onMessage={onMessage} />
    case 'artifacts':
      return (
        <ArtifactEvidence artifacts={evidence.artifacts} invented={evidence.invented} onMessage={onMessage} />
      )
    case 're-reading':
      return <ReReadEvidence results={evidence.results} onMessage={onMessage} />
    case 'head-start':
      return <HeadStartEvidence {...evidence} />
    case 'links':
      return <LinkEvidence {...evidence} onMessage={onMessage} />
    default:
      return (
        <Scroll tabIndex={0} role="region" aria-label="What it rests on">
          <DocumentView blocks={buildEvidence(evidence, unit)} />
        </Scroll>
      )
  }
}

type UsedFact = SurvivalFact & { readonly used: number | null }

const usedColumns: readonly TableColumn<UsedFact>[] = [
  ...survivalColumns,
  buildUsedColumn<UsedFact>(({ used }) => used),
]

/** Facts kept and lost, with where each stood and where it stands. */
function FactEvidence({ facts, note, onMessage }: FactEvidenceProps) {
  const [shown, setShown] = useState<ShownFates>('all')
  const all = useMemo(
    () =>
      collectSurvivalFacts([{ metric: '', value: null, evidence: { kind: 'facts', facts } }]).map(
        (fact, at) => ({ ...fact, used: facts[at]?.used?.messageIndex ?? null }),
      ),
    [facts],
  )
  const isUsed = all.some(({ used }) => used !== null)
  const kept = all.filter(({ isKept }) => isKept).length
  const counts: Readonly<Record<ShownFates, number>> = { all: all.length, lost: all.length - kept, kept }
  return (
    <EvidenceTable
      label="Facts"
      note={note}
      head={
        <SegmentedControl
          aria-label="Which facts"
          data={fates.map((fate) => ({ value: fate, label: `${fate} ${formatInteger(counts[fate])}` }))}
          value={shown}
          onChange={setShown}
        />
      }
      rows={all.filter(({ isKept }) => shown === 'all' || isKept === (shown === 'kept'))}
      columns={isUsed ? usedColumns : survivalColumns}
      sortedBy={lostFirst}
      onOpen={(fact) => onMessage(findMarkIndex(fact))}
      empty="No fact of this kind."
    />
  )
}

/** Files that tool calls touched and whether the context still names them, and files that only the context names. */
function ArtifactEvidence({ artifacts, invented, onMessage }: ArtifactEvidenceProps) {
  const lost = artifacts.filter(({ now }) => now.length === 0).length
  const names = invented.map(
    ({ name, now: [first] }) => `${showControls(name)} (#${first?.messageIndex ?? '–'})`,
  )
  return (
    <EvidenceTable
      label="Artifacts"
      note={names.length === 0 ? '' : `Named without any trace in the source: ${names.join(', ')}`}
      head={
        <Note component="span">
          {formatCountWithNoun(artifacts.length, 'artifact')}, {lost} lost
        </Note>
      }
      rows={artifacts}
      columns={columns}
      sortedBy={lostFirst}
      onOpen={({ messageIndices: [first] }) => first !== undefined && onMessage(first)}
      empty="No tool call of the source did anything to a file, and none ran a command."
    />
  )
}

import { Table } from '@mantine/core'
import {
  gradeDimensions,
  type Evidence,
  type Probe,
  type ProposedAction,
  type RawAnswer,
} from '../../../../shared/domain/evidence.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import styles from './evidence.module.css'

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
export function ProbeEvidence({ probes, answers, notes }: Judged<'probes'>) {
  return (
    <div className={styles.page} tabIndex={0} role="region" aria-label="Probes">
      <Notes notes={notes} />
      {probes.map((probe, index) => (
        <ProbeCard key={index} probe={probe} />
      ))}
      <RawAnswers answers={answers} />
    </div>
  )
}

function ProbeCard({ probe }: { readonly probe: Probe }) {
  return (
    <article className={styles.card}>
      <h4 className={styles.cardTitle}>
        {showControls(probe.question)} <span className={styles.muted}>{probe.probeClass}</span>
      </h4>
      <dl className={styles.pairs}>
        <dt>The source says</dt>
        <dd>{showControls(probe.reference)}</dd>
        <dt>Answered</dt>
        <dd>{showControls(probe.answer)}</dd>
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
          ? 'Nobody was asked.'
          : `Shown first, the judge preferred ${words[first]}${second === undefined ? '' : `; shown second, ${words[second]}`}.`}
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
            <Table.Th>From</Table.Th>
            <Table.Th>Tool</Table.Th>
            <Table.Th>Input</Table.Th>
            <Table.Th>Text</Table.Th>
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

function Notes({ notes }: { readonly notes: readonly string[] }) {
  return notes.map((note, index) => (
    <p key={index} className={styles.note}>
      {showControls(note)}
    </p>
  ))
}

/** What the models said, word for word. */
function RawAnswers({ answers }: { readonly answers: readonly RawAnswer[] }) {
  return answers.map((answer, index) => (
    <details key={index} className={styles.card}>
      <summary>
        {showControls(answer.label)}{' '}
        <span className={styles.muted}>
          {showControls(answer.model)} · {answer.prompt}
        </span>
      </summary>
      <pre className={styles.raw}>{showControls(answer.text)}</pre>
    </details>
  ))
}

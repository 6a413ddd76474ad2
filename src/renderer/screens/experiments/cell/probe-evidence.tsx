import { Fragment } from 'react'
import { computeProbeGrade } from '../../../../shared/experiments/compute-probe-grade.ts'
import { probeControlLabels, describeProbes } from '../../../../shared/experiments/judged-words.ts'
import { showControls } from '../../../../shared/experiments/show-controls-lib.ts'
import { gradeDimensions, type Probe, type ProbeControl } from '../../../../shared/kernel/evidence.ts'
import type { Judged } from './judged.ts'
import { Notes, RawAnswers } from './model-evidence.tsx'
import styles from './evidence.module.css'

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
      <p className={styles.line}>{describeProbes({ probes, controls })}</p>
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
        <dt>Answered ({computeProbeGrade(probe).toFixed(1)})</dt>
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

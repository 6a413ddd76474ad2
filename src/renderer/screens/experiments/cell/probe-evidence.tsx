import { Fragment } from 'react'
import { computeProbeGrade } from '../../../../shared/experiments/compute-probe-grade.ts'
import { probeControlLabels, describeProbes } from '../../../../shared/experiments/judged-words.ts'
import { showControls } from '../../../../shared/experiments/show-controls-lib.ts'
import { gradeDimensions, type Probe, type ProbeControl } from '../../../../shared/kernel/evidence.ts'
import { Block, Grid, Inline, Panel, Row, Scroll } from '../../../ui/layout/layout.tsx'
import type { Judged } from './judged.ts'
import { Notes, RawAnswers } from './model-evidence.tsx'

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
    <Scroll tabIndex={0} role="region" aria-label="Probes">
      <Block component="p" pb={6} px="md" c="var(--text)" fz="xs">
        {describeProbes({ probes, controls })}
      </Block>
      <Notes notes={notes} />
      {probes.map((probe, index) => (
        <ProbeCard key={index} probe={probe} index={index} controls={controls} />
      ))}
      <RawAnswers answers={answers} />
    </Scroll>
  )
}

type ProbeCardProps = {
  readonly probe: Probe
  readonly index: number
  readonly controls: readonly ProbeControl[]
}

function ProbeCard({ probe, index, controls }: ProbeCardProps) {
  return (
    <Panel component="article" mx="md" mb="sm" py="sm" px={10} fz="xs">
      <Block component="h4" mb="xs" fz="xs" fw={600}>
        {showControls(probe.question)}{' '}
        <Inline c="dimmed" fw={400}>
          {probe.probeClass}
        </Inline>
      </Block>
      <Grid component="dl" columns="110px 1fr" gap="2px sm">
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
      </Grid>
      <Row component="p" align="stretch" wrap gap="2px 14px" mt={6}>
        {gradeDimensions.map((dimension) => (
          <span key={dimension}>
            {dimensionLabels[dimension]} <strong>{probe.grades[dimension]}</strong>
          </span>
        ))}
      </Row>
    </Panel>
  )
}

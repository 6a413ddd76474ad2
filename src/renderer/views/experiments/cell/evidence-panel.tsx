import type { Evidence } from '../../../../shared/domain/evidence.ts'
import type { MeasuredMetric, MetricUnit } from '../../../../shared/domain/quality.ts'
import { assertNever } from '../../../../shared/lib/assert-never.ts'
import { formatMetric } from '../../../../shared/lib/format-metric.ts'
import { useExperiment } from '../experiment-context.ts'
import { ArtifactEvidence } from './artifact-evidence.tsx'
import styles from './evidence.module.css'
import { FactEvidence } from './fact-evidence.tsx'
import { NextActionEvidence, PairwiseEvidence, ProbeEvidence } from './judged-evidence.tsx'
import { MeasuredEvidence, RuleEvidence, TokenEvidence } from './plain-evidence.tsx'

type EvidencePanelProps = {
  readonly measured: MeasuredMetric
  /** Why there is no result that a value could rest on; empty where there is one. */
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
      <h3 className={styles.title}>
        {info?.label ?? metric}: {info ? formatMetric(value, info.unit) : value}
      </h3>
      {evidence === null ? (
        <p className={styles.note}>
          {missing ||
            (value === null
              ? 'There is nothing here that could be measured.'
              : 'Nothing more is kept of this value.')}
        </p>
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
    case 'tokens':
      return <TokenEvidence rows={evidence.rows} />
    case 'rules':
      return <RuleEvidence rows={evidence.rows} />
    case 'facts':
      return <FactEvidence facts={evidence.facts} note="" onMessage={onMessage} />
    case 'continuation':
      return (
        <FactEvidence
          facts={evidence.facts}
          note={`Facts from before the cut that the continuation uses. A random choice of messages of that size would keep ${evidence.chance.toFixed(2)} of them.`}
          onMessage={onMessage}
        />
      )
    case 'artifacts':
      return (
        <ArtifactEvidence artifacts={evidence.artifacts} invented={evidence.invented} onMessage={onMessage} />
      )
    case 'measured':
      return <MeasuredEvidence split={evidence.split} unit={unit} />
    case 'probes':
      return <ProbeEvidence {...evidence} />
    case 'pairwise':
      return <PairwiseEvidence {...evidence} />
    case 'next-action':
      return <NextActionEvidence {...evidence} />
    default:
      return assertNever(evidence)
  }
}

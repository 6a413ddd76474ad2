import { IconAlertTriangle, IconCheck, IconMinus, type Icon } from '@tabler/icons-react'
import { foldSteps } from '../../../../shared/condense/build-outcome-tables.ts'
import type { RunEstimate } from '../../../../shared/condense/estimate-types.ts'
import type { TraceStep } from '../../../../shared/condense/outcome-types.ts'
import { formatTimes } from '../../../../shared/kernel/fold-same.ts'
import { formatUsd, formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { Block, Inline, List, Note, Row } from '../../../ui/layout/layout.tsx'
import styles from './preview.module.css'

const looks: Readonly<Record<TraceStep['decision'], { readonly icon: Icon; readonly label: string }>> = {
  taken: { icon: IconCheck, label: 'taken' },
  skipped: { icon: IconMinus, label: 'skipped' },
  failed: { icon: IconAlertTriangle, label: 'would fail' },
}

/** Step by step what would be done, why, and what each step would save. */
export function PlanList({ estimate }: { readonly estimate: RunEstimate }) {
  const steps = foldSteps(planSteps(estimate))
  if (steps.length === 0) return null
  return (
    <>
      <Note component="h3" pt={10} pb="xs" px="md" fw={500}>
        Plan
      </Note>
      <List component="ol" aria-label="Plan">
        {steps.map(({ step, times }, index) => (
          <PlanStep key={index} step={step} times={times} originalTokens={estimate.originalTokens} />
        ))}
      </List>
    </>
  )
}

type PlanStepProps = {
  readonly step: TraceStep
  readonly times: number
  readonly originalTokens: number
}

function PlanStep({ step, times, originalTokens }: PlanStepProps) {
  const look = looks[step.decision]
  const saved = step.tokensBefore - step.tokensAfter
  return (
    <li className={styles.step} data-decision={step.decision}>
      <Row component="span" gap={6}>
        <look.icon size={14} className={styles.stepIcon} aria-hidden />
        <span className={styles.stepLabel}>
          {formatTimes(times)}
          {step.label}
        </span>
        <Inline flex="none" c="dimmed">
          {look.label}
        </Inline>
        <Inline flex={1} ta="right" nowrap>
          {step.decision === 'taken' &&
            (saved < 0 ? `+${formatInteger(-saved)}` : `−${formatInteger(saved)}`)}
          {step.decision === 'taken' && ' tok'}
          {step.costUsd > 0 && ` · ${formatUsd(step.costUsd)}`}
        </Inline>
      </Row>
      {step.decision === 'taken' && (
        <Inline h={4} ml={20} bdrs={2} bg="var(--line)" aria-hidden>
          <Block
            component="span"
            display="block"
            h="100%"
            bdrs={2}
            bg="var(--accent)"
            style={{ width: `${computeSavedPercent(step, originalTokens)}%` }}
          />
        </Inline>
      )}
      {step.reason !== '' && (
        <Inline ml={20} c="dimmed" breaks>
          {step.reason}
        </Inline>
      )}
    </li>
  )
}

/** What each step would do: the decisions where the provider has some, else its passes, which are all taken. */
export function planSteps({ trace, passes }: Pick<RunEstimate, 'trace' | 'passes'>): readonly TraceStep[] {
  if (trace.length > 0) return trace
  return passes.map(({ label, tokensBefore, tokensAfter, operations }) => ({
    label,
    decision: 'taken',
    reason: Object.entries(operations)
      .map(([operation, parts]) => `${parts} ${operation}`)
      .join(', '),
    tokensBefore,
    tokensAfter,
    costUsd: 0,
  }))
}

/** Share of the original that a step takes away, in percent from 0 to 100. */
export function computeSavedPercent(step: TraceStep, originalTokens: number): number {
  if (originalTokens <= 0) return 0
  return Math.min(100, Math.max(0, ((step.tokensBefore - step.tokensAfter) / originalTokens) * 100))
}

import { Button, Skeleton } from '@mantine/core'
import type { FactClassId } from '../../../shared/domain/fact.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { toProblem } from '../../data/to-problem.ts'
import { factClassLabels } from '../../lib/fact-class-labels.ts'
import { countSurvival } from './survival-facts.ts'
import { SurvivalStrip } from './survival-strip.tsx'
import styles from './survival-strip.module.css'
import type { Survival } from './use-survival.ts'

type SurvivalBarProps = {
  readonly survival: Survival
  /** Messages of the source. */
  readonly messages: number
  /** Opens the table of the facts. */
  readonly onOpen: () => void
}

/** Classes whose figures stand beside the strip: what hurts most when it is lost. */
const shownClasses: ReadonlySet<FactClassId> = new Set(['path', 'constraint'])

/** What survived at a glance: the strip over the source and the figures that matter most. */
export function SurvivalBar({ survival, messages, onOpen }: SurvivalBarProps) {
  const { facts, shown, setFilter, selected, select, error, retry } = survival
  if (error !== null)
    return <ErrorPanel title="Could not measure what was kept" problem={toProblem(error)} onRetry={retry} />
  if (facts === null)
    return (
      <section className={styles.bar} role="status" aria-label="Measuring what was kept">
        <span className={styles.legend}>Measuring what was kept…</span>
        <Skeleton height={34} className={styles.waiting ?? ''} />
      </section>
    )
  if (facts.length === 0) return null
  return (
    <section className={styles.bar} aria-label="Survival">
      <div className={styles.legend} aria-hidden>
        <LegendLine fate="kept" />
        <LegendLine fate="lost" />
      </div>
      <SurvivalStrip facts={shown} messages={messages} selected={selected} onSelect={select} />
      <div className={styles.figures}>
        <span>
          facts <strong>{`${formatInteger(keptOf(facts))}/${formatInteger(facts.length)}`}</strong>
        </span>
        {countSurvival(facts)
          .filter(({ classId }) => shownClasses.has(classId))
          .map(({ classId, kept, total }) => (
            <button
              key={classId}
              type="button"
              className={styles.figure}
              title={`Show ${factClassLabels[classId].many.toLowerCase()} only`}
              onClick={() => {
                setFilter({ classIds: [classId], fates: [] })
                onOpen()
              }}
            >
              {factClassLabels[classId].many.toLowerCase()}{' '}
              <strong>{`${formatInteger(kept)}/${formatInteger(total)}`}</strong>
            </button>
          ))}
      </div>
      <Button variant="subtle" color="gray" onClick={onOpen}>
        Kept and lost
      </Button>
    </section>
  )
}

function LegendLine({ fate }: { readonly fate: 'kept' | 'lost' }) {
  return (
    <span className={styles.legendLine}>
      <span className={styles.swatch} data-fate={fate} />
      {fate}
    </span>
  )
}

function keptOf(facts: readonly { readonly isKept: boolean }[]): number {
  return facts.filter(({ isKept }) => isKept).length
}

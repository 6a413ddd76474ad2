import { describeOutcomeSplit } from '../../../../shared/condense/outcome-words.ts'
import { useExperiment } from '../experiment-context.ts'
import styles from './results-tab.module.css'

/** How figures at the cut go with the outcomes of the tasks; nothing where no outcome is known. */
export function OutcomeList() {
  const { results, metrics, names } = useExperiment()
  const outcomes = results?.outcomes ?? []
  if (outcomes.length === 0) return null
  return (
    <section className={styles.assertions} aria-label="Outcomes">
      <details>
        <summary className={styles.fold}>Solved and unsolved tasks</summary>
        {outcomes.flatMap((split) => {
          const metric = metrics.find(({ id }) => id === split.metric)
          return metric === undefined
            ? []
            : [
                <p key={`${split.variant} ${split.metric}`} className={styles.line}>
                  {describeOutcomeSplit(split, metric, names.findName)}
                </p>,
              ]
        })}
      </details>
    </section>
  )
}

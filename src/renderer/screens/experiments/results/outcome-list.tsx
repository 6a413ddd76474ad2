import { describeOutcomeSplit } from '../../../../shared/condense/outcome-words.ts'
import { Block } from '../../../ui/layout/layout.tsx'
import { useExperiment } from '../experiment-context.ts'

/** How figures at the cut go with the outcomes of the tasks; nothing where no outcome is known. */
export function OutcomeList() {
  const { results, metrics, names } = useExperiment()
  const outcomes = results?.outcomes ?? []
  if (outcomes.length === 0) return null
  return (
    <Block component="section" py="sm" px="md" line="top" aria-label="Outcomes">
      <details>
        <Block component="summary" fz="xs">
          Solved and unsolved tasks
        </Block>
        {outcomes.flatMap((split) => {
          const metric = metrics.find(({ id }) => id === split.metric)
          return metric === undefined
            ? []
            : [
                <Block key={`${split.variant} ${split.metric}`} component="p" pl="lg" maw="110ch">
                  {describeOutcomeSplit(split, metric, names.findName)}
                </Block>,
              ]
        })}
      </details>
    </Block>
  )
}

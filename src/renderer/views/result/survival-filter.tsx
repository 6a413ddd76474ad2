import { Chip, Group } from '@mantine/core'
import { factClassIds } from '../../../shared/domain/fact.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { factClassLabels } from '../../lib/fact-class-labels.ts'
import styles from './comparison.module.css'
import { countSurvival, type SurvivalFact, type SurvivalFilter } from './survival-facts.ts'
import { survivalLooks } from './survival-looks.ts'

type SurvivalFilterChipsProps = {
  readonly facts: readonly SurvivalFact[]
  readonly filter: SurvivalFilter
  readonly onFilter: (filter: SurvivalFilter) => void
}

const fates = ['lost', 'kept'] as const

/** How many facts of which class survived, as a filter of the strip and of the table. */
export function SurvivalFilterChips({ facts, filter, onFilter }: SurvivalFilterChipsProps) {
  const lost = facts.filter(({ isKept }) => !isKept).length
  const counts = { lost, kept: facts.length - lost }
  const chip = {
    size: 'xs',
    radius: 'sm',
    variant: 'outline',
    classNames: { label: styles.chip ?? '' },
  } as const
  return (
    <>
      <Chip.Group
        multiple
        value={[...filter.fates]}
        onChange={(values) => onFilter({ ...filter, fates: fates.filter((fate) => values.includes(fate)) })}
      >
        <Group gap={4} role="group" aria-label="Show only facts that were">
          {fates.map((fate) => {
            const look = survivalLooks[fate]
            return (
              <Chip key={fate} value={fate} {...chip}>
                <span className={styles.fateChip}>
                  <look.icon size={13} stroke={1.75} style={{ color: look.color }} aria-hidden />
                  {fate} {formatInteger(counts[fate])}
                </span>
              </Chip>
            )
          })}
        </Group>
      </Chip.Group>
      <Chip.Group
        multiple
        value={[...filter.classIds]}
        onChange={(values) =>
          onFilter({ ...filter, classIds: factClassIds.filter((classId) => values.includes(classId)) })
        }
      >
        <Group gap={4} role="group" aria-label="Show only facts of the class">
          {countSurvival(facts).map(({ classId, kept, total }) => (
            <Chip key={classId} value={classId} {...chip}>
              <span className={styles.fateChip}>
                {factClassLabels[classId].many} {formatInteger(kept)}/{formatInteger(total)}
              </span>
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </>
  )
}

import { SegmentedControl } from '@mantine/core'
import { goals, goalSchema, type Goal } from '../../../shared/home/answer-types.ts'
import { goalLabels, goalRules } from '../../../shared/home/answers-words.ts'
import styles from './goal-switch.module.css'

type GoalSwitchProps = { readonly goal: Goal; readonly onGoal: (goal: Goal) => void }

/** Chooses what matters most, with the rule that follows from it. */
export function GoalSwitch({ goal, onGoal }: GoalSwitchProps) {
  return (
    <div className={styles.goal}>
      <SegmentedControl
        aria-label="Goal"
        data={goals.map((value) => ({ value, label: goalLabels[value] }))}
        value={goal}
        onChange={(value) => onGoal(goalSchema.parse(value))}
      />
      <p className={styles.rule}>{goalRules[goal]}</p>
    </div>
  )
}

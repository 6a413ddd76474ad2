import { SegmentedControl } from '@mantine/core'
import { goals, goalSchema, type Goal } from '../../../shared/home/answer-types.ts'
import { goalLabels, goalRules } from '../../../shared/home/answers-words.ts'
import { Note, Row } from '../layout/layout.tsx'

type GoalSwitchProps = {
  readonly goal: Goal
  readonly onGoal: (goal: Goal) => void
  /** The rule is the title of the switch, where there is little room. */
  readonly isBrief?: boolean
}

/** Chooses what matters most, with the rule that follows from it. */
export function GoalSwitch({ goal, onGoal, isBrief = false }: GoalSwitchProps) {
  return (
    <Row wrap gap="xs md" miw={0}>
      <SegmentedControl
        aria-label="Goal"
        title={isBrief ? goalRules[goal] : undefined}
        data={goals.map((value) => ({ value, label: goalLabels[value] }))}
        value={goal}
        onChange={(value) => onGoal(goalSchema.parse(value))}
      />
      {!isBrief && (
        <Note flex="1 1 320px" maw="120ch">
          {goalRules[goal]}
        </Note>
      )}
    </Row>
  )
}

import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { Goal } from '../../../shared/home/answer-types.ts'
import { draw } from '../../testing/draw.tsx'
import { GoalSwitch } from './goal-switch.tsx'

function Switched() {
  const [goal, setGoal] = useState<Goal>('balanced')
  return <GoalSwitch goal={goal} onGoal={setGoal} />
}

it('says by which rule an arm is recommended, for each goal', async () => {
  const user = draw(<Switched />)
  expect(screen.queryByRole('radio', { name: 'Balanced', checked: true })).not.toBeNull()
  expect(screen.queryByText(/at least half as much as the biggest saver/)).not.toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Cheapest' }))
  expect(screen.queryByText(/lowers the bill most/)).not.toBeNull()
})

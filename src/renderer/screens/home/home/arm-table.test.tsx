import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { drawWithEngine, readTableTexts } from '../../../testing/draw.tsx'
import { markArms } from './arm-marks.ts'
import { ArmTable } from './arm-table.tsx'
import { answerArm, answerWith } from './testing/answer-with.ts'

const answer = answerWith([
  answerArm('keeper', 50, 0.9, { verdict: 'recommended', isExtracted: true }),
  answerArm('saver', 80, 0.6, { source: 'some/agent', certainty: 'exact' }),
  answerArm('dear', 70, 0.7, { verdict: 'raises-bill' }),
])

function names(): readonly (string | null | undefined)[] {
  return readTableTexts(screen.getByRole('table', { name: 'Methods' }))
    .slice(1)
    .map(([name]) => name)
}

it('puts the recommended method first until another order is chosen, and can go back', async () => {
  const { user } = drawWithEngine(
    <ArmTable answer={answer} arms={markArms(answer.arms)} chosenId={null} onChoose={() => undefined} />,
    {},
  )
  expect(names()).toEqual(['keeperextracted', 'saver', 'dear'])
  await user.click(screen.getByRole('button', { name: 'Saved' }))
  expect(names()).toEqual(['saver', 'dear', 'keeperextracted'])
  await user.click(screen.getByRole('button', { name: 'Recommended first' }))
  expect(names()).toEqual(['keeperextracted', 'saver', 'dear'])
})

it('says of each method in words how it stands, and what it follows', () => {
  drawWithEngine(
    <ArmTable answer={answer} arms={markArms(answer.arms)} chosenId={null} onChoose={() => undefined} />,
    {},
  )
  expect(screen.queryByText('Recommended')).not.toBeNull()
  expect(screen.queryByText('Raises the bill')).not.toBeNull()
  expect(screen.queryByTitle('exact: some/agent')).not.toBeNull()
})

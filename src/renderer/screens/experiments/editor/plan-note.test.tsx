import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { PlanNote as Note } from '../../../../shared/experiments/experiment-types.ts'
import { draw } from '../../../testing/draw.tsx'
import { buildPlannedCheckpoint, buildExperimentDetail } from '../testing/experiment-fixtures.ts'
import { PlanNote } from './plan-note.tsx'

const short: Note = { where: 'Fix it', message: 'It is too short to be cut.', isLeftOut: true }

it('says how many tasks are taken of how many, and why the others are not', () => {
  const { plan } = buildExperimentDetail([])
  const notes: Note[] = [
    short,
    { ...short, where: 'Mend it' },
    { where: 'gone', message: 'It went away.', isLeftOut: true },
    { where: 'Build it', message: 'It was read with a problem.' },
  ]
  draw(
    <PlanNote
      plan={{
        ...plan,
        variants: [],
        checkpoints: [buildPlannedCheckpoint('a'), buildPlannedCheckpoint('b')],
        notes,
      }}
    />,
  )
  const size = screen.getByRole('status', { name: 'Size of the experiment' })
  expect(size.textContent).toMatch(/\d of \d tasks taken, 3 left out:/)
  const [left, others] = within(size).getAllByRole('list')
  expect(left?.textContent).toBe('2 × It is too short to be cut.gone It went away.')
  expect(others?.textContent).toBe('Build it It was read with a problem.')
})

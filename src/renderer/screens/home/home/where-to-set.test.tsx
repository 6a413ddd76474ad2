import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { drawWithEngine } from '../../../testing/draw.tsx'
import { answerArm, answerWith } from './testing/answer-with.ts'
import { WhereToSet } from './where-to-set.tsx'

const arms = [answerArm('saver', 80, 0.6), answerArm('roo-current', 50, 0.9)]
const roo = {
  agent: 'roo-code',
  label: 'Roo Code',
  tasks: 1,
  fit: 'another' as const,
  arm: 'roo-current',
  line: null,
  at: null,
  command: null,
}

it('says of the agent of the tasks that the named method cannot be set there, and what comes nearest', () => {
  drawWithEngine(<WhereToSet answer={answerWith(arms, { agents: [roo] })} />, {})
  const place = within(screen.getByRole('region', { name: 'Where to set it' }))
  expect(place.queryByRole('heading', { name: 'Roo Code, 1 task' })).not.toBeNull()
  expect(
    place.queryByText(/^saver cannot be set in Roo Code\. Its best built-in method, roo-current, sends/),
  ).not.toBeNull()
})

it('is not there where no method is named', () => {
  drawWithEngine(<WhereToSet answer={answerWith(arms, { recommended: null, agents: [] })} />, {})
  expect(screen.queryByRole('region', { name: 'Where to set it' })).toBeNull()
})

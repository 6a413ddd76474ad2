import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { LibraryState } from '../../../../shared/library/types.ts'
import { drawWithEngine } from '../../../testing/draw.tsx'
import { MeasuringBar } from './measuring-bar.tsx'
import { answerArm, answerWith } from './testing/answer-with.ts'

const state: LibraryState = {
  tasks: 10,
  indexed: 10,
  surveyed: 10,
  measured: 4,
  isPaused: false,
  failed: 1,
  passedOver: { index: 0, survey: 0, measure: 0 },
  troubles: [],
  stalled: null,
  workingOn: null,
}
const answer = answerWith([answerArm('keeper', 50, 0.9)], { ofTasks: 10 })

it('says how far it is, and where it is paused', async () => {
  drawWithEngine(<MeasuringBar answer={answer} state={state} />, { 'answers.pace': () => 0 })
  expect(screen.queryByText(/Measured on 4 of 10 tasks so far\. 1 task cannot be measured\./)).not.toBeNull()
  const bar = screen.getByRole('progressbar', { name: 'Measuring tasks' })
  expect(bar.getAttribute('aria-valuenow')).toBe('40')
  expect(await screen.findByText(/Measuring is paused in/)).toBeTruthy()
})

it('is one sentence once all is measured that can be', () => {
  drawWithEngine(<MeasuringBar answer={{ ...answer, tasks: 9 }} state={{ ...state, measured: 9 }} />, {})
  expect(screen.queryByText('Measured on 9 of 10 tasks. 1 task cannot be measured.')).not.toBeNull()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

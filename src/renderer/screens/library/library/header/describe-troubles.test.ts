import { expect, it } from 'vitest'
import type { LibraryState, StepTrouble } from '../../../../../shared/library/types.ts'
import { describeTroubles } from './describe-troubles.ts'

const state: LibraryState = {
  tasks: 9,
  indexed: 9,
  surveyed: 9,
  measured: 0,
  isPaused: false,
  failed: 0,
  passedOver: { index: 0, survey: 0, measure: 0 },
  troubles: [],
  stalled: null,
  workingOn: null,
}
const trouble = (title: string, more: Partial<StepTrouble> = {}): StepTrouble => ({
  step: 'survey',
  taskId: title,
  title,
  message: 'The thread ran out of memory.',
  where: `/tasks/${title}`,
  hint: 'Try again.',
  ...more,
})

it('says nothing where nothing is in the way', () => {
  expect(describeTroubles(state)).toBeNull()
})

it('says which task could not be done, why and where', () => {
  const words = describeTroubles({
    ...state,
    passedOver: { index: 0, survey: 1, measure: 0 },
    troubles: [trouble('Fence')],
  })
  expect(words).toEqual({
    title: '1 task could not be counted',
    message: 'Fence: The thread ran out of memory.',
    where: '/tasks/Fence',
    hint: 'Try again.',
    details: 'Fence could not be counted: The thread ran out of memory.\nwhere: /tasks/Fence',
    isOver: true,
  })
})

it('counts what could not be done, and names the first', () => {
  const troubles = [trouble('Fence', { step: 'index' }), trouble('Yard')]
  const words = describeTroubles({ ...state, passedOver: { index: 400, survey: 2, measure: 0 }, troubles })
  expect(words?.title).toBe('400 tasks could not be made searchable, 2 tasks could not be counted')
  expect(words?.message).toBe('Such as Fence: The thread ran out of memory.')
  expect(words?.details.split('\n\n')).toHaveLength(2)
})

it('says that work goes on by itself where the database is in the way', () => {
  const stalled = { message: 'The disk is full.', where: '/data', hint: 'Make room.' }
  expect(describeTroubles({ ...state, stalled, troubles: [trouble('Fence')] })).toMatchObject({
    ...stalled,
    title: expect.stringContaining('tried again'),
    isOver: false,
  })
})

import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { drawWithEngine } from '../../../testing/draw.tsx'
import { MeasuringSettings } from './measuring-settings.tsx'

it('pauses the measuring and limits its share of a processor', async () => {
  const { user, calls } = drawWithEngine(<MeasuringSettings />, {
    'answers.pace': () => 50,
    'answers.setPace': () => undefined,
  })
  expect(await screen.findByRole('radio', { name: '50 %' })).toHaveProperty('checked', true)
  await user.click(screen.getByRole('radio', { name: 'Paused' }))
  await user.click(screen.getByRole('radio', { name: '100 %' }))
  expect(calls.flatMap(([method, input]) => (method === 'answers.setPace' ? [input] : []))).toEqual([
    { pace: 0 },
    { pace: 100 },
  ])
})

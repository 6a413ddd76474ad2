import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { drawWithEngine } from '../../testing/draw.tsx'
import { MovedRun } from './moved-run.tsx'
import { run } from './result/testing/run-of.ts'

it('leads from the address of a run to the run among the methods of its task', async () => {
  const { addresses } = drawWithEngine(<MovedRun runId={run.id} />, { 'runs.get': () => run })
  await waitFor(() => expect(addresses.at(-1)).toBe(`/task/${run.taskId}/methods/run/${run.id}`))
})

it('says of a run that is gone where to go on', async () => {
  drawWithEngine(<MovedRun runId="gone" />, {
    'runs.get': () => {
      throw new Error('There is no run gone')
    },
  })
  expect((await screen.findByRole('link', { name: 'Go to the Library' })).getAttribute('href')).toBe(
    '/library',
  )
})

import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { drawWithEngine } from '../../../testing/draw.tsx'
import { WhenToCondense } from './when-to-condense.tsx'

const tasks = [
  { id: 'own', isSample: false },
  { id: 'sample', isSample: true },
]
const result = { recommended: null, tasks: [], never: null, leftOut: [], windows: [], sweep: [] }

async function* finished() {
  yield await Promise.resolve({ kind: 'finished', replayId: 'r', result, notKept: null })
}

it('plays the tasks of a person, then says in a sentence what came of it', async () => {
  const { user, calls } = drawWithEngine(<WhenToCondense firstTask="own" />, {
    'tasks.list': () => tasks,
    'preferences.all': () => ({}),
    'preferences.set': () => undefined,
    'sweep.kept': () => null,
    'sweep.run': finished,
  })
  const button = await screen.findByRole('button', { name: 'Find the size that pays' })
  await expect.poll(() => button.hasAttribute('disabled')).toBe(false)
  await user.click(button)
  expect(await screen.findByText(/No setting has a known cost\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Every size and method' }).getAttribute('href')).toBe('/when/own')
  const [input] = calls.flatMap(([method, given]) => (method === 'sweep.run' ? [given] : []))
  expect(input).toMatchObject({ taskIds: ['own'], keptWith: 'own' })
})

it('says what came of the last one again', async () => {
  drawWithEngine(<WhenToCondense firstTask="own" />, {
    'tasks.list': () => tasks,
    'preferences.all': () => ({ 'home.sweep': 'other' }),
    'sweep.kept': ({ taskId }: { readonly taskId: string }) =>
      taskId === 'other' ? { replayId: 'r', playedTs: 1, input: { taskIds: ['own'] } } : null,
    'sweep.result': () => result,
  })
  expect(await screen.findByText(/No setting has a known cost\./)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Play again' })).toBeTruthy()
})

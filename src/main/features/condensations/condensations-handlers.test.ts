import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { KeptByMethods } from '../../../shared/condensations/kept-by-methods-types.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { startRunBench, type RunBench } from '../../testing/run-bench.ts'
import { resourcesFolder } from '../../testing/start-dewpoint.ts'
import { standingArmIds } from '../home/standing-arms.ts'

let bench: RunBench
let taskId = ''
beforeAll(async () => {
  bench = await startRunBench()
  taskId = await bench.openPath(join(resourcesFolder, 'samples', 'pi', 'sessions'))
})
afterAll(() => bench.clean())

async function keep(n: number): Promise<KeptByMethods> {
  for await (const event of await bench.client.condensations.methods({ taskId, n }))
    if (event.kind === 'finished') return event
  throw new Error('It ended without methods.')
}

it('says what each method would have kept of what was missing, at what size and bill', async () => {
  const [one] = (await bench.client.condensations.list({ taskId })).condensations
  const { needed, methods } = await keep(1)
  expect(needed).toBe(one?.missing.length)
  expect(methods.map(({ id }) => id).toSorted()).toEqual([...standingArmIds].toSorted())
  // What is missing is what its own result does not hold, and a history that is left as it was holds all of it.
  expect(methods[0]).toMatchObject({ id: 'recorded', label: 'What pi did', kept: 0, changeUsd: 0 })
  const condensed = methods.slice(1).filter(({ outcome }) => outcome === 'condensed')
  expect(new Set(condensed.map(({ kept }) => kept))).toEqual(new Set([0, 1]))
  for (const { kept } of methods.filter(({ outcome }) => outcome === 'unchanged')) expect(kept).toBe(needed)
  expect(condensed.map(({ kept }) => kept)).toEqual(
    condensed.map(({ kept }) => kept ?? 0).toSorted((a, b) => b - a),
  )
})

it('knows the condensations of a task by their numbers only', async () => {
  expect(await catchProblem(keep(2))).toMatchObject({
    code: 'not-found',
    message: 'The task has no condensation 2',
  })
})

it('follows facts that are pinned, and refuses words that nobody said', async () => {
  const { condensations } = bench.client
  const text = 'join.py'
  const pinned = await condensations.pinFact({ taskId, text: ` ${text}\n` })
  expect(pinned.facts).toMatchObject([{ text, fates: [{ n: 1 }] }])
  expect(await condensations.facts({ taskId })).toEqual(pinned)
  // A selection may begin and end within a word.
  expect(await condensations.pinFact({ taskId, text: 'zzz join.py zzz' })).toEqual(pinned)
  expect(await catchProblem(condensations.pinFact({ taskId, text: 'Nobody ever said so' }))).toMatchObject({
    code: 'not-found',
    message: 'No message of the task says that word for word',
  })
  expect(await condensations.unpinFact({ taskId, text })).toEqual({ facts: [] })
  expect(await catchProblem(condensations.unpinFact({ taskId, text }))).toMatchObject({ code: 'not-found' })
})

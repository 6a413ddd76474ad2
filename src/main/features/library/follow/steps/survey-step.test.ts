import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Store } from '../../../../platform/store/store.ts'
import { makeBench, putTask, type StoreBench } from '../../../../platform/store/testing/fixtures.ts'
import type { SurveyOutput } from '../../jobs/survey-task.ts'
import { createSurveyStep, surveyVersion, type SurveyDependencies } from './survey-step.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
})
afterEach(() => bench.clean())

const found: SurveyOutput = {
  kind: 'finished',
  figures: {
    tokens: 70,
    losslessTokens: 50,
    byKind: { 'user-text': 70 },
    byTool: [],
    byModel: [],
    cacheBreaks: [],
  },
  measurement: { hash: 'measured', bytes: new Uint8Array([1, 2]) },
}

/** A step whose threads answer with this. */
function stepThat(answer: () => SurveyOutput) {
  // The step asks for surveys alone, which have this answer.
  const run = (async () => answer()) as unknown as SurveyDependencies['engine']['run']
  return createSurveyStep({ store, engine: { run } })
}

const version = { id: 'task-1', snapshotSha256: 'snapshot-1' }
const never = new AbortController().signal

it('keeps what was found: in the sums, and as the tokens of the task', async () => {
  await putTask(store)
  const step = stepThat(() => found)
  expect(await step.doneAmong([version])).toEqual(new Set())
  await step.run(version, never)
  expect(await step.doneAmong([version, { id: 'other', snapshotSha256: 'x' }])).toEqual(new Set(['task-1']))
  expect(await step.doneAmong([{ ...version, snapshotSha256: 'newer' }])).toEqual(new Set())
  expect(await store.tasks.summary('task-1')).toMatchObject({ tokens: 70 })
  expect(await store.surveys.overview(surveyVersion)).toMatchObject({
    totals: { tokens: 70, losslessTokens: 50 },
  })
})

it('keeps nothing of a survey that was cancelled', async () => {
  await putTask(store)
  const controller = new AbortController()
  const step = stepThat(() => {
    controller.abort(new Error('enough'))
    return { kind: 'cancelled' }
  })
  await expect(step.run(version, controller.signal)).rejects.toThrow('enough')
  expect(await step.doneAmong([version])).toEqual(new Set())
  expect(await store.tasks.summary('task-1')).toMatchObject({ tokens: null })
})

it('has nothing to do for a task that is gone, and forgets one that is taken out', async () => {
  const step = stepThat(() => found)
  await step.run(version, never)
  await putTask(store)
  await step.run(version, never)
  await step.forget('task-1')
  expect(await step.doneAmong([version])).toEqual(new Set())
})

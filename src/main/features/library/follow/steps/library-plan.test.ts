import { expect, it } from 'vitest'
import type { LibraryEntry } from '../../../../platform/store/records.ts'
import { libraryEntry } from '../testing/library-entry.ts'
import type { BackgroundStep } from './background-step.ts'
import { createLibraryPlan } from './library-plan.ts'

const buildStep = (id: BackgroundStep['id'], more: Partial<BackgroundStep> = {}): BackgroundStep => ({
  id,
  doneAmong: async () => new Set(),
  run: async () => undefined,
  forget: async () => undefined,
  ...more,
})

/** Ids and steps as they are done, where each task has its steps done in their order. */
async function listStepOrder(
  entries: readonly LibraryEntry[],
  steps: readonly BackgroundStep[],
): Promise<readonly string[]> {
  // The plan asks for nothing else.
  const library = { entries: async () => entries } as never
  const plan = createLibraryPlan({ library }, steps, {
    has: () => false,
    among: () => ({ failed: 0 }),
  } as never)
  await plan.refresh()
  const order: string[] = []
  for (let next = plan.next(() => false); next !== null; next = plan.next(() => false)) {
    const [step] = plan.stepsFor({ id: next.id, snapshotSha256: next.snapshotSha256 ?? '' })
    order.push(`${step?.id} ${next.id}`)
    if (step !== undefined) plan.noteDone(step, next.id)
  }
  return order
}

it('has the smallest of the newest tasks first, so that figures are there soon, and then the newest', async () => {
  const sizes = { large: 900, small: 10, middle: 90, old: 1 }
  const entries = Object.entries(sizes).map(([id, sizeBytes], at) =>
    libraryEntry(id, { sizeBytes, lastActivityTs: 9 - at }),
  )
  expect(await listStepOrder(entries, [buildStep('measure', { newestFirst: 3 })])).toEqual([
    'measure small',
    'measure middle',
    'measure large',
    'measure old',
  ])
})

it('has a step done for every task before the next step', async () => {
  const entries = [libraryEntry('a'), libraryEntry('b', { lastActivityTs: 0 })]
  expect(await listStepOrder(entries, [buildStep('index'), buildStep('survey')])).toEqual([
    'index a',
    'index b',
    'survey a',
    'survey b',
  ])
})

it.each([
  ['counts tasks of a person without the samples', [false, true, true], { tasks: 1, indexed: 1 }],
  ['counts the samples where there is nothing else', [true, true], { tasks: 2, indexed: 2 }],
] as const)('%s', async (_what, samples, counts) => {
  const entries = samples.map((isSample, at) => libraryEntry(String(at), { isSample }))
  const index = buildStep('index', { doneAmong: async (versions) => new Set(versions.map(({ id }) => id)) })
  const plan = createLibraryPlan({ library: { entries: async () => entries } } as never, [index], {
    has: () => false,
    among: () => ({}),
  } as never)
  await plan.refresh()
  expect(plan.state(null)).toMatchObject(counts)
})

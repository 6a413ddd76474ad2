import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type ComparedArm, keptFigure } from '../../../shared/home/answer-types.ts'
import type { ComparingEvent } from '../../../shared/home/answers-contract.ts'
import { drawWithEngine, readTableTexts } from '../../testing/draw.tsx'
import { MethodsTab } from './methods-tab.tsx'
import { run } from './result/testing/run-of.ts'

function buildArm(id: string, kept: number, reduction: number, more: Partial<ComparedArm> = {}): ComparedArm {
  return {
    id,
    label: id,
    source: null,
    certainty: null,
    isExtracted: false,
    tokensAfter: 1000 * (100 - reduction),
    saved: 1000 * reduction,
    figures: { 'continuation-recall': kept, [keptFigure]: kept, reduction },
    controls: {},
    estimatedCostUsd: 0.1,
    changeUsd: -reduction / 10,
    breakEvenRequests: 3,
    valid: true,
    outcome: 'condensed',
    problems: [],
    ...more,
  }
}

const arms = [
  buildArm('light', 1, 5),
  buildArm('saver', 0.6, 95),
  buildArm('keeper', 0.9, 60),
  buildArm('broken', 1, 70, { valid: false, problems: ['A tool result has no call'] }),
]
const cut = { index: 12, reason: 'share', messages: 12, tokens: 100_000, continuationMessages: 8 } as const
const task = { id: 't1', title: 'Mend the fence' }

async function* compared({
  arms: ids,
}: {
  readonly arms?: readonly string[]
}): AsyncGenerator<ComparingEvent> {
  yield { kind: 'progress', done: 1, total: 4 }
  const chosen = ids === undefined ? arms : ids.map((id) => buildArm(id, 0.95, 61))
  yield { kind: 'finished', comparison: { task, cut, requestsAfter: 4, neverUsd: null, arms: chosen } }
}

const summary = { ...task, readTs: 1 }

function drawTab(address: { readonly detail?: string; readonly more?: string } = {}) {
  const { detail = null, more = null } = address
  return drawWithEngine(<MethodsTab task={summary} detail={detail} more={more} />, {
    'answers.compare': compared,
    'answers.result': () => ({ ...run, id: 'r1', status: 'unchanged' }),
    'runs.get': ({ runId }: { readonly runId: string }) => ({ ...run, id: runId, status: 'unchanged' }),
    'preferences.all': () => ({}),
    'preferences.set': () => undefined,
    'arms.list': () => [
      { id: 'keeper', label: 'keeper', providerId: 'smart', presetId: 'kept', origin: null },
      { id: 'more', label: 'One more', providerId: 'smart', presetId: null, origin: null },
    ],
    'providers.list': () => [{ id: 'smart', label: 'Smart', defaults: { a: 1 }, presets: [] }],
    'presets.list': () => [
      { providerId: 'smart', id: 'kept', label: 'Kept', isBuiltIn: true, versions: [{ settings: { a: 2 } }] },
    ],
  })
}

const names = async (): Promise<readonly (string | null | undefined)[]> =>
  readTableTexts(await screen.findByRole('table', { name: 'Methods on this task' }))
    .slice(1)
    .map(([name]) => name)

it('begins with what happened on this task, and the best method for the goal here', async () => {
  const { user } = drawTab()
  expect(await names()).toEqual(['keeper', 'saver', 'light', 'broken'])
  expect(
    screen.queryByText(
      'Cut after 12 messages (100,000 tokens), where no condensation happened. Best balance here: keeper, 90 % of the facts the agent went on to use at equal size, for a bill about $6.00 lower than what was recorded over the 4 requests that followed. One condensation is too few to name a method.',
    ),
  ).not.toBeNull()
  expect(screen.queryByTitle('Invalid: A tool result has no call')).not.toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Cheapest' }))
  expect(await names()).toEqual(['saver', 'keeper', 'light', 'broken'])
})

it('shows what a method makes of the history at the cut beside the table, without leaving the task', async () => {
  const { user, calls, addresses } = drawTab()
  expect(screen.queryByText('Choose a method to see what it makes of this history.')).not.toBeNull()
  await user.click(await screen.findByText('keeper'))
  await expect.poll(() => addresses.at(-1)).toBe('/task/t1/methods/keeper')
  expect(calls.map(([name]) => name)).not.toContain('answers.result')
})

it('asks for the result of the method that the address names', async () => {
  const { calls } = drawTab({ detail: 'keeper' })
  expect(await screen.findByText('Unchanged', { selector: 'h2' })).toBeDefined()
  expect(calls).toContainEqual(['answers.result', { taskId: 't1', arm: 'keeper', at: 12 }])
})

it('shows a run of one’s own in the place of a method', async () => {
  const { calls } = drawTab({ detail: 'run', more: 'r7' })
  expect(await screen.findByText('Unchanged', { selector: 'h2' })).toBeDefined()
  expect(calls).toContainEqual(['runs.get', { runId: 'r7' }])
})

it('puts another method in its place among the others', async () => {
  const { user } = drawTab()
  await names()
  await user.click(screen.getByRole('combobox', { name: 'Add a method' }))
  await user.click(within(document.body).getByRole('option', { name: 'One more' }))
  await expect.poll(names).toEqual(['more', 'keeper', 'saver', 'light', 'broken'])
})

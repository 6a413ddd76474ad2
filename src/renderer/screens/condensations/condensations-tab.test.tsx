import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Autopsied } from '../../../shared/condensations/autopsy-types.ts'
import type { KeepingEvent } from '../../../shared/condensations/kept-by-methods-types.ts'
import type { AlignedRow } from '../../../shared/condense/aligned-row-types.ts'
import type { TaskSummary } from '../../../shared/library/task-types.ts'
import { makeAutopsied } from '../../../shared/testing/make-autopsied.ts'
import { drawWithEngine, readTableTexts } from '../../testing/draw.tsx'
import { run } from '../condense/result/testing/run-of.ts'
import { CondensationsTab } from './condensations-tab.tsx'

const task = {
  id: 't',
  agent: 'claude-code',
  path: "/home/mara/it's/full.jsonl",
  readTs: 1,
} as TaskSummary // Of a task, the tab reads these alone.

const method = {
  isExtracted: false,
  valid: true,
  outcome: 'condensed' as const,
  problems: [],
}

async function* keeping(): AsyncGenerator<KeepingEvent> {
  yield { kind: 'progress', done: 1, total: 2 }
  yield {
    kind: 'finished',
    needed: 2,
    methods: [
      { ...method, id: 'recorded', label: 'What Claude Code did', kept: 0, tokensAfter: 2774, changeUsd: 0 },
      { ...method, id: 'keeper', label: 'Keeper', kept: 2, tokensAfter: 46_080, changeUsd: 1.84 },
    ],
  }
}

const row: AlignedRow = {
  source: { index: 0, role: 'user', tokens: 9, kinds: ['user-text'], preview: 'Mend the rewind.' },
  result: { index: 0, role: 'user', tokens: 4, kinds: ['summary'], preview: 'We mend it.' },
  fate: 'summarised',
  groupStart: true,
  reasons: [],
}

type Shown = { readonly n?: number; readonly methodId?: string }

function drawTab(condensations: readonly Autopsied[], { n, methodId }: Shown = {}) {
  return drawWithEngine(<CondensationsTab task={task} n={n ?? null} methodId={methodId ?? null} />, {
    'condensations.list': () => ({ condensations }),
    'condensations.facts': () => ({ facts: [] }),
    'condensations.methods': keeping,
    'answers.result': () => run,
    'runs.rows': () => [row],
    'arms.list': () => [{ id: 'keeper', label: 'Keeper' }],
    'app.info': () => ({ command: 'dewpoint' }),
    'preferences.all': () => ({}),
  })
}

const three = [1, 2, 3].map((n) => makeAutopsied({ n }))

it('lists the condensations of a task, each with what was needed later, and leads to their pages', async () => {
  drawTab(three)
  expect(
    await screen.findByText(
      'Of what the agent’s 3 condensations left out, 6 things were needed later: read again for 15,360 tokens, $0.15.',
    ),
  ).toBeDefined()
  const table = screen.getByRole('table', { name: 'Condensations' })
  expect(readTableTexts(table)[2]).toEqual([
    '2',
    '–',
    'automatic',
    '155,830',
    '46,329',
    '2',
    '5,120',
    '$0.0500',
  ])
  expect(within(table).getByRole('link', { name: '2' }).getAttribute('href')).toBe('/task/t/condensation/2')
})

it('opens the page of the only one at once, with what was missing first', async () => {
  drawTab(three.slice(0, 1))
  expect(
    await screen.findByText(
      '155,830 → 46,329 tokens. 2 things needed later were missing: read again for 5,120 tokens, $0.05.',
    ),
  ).toBeDefined()
  expect(screen.getByText('summary, automatic, before request 86')).toBeDefined()
  const chains = within(screen.getByRole('list', { name: 'Chains, worst first' })).getAllByRole('listitem')
  expect(chains.map(({ textContent }) => textContent)).toEqual([
    'rewind.go read again, 4,120 tokens, $0.04said in #15 → not in the summary → needed in #203',
    'rewind.go read again, 1,000 tokens, $0.01said in #16 → not in the summary → needed in #207',
  ])
  const links = within(chains[0] ?? document.body).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/task/t/messages/15',
    '/task/t/messages/203',
  ])
  expect(
    screen.getByText('441 other details are gone and were not needed in the 107 requests that followed.'),
  ).toBeDefined()
  expect(screen.getByText('We mend the rewind.')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Next' })).toBeNull()
  expect(
    await screen.findByText(String.raw`dewpoint autopsy '/home/mara/it'\''s/full.jsonl' --at 1 --restore`),
  ).toBeDefined()
  expect(screen.getByRole('button', { name: 'Copy the missing lines' })).toBeDefined()
})

it('says what methods would have kept, what happened first, and leads to the difference of each', async () => {
  const { calls } = drawTab(three, { n: 2 })
  const table = await screen.findByRole('table', { name: 'What would have kept it' })
  expect(readTableTexts(table).slice(1)).toEqual([
    ['What Claude Code did', '0 of 2', '2,774', 'as recorded', 'valid'],
    ['Keeper', '2 of 2', '46,080', '+$1.84', 'valid'],
  ])
  expect(within(table).getByRole('link', { name: 'Keeper' }).getAttribute('href')).toBe(
    '/task/t/condensation/2/keeper',
  )
  expect(screen.getByText(/one condensation is too few to name a winner\.$/)).toBeDefined()
  expect(await screen.findByText('Before and after: what Claude Code did')).toBeDefined()
  expect(calls).toContainEqual(['answers.result', { taskId: 't', arm: 'recorded', at: 170 }])
  for (const [name, n] of [
    ['Previous', 1],
    ['Next', 3],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(`/task/t/condensation/${n}`)
})

it('shows before and after of the method that the address names', async () => {
  const { calls } = drawTab(three, { n: 2, methodId: 'keeper' })
  expect(await screen.findByText('Before and after: Keeper')).toBeDefined()
  expect(calls).toContainEqual(['answers.result', { taskId: 't', arm: 'keeper', at: 170 }])
  expect(screen.getByRole('link', { name: 'Show what Claude Code did' })).toBeDefined()
  expect(await screen.findByRole('listbox', { name: 'Source beside result' })).toBeDefined()
})

it('says what cannot be seen, and asks no method where nothing is left to condense', async () => {
  const opaque = makeAutopsied({
    kind: 'opaque',
    summary: null,
    others: null,
    missing: [],
    cut: null,
    unexamined: 'deleted',
  })
  const { calls } = drawTab([opaque])
  expect(await screen.findByText(/^155,830 → 46,329 tokens\. What it left out is no longer/)).toBeDefined()
  expect(screen.getByText(/^The summary is encrypted\./)).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Before and after' })).toBeNull()
  expect(calls.map(([name]) => name)).not.toContain('condensations.methods')
})

it('says so where the agent never condensed', async () => {
  drawTab([])
  expect(await screen.findByText('The agent recorded no condensation in this task.')).toBeDefined()
})

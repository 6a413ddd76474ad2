import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Autopsied } from '../../../shared/condensations/autopsy-types.ts'
import { drawWithEngine } from '../../testing/draw.tsx'
import { LostList } from './lost-list.tsx'

const one: Autopsied = {
  n: 1,
  kind: 'summary',
  trigger: 'auto',
  ts: null,
  before: 155_830,
  after: 46_329,
  atRequest: 86,
  costUsd: null,
  hidden: { messages: 10, parts: 20, tokens: 114_109 },
  unexamined: null,
  facts: { kept: 1, lost: 2, atRisk: 0 },
  byClass: [],
  gone: [
    { classId: 'constraint', text: 'Never push.' },
    { classId: 'symbol', text: 'computeTotals' },
  ],
  kept: [{ classId: 'path', text: 'src/kept.ts' }],
  rules: [
    { text: 'Never push.', state: 'lost' },
    { text: 'Use tabs.', state: 'kept' },
  ],
  readAgain: { results: 1, tokens: 11_400, costUsd: 0.04, paths: ['src/a.ts'] },
  summary: null,
}

it('says what each condensation lost, and shows it on request', async () => {
  drawWithEngine(<LostList taskId="t" />, { 'timeline.autopsy': () => ({ condensations: [one] }) })
  await screen.findByRole('heading', { name: 'What condensation lost' })
  expect(screen.getByText(/^Lost here: 1 of your 2 rules, 2 of 3 facts\./).textContent).toContain(
    'Read again later: 1 file, 11,400 tokens, $0.0400.',
  )
  expect(screen.getByText('Before request 86')).toBeDefined()
  expect(screen.getByText('Show what')).toBeDefined()
  expect(screen.getByText('Never push.')).toBeDefined()
  expect(screen.getByText('computeTotals')).toBeDefined()
  expect(screen.queryByText('Use tabs.')).toBeNull()
  expect(screen.getByText('src/kept.ts').closest('details')?.textContent).toMatch(/^Show what it kept/)
  // What is a rule stands among the rules alone.
  expect(screen.getAllByText('Never push.')).toHaveLength(1)
})

it('tells files from the reads of them', async () => {
  const readAgain = { results: 8, tokens: 9000, costUsd: null, paths: ['a', 'b', 'c', 'd', 'e', 'f'] }
  drawWithEngine(<LostList taskId="t" />, {
    'timeline.autopsy': () => ({ condensations: [{ ...one, readAgain }] }),
  })
  expect((await screen.findByText(/^Lost here/)).textContent).toContain(
    'Read again later: 6 files in 8 reads, 9,000 tokens.',
  )
})

it('says nothing of a task that was never condensed', async () => {
  const { calls } = drawWithEngine(<LostList taskId="t" />, {
    'timeline.autopsy': () => ({ condensations: [] }),
  })
  await expect.poll(() => calls.length).toBe(1)
  expect(screen.queryByRole('heading')).toBeNull()
})

it('says why where it is not known', async () => {
  drawWithEngine(<LostList taskId="t" />, {
    'timeline.autopsy': () => {
      throw new Error('The file is gone.')
    },
  })
  expect(await screen.findByText(/is not known: The file is gone\./)).toBeDefined()
})

import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Autopsied } from '../../../shared/condensations/autopsy-types.ts'
import { drawWithEngine } from '../../testing/draw.tsx'
import { CondensationList } from './condensation-list.tsx'

const one: Autopsied = {
  n: 1,
  kind: 'summary',
  trigger: 'auto',
  ts: null,
  before: 155_830,
  after: 46_329,
  atRequest: 86,
  followed: 107,
  costUsd: null,
  hidden: { messages: 10, parts: 20, tokens: 114_109 },
  unexamined: null,
  missing: [
    {
      kind: 'read-again',
      texts: ['/w/src/rewind.go'],
      said: 15,
      used: 203,
      tokens: 4120,
      costUsd: 0.04,
      excerpt: 'func rewind()',
    },
  ],
  others: 441,
  summary: null,
}

it('says what was needed later and is missing, as chains that lead to the messages', async () => {
  drawWithEngine(<CondensationList taskId="t" />, {
    'timeline.autopsy': () => ({ condensations: [one] }),
  })
  await screen.findByRole('heading', {
    name: '1. 155,830 → 46,329 tokens. 1 thing needed later was missing: read again for 4,120 tokens, $0.04.',
  })
  expect(screen.getByText('Before request 86')).toBeDefined()
  const chain = within(screen.getByRole('list', { name: 'Needed later and missing' })).getByRole('listitem')
  expect(chain.textContent).toBe(
    'said in #15 → not in the summary → needed in #203 (rewind.go read again, 4,120 tokens, $0.04)',
  )
  const links = within(chain).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href')?.endsWith('203'))).toEqual([false, true])
  expect(
    screen.getByText('441 other details are gone and were not needed in the 107 requests that followed.'),
  ).toBeDefined()
  expect(screen.getByRole('button', { name: 'Copy what is missing' })).toBeDefined()
})

it('says nothing of a task that was never condensed', async () => {
  const { calls } = drawWithEngine(<CondensationList taskId="t" />, {
    'timeline.autopsy': () => ({ condensations: [] }),
  })
  await expect.poll(() => calls.length).toBe(1)
  expect(screen.queryByRole('heading')).toBeNull()
})

it('says why where it is not known', async () => {
  drawWithEngine(<CondensationList taskId="t" />, {
    'timeline.autopsy': () => {
      throw new Error('The file is gone.')
    },
  })
  expect(await screen.findByText(/is not known: The file is gone\./)).toBeDefined()
})

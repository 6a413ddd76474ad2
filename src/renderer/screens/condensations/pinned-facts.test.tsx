import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FactFate, PinnedFact } from '../../../shared/condensations/pinned-fact-types.ts'
import { drawWithEngine } from '../../testing/draw.tsx'
import { PinFact } from '../task/pin-fact.tsx'
import { PinnedFacts } from './pinned-facts.tsx'

const fate: FactFate = { n: 1, fate: 'verbatim', keptIn: 87, there: [], missing: [], unclear: null }
const makeFact = (text: string, of: Partial<FactFate>): PinnedFact => ({
  text,
  said: 15,
  fates: [{ ...fate, ...of }],
})
const lost: Partial<FactFate> = { fate: 'gone', keptIn: null, missing: ['54330'] }
const facts: readonly PinnedFact[] = [
  makeFact('Amounts are in cents.', {}),
  makeFact('The database listens on 54330.', lost),
  { text: 'It came later.', said: 200, fates: [{ ...fate, n: 2 }] },
]

const texts = (): readonly (string | null)[] =>
  within(screen.getByRole('list', { name: 'Facts' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('says what became of each fact, leads to where it is said and kept, and takes one away', async () => {
  const { calls, user } = drawWithEngine(<PinnedFacts taskId="t" n={1} />, {
    'condensations.facts': () => ({ facts }),
    'condensations.unpinFact': () => ({ facts: facts.slice(1) }),
  })
  expect(await screen.findByText('“Amounts are in cents.”')).toBeDefined()
  expect(texts()).toEqual([
    '“Amounts are in cents.”said in #15 → kept word for word in #87',
    '“The database listens on 54330.”said in #15 → gone: it does not name 54330',
  ])
  expect(screen.getByText('1 fact of the task came after this condensation.')).toBeDefined()
  const links = within(screen.getByRole('list', { name: 'Facts' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/task/t/messages/15',
    '/task/t/messages/87',
    '/task/t/messages/15',
  ])
  await user.click(screen.getByRole('button', { name: 'Unpin “Amounts are in cents.”' }))
  expect(calls).toContainEqual(['condensations.unpinFact', { taskId: 't', text: 'Amounts are in cents.' }])
  expect(texts()).toHaveLength(1)
})

it('pins words that are pasted, and says why it cannot', async () => {
  const { calls, user } = drawWithEngine(<PinnedFacts taskId="t" n={1} />, {
    'condensations.facts': () => ({ facts: [] }),
    'condensations.pinFact': () => Promise.reject(new Error('No message of the task says that')),
  })
  expect(await screen.findByText(/^Pin what must not be forgotten/)).toBeDefined()
  await user.type(screen.getByRole('textbox', { name: 'Words of the session' }), ' Use port 5 {Enter}')
  expect(calls).toContainEqual(['condensations.pinFact', { taskId: 't', text: 'Use port 5' }])
  expect(await screen.findByText(/No message of the task says that/)).toBeDefined()
})

it('pins what is selected of a message, else the message, unless it is too long', async () => {
  const { calls, user } = drawWithEngine(
    <section>
      <p>Use cents, always.</p>
      <PinFact taskId="t" text="Use cents, always." />
    </section>,
    { 'condensations.pinFact': () => ({ facts: [] }) },
  )
  await user.click(screen.getByRole('button', { name: 'Pin as a fact' }))
  expect(calls.at(-1)).toEqual(['condensations.pinFact', { taskId: 't', text: 'Use cents, always.' }])
  expect(await screen.findByRole('link', { name: /see what became of it/ })).toBeDefined()
  const words = screen.getByText('Use cents, always.').firstChild as Text
  document.getSelection()?.setBaseAndExtent(words, 4, words, 9)
  await user.click(screen.getByRole('button', { name: 'Pin as a fact' }))
  expect(calls.at(-1)).toEqual(['condensations.pinFact', { taskId: 't', text: 'cents' }])
})

it('asks for the words of a message that is too long', async () => {
  const { calls, user } = drawWithEngine(<PinFact taskId="t" text={'word '.repeat(1000)} />, {})
  await user.click(screen.getByRole('button', { name: 'Pin as a fact' }))
  expect(screen.getByRole('alert').textContent).toBe('Select the words that matter first')
  expect(calls).toEqual([])
})

import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { drawWithEngine } from '../../../testing/draw.tsx'
import { filterFacts, type SurvivalFact, type SurvivalFilter } from './collect-survival-facts.ts'
import { SurvivalTable } from './survival-table.tsx'
import { run } from './testing/run-of.ts'
import type { Survival } from './use-survival.ts'

const place = (messageIndex: number) => ({ messageIndex, partIndex: 1, start: 0, end: 3 })
const facts: readonly SurvivalFact[] = [
  {
    id: 'path a',
    classId: 'path',
    text: 'src/a.ts',
    isKept: true,
    stood: [place(0)],
    stands: [place(0), place(2)],
  },
  { id: 'path b', classId: 'path', text: 'src/b.ts', isKept: false, stood: [place(1)], stands: [] },
  {
    id: 'constraint c',
    classId: 'constraint',
    text: 'Never push',
    isKept: false,
    stood: [place(2)],
    stands: [],
  },
]

function drawTable(
  patch: Partial<Survival> = {},
  now: { fileIndices: number[] | null } = { fileIndices: [5, 6, 9] },
) {
  const onOpen = vi.fn<() => void>()
  const select = vi.fn<(fact: SurvivalFact) => void>()
  function Owner() {
    const [filter, setFilter] = useState<SurvivalFilter>({ classIds: [], fates: [] })
    const survival: Survival = {
      facts,
      shown: filterFacts(facts, filter),
      filter,
      setFilter,
      selected: null,
      select,
      fileIndices: [5, 6, 9],
      error: null,
      retry: () => undefined,
      ...patch,
    }
    return <SurvivalTable run={run} survival={survival} onOpen={onOpen} />
  }
  const drawn = drawWithEngine(<Owner />, {
    'quality.ofRun': () => ({ measured: [], ...now }),
    'pins.add': () => ({ pins: [], holding: { messages: 0, parts: 0, tokens: 0 } }),
    'presets.list': () => [],
    'runs.start': () => ({ ...run, id: 'next' }),
  })
  return { ...drawn, onOpen, select }
}

const rows = () =>
  within(screen.getByRole('table', { name: 'Facts of the source' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent).slice(0, 5))
    .filter((cells) => cells.length > 1)

describe('the table of facts', () => {
  it('has every fact with its places', () => {
    drawTable()
    expect(rows()).toEqual([
      ['kept', 'path', 'src/a.ts', '#0', '#0 +1'],
      ['lost', 'path', 'src/b.ts', '#1', '–'],
      ['lost', 'constraint', 'Never push', '#2', '–'],
    ])
  })

  it('is filtered by fate and class together', async () => {
    const { user } = drawTable()
    await user.click(screen.getByRole('checkbox', { name: 'lost 2' }))
    expect(rows().map(([, , text]) => text)).toEqual(['src/b.ts', 'Never push'])
    await user.click(screen.getByRole('checkbox', { name: /1\/2/ }))
    expect(rows().map(([, , text]) => text)).toEqual(['src/b.ts'])
    await user.click(screen.getByRole('checkbox', { name: 'lost 2' }))
    expect(rows().map(([, , text]) => text)).toEqual(['src/a.ts', 'src/b.ts'])
  })

  it('selects a fact by a click and opens it by a double click', async () => {
    const { user, select, onOpen } = drawTable()
    await user.dblClick(screen.getByText('src/b.ts'))
    expect(select).toHaveBeenCalledWith(facts[1])
    expect(onOpen).toHaveBeenCalled()
  })

  it('pins lost constraints by their place in the file and runs again', async () => {
    const { user, calls, addresses } = drawTable()
    await user.click(screen.getByRole('button', { name: 'Pin 1 lost constraint and run again' }))
    await waitFor(() => expect(addresses.at(-1)).toBe(`/task/${run.taskId}/methods/run/next`))
    expect(calls).toContainEqual(['pins.add', { taskId: 't', pins: [{ messageIndex: 9, partIndex: 1 }] }])
    expect(calls.find(([method]) => method === 'runs.start')?.[1]).toMatchObject({
      taskId: 't',
      providerId: 'native',
    })
  })

  it('pins nothing where the task has changed', async () => {
    const { user, calls } = drawTable({}, { fileIndices: null })
    await user.click(screen.getByRole('button', { name: 'Pin and run again' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The task has changed since this run')
    expect(calls.map(([method]) => method)).not.toContain('pins.add')
  })

  it('disables pinning where the file is known to have changed', () => {
    drawTable({ fileIndices: null })
    expect(screen.getByRole('button', { name: 'Pin and run again' })).toHaveProperty('disabled', true)
  })

  it.each([
    [{ facts: null }, 'Measuring what was kept'],
    [{ facts: [], shown: [] }, 'The source states no fact that can be tracked.'],
    [{ error: new Error('No counter.') }, 'No counter.'],
    [{ shown: [] }, 'No fact of this kind.'],
  ])('says so where there is nothing to show: %#', (patch, sentence) => {
    drawTable(patch)
    const status = screen.queryByRole('status')?.ariaLabel ?? ''
    expect(`${status} ${document.body.textContent}`).toContain(sentence)
  })
})

import { screen } from '@testing-library/react'
import { createRef } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { draw } from '../../../testing/draw.tsx'
import { OperationCostsContext, type OperationCosts } from './operation-costs.ts'
import { PassList } from './pass-list.tsx'

function drawList(selected: number | null, costs: OperationCosts | null = null) {
  const acts = {
    onSelect: vi.fn<(selected: number | null) => void>(),
    onMove: vi.fn<(from: number, to: number) => void>(),
    onRemove: vi.fn<(index: number) => void>(),
    onDuplicate: vi.fn<(index: number) => void>(),
  }
  const list = createRef<HTMLDivElement>()
  const user = draw(
    <OperationCostsContext value={costs}>
      <PassList
        list={list}
        passes={[{ name: 'First' }, { name: 'Second' }]}
        issues={[{ path: ['passes', 1, 'id'], message: 'taken' }]}
        selected={selected}
        {...acts}
      />
    </OperationCostsContext>,
  )
  list.current?.focus()
  return { user, ...acts }
}

describe('the list of passes', () => {
  it.each([
    [null, '{ArrowDown}', 'onSelect', [0]],
    [0, '{ArrowUp}', 'onSelect', [null]],
    [0, 'j', 'onSelect', [1]],
    [1, '{Home}', 'onSelect', [null]],
    [0, '{Alt>}{ArrowDown}{/Alt}', 'onMove', [0, 1]],
    [1, '{Alt>}{ArrowUp}{/Alt}', 'onMove', [1, 0]],
    [1, '{Delete}', 'onRemove', [1]],
    [1, 'd', 'onDuplicate', [1]],
  ] as const)('with %s selected does on %s: %s', async (selected, keys, act, given) => {
    const { user, ...acts } = drawList(selected)
    await user.keyboard(keys)
    expect(acts[act]).toHaveBeenCalledWith(...given)
  })

  it.each(['{Delete}', 'd', '{Alt>}{ArrowDown}{/Alt}'])(
    'leaves the general settings alone on %s',
    async (keys) => {
      const { user, onMove, onRemove, onDuplicate } = drawList(null)
      await user.keyboard(keys)
      for (const act of [onMove, onRemove, onDuplicate]) expect(act).not.toHaveBeenCalled()
    },
  )

  it('marks passes that are invalid or too expensive', () => {
    const operations = [0, 1].map((place) => ({ path: ['passes', place, 'x'], calls: 1, costUsd: 2 }))
    const costs = { operations, limits: { budgetUsd: 1, alertUsd: null } } as unknown as OperationCosts
    drawList(0, costs)
    const marks = screen
      .getAllByRole('option')
      .map(({ textContent }) => /does not fit|over the limit/.exec(textContent ?? '')?.[0])
    expect(marks).toEqual([undefined, 'over the limit', 'does not fit'])
  })
})

import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ReplayResult } from '../../../shared/replay/contract.ts'
import { useReplaySelection } from './use-replay-selection.ts'

/** A result of policies by id, each with the request of its condensation, or null for none. */
function buildResult(policies: Readonly<Record<string, number | null>>, requests = 4): ReplayResult {
  return {
    policies: Object.entries(policies).map(([id, at]) => ({
      id,
      firings: at === null ? [] : [{ request: at }],
      requests: Array.from({ length: requests }, (_, request) => ({ request, costUsd: 1 })),
      costUsd: 1,
    })),
    // What is looked at depends on these alone.
  } as unknown as ReplayResult
}

const before = buildResult({ none: null, early: 1, late: 3 })

function renderSelection(result: ReplayResult) {
  return renderHook((props: { readonly result: ReplayResult }) => useReplaySelection(props.result), {
    initialProps: { result },
  })
}

describe('what is looked at of a replay', () => {
  it('is the first policy that condenses, at its first condensation', () => {
    const { result } = renderSelection(before)
    expect(result.current.selected?.id).toBe('early')
    expect(result.current.request).toBe(1)
  })

  it('stays where a new result has it', () => {
    const { result, rerender } = renderSelection(before)
    act(() => {
      result.current.select('late')
      result.current.setRequest(2)
      result.current.toggle('early')
    })
    rerender({ result: buildResult({ none: null, early: 0, late: 3, more: 2 }) })
    expect(result.current.selected?.id).toBe('late')
    expect(result.current.request).toBe(2)
    expect(result.current.shown.map(({ id }) => id)).toEqual(['none', 'late', 'more'])
  })

  it('keeps the measure and the table of each chart for a new result', () => {
    const { result, rerender } = renderSelection(before)
    act(() => {
      result.current.findMeasure('sweep', 'cost')[1]('peak')
      result.current.findTableState('Sweep').onToggle()
    })
    rerender({ result: buildResult({ none: null, early: 0 }) })
    expect(result.current.findMeasure('sweep', 'cost')[0]).toBe('peak')
    expect(result.current.findMeasure('pareto', 'cost')[0]).toBe('cost')
    expect(result.current.findTableState('Sweep').isOn).toBe(true)
    act(() => result.current.findTableState('Sweep').onToggle())
    expect(result.current.findTableState('Sweep').isOn).toBe(false)
  })

  it('is the first again where a new result has it no more', () => {
    const { result, rerender } = renderSelection(before)
    act(() => {
      result.current.select('late')
      result.current.setRequest(3)
    })
    rerender({ result: buildResult({ none: null, early: 1 }, 3) })
    expect(result.current.selected?.id).toBe('early')
    expect(result.current.request).toBe(1)
  })
})

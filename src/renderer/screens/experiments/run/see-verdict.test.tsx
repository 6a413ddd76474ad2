import { act, fireEvent, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import type { ExperimentStatus } from '../../../../shared/experiments/experiment-types.ts'
import { routes } from '../../../lib/routes.ts'
import { draw } from '../../../testing/draw.tsx'
import { createVariantNames } from '../create-variant-names.ts'
import { ExperimentContext, type ExperimentScreen } from '../experiment-context.ts'
import { buildExperimentDetail, buildExperimentResults, summary } from '../testing/experiment-fixtures.ts'
import { SeeVerdict, justStarted } from './see-verdict.tsx'

const cells = `#${routes.experiment(summary.id, 'cells')}`
const results = `#${routes.experiment(summary.id, 'results')}`

/** Draws the way with a status that can be changed. */
function drawWay(first: ExperimentStatus): (next: ExperimentStatus) => void {
  let change: (next: ExperimentStatus) => void = () => undefined
  function Way() {
    const [status, setStatus] = useState(first)
    useEffect(() => {
      change = setStatus
    }, [])
    const detail = buildExperimentDetail([])
    const value: ExperimentScreen = {
      detail: { ...detail, summary: { ...detail.summary, status } },
      results: buildExperimentResults(),
      names: createVariantNames([]),
      baselineId: 'native',
      metrics: [],
      running: new Set(),
    }
    return (
      <Router hook={useHashLocation}>
        <ExperimentContext value={value}>
          <SeeVerdict />
        </ExperimentContext>
      </Router>
    )
  }
  draw(<Way />)
  return (next) => act(() => change(next))
}

describe('the way from the cells to the verdict', () => {
  beforeEach(() => history.replaceState(null, '', cells))

  it('is taken by itself when the experiment that is watched ends', () => {
    const change = drawWay('running')
    expect(screen.queryByRole('link', { name: 'See the verdict' })).toBeNull()
    change('finished')
    expect(location.hash).toBe(results)
  })

  it('is taken by itself where it ended before the cells were shown', () => {
    history.replaceState(justStarted, '', cells)
    drawWay('finished')
    expect(location.hash).toBe(results)
  })

  it.each<[string, () => void, ExperimentStatus]>([
    ['something was touched here since', () => fireEvent.pointerDown(document.body), 'finished'],
    ['it ended early', () => undefined, 'cancelled'],
  ])('is a link where %s', (_why, touch, ended) => {
    const change = drawWay('running')
    touch()
    change(ended)
    expect(location.hash).toBe(cells)
    expect(screen.getByRole('link', { name: 'See the verdict' }).getAttribute('href')).toContain(results)
  })

  it('is a link where a finished one is opened', () => {
    drawWay('finished')
    expect(location.hash).toBe(cells)
    expect(screen.getByRole('link', { name: 'See the verdict' })).toBeTruthy()
  })
})

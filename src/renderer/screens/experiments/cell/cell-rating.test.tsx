import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { CellDetail } from '../../../../shared/experiments/contract.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { drawWithEngine } from '../../../testing/draw.tsx'
import { ExperimentContext, type ExperimentScreen } from '../experiment-context.ts'
import { buildCell, buildExperimentDetail } from '../testing/experiment-fixtures.ts'
import { CellRating } from './cell-rating.tsx'

const cell = buildCell('lossless', 'task@1')
// Neither the rating nor what is around it reads more of a cell, nor of the screen.
const detail = { cell, rating: null } as unknown as CellDetail
const shown = { detail: buildExperimentDetail([cell]), names: { isBlind: false } } as ExperimentScreen

function LoadedRating() {
  const { queries } = useEngine()
  const input = { experimentId: 'e', cellId: cell.id }
  const { data } = useQuery(queries.experiments.cell.queryOptions({ input }))
  return data === undefined ? null : <CellRating detail={data} />
}

describe('the rating of a cell', () => {
  it('is sent while what it changed is still being read again', async () => {
    let readings = 0
    const { user, calls } = drawWithEngine(
      <ExperimentContext value={shown}>
        <LoadedRating />
      </ExperimentContext>,
      {
        'experiments.rate': () => null,
        'experiments.cell': () => {
          readings += 1
          return readings === 1 ? detail : new Promise(() => undefined)
        },
      },
    )
    await screen.findByRole('region', { name: 'Rating' })
    act(() => screen.getByRole('radio', { name: '4 of 5 stars' }).focus())
    await user.keyboard(' ')
    await waitFor(() => expect(readings).toBe(2))
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Reads well.')
    await user.tab()
    await waitFor(() =>
      expect(calls.filter(([method]) => method === 'experiments.rate')).toEqual([
        ['experiments.rate', expect.objectContaining({ stars: 4, comment: '' })],
        ['experiments.rate', expect.objectContaining({ stars: 4, comment: 'Reads well.' })],
      ]),
    )
  })
})

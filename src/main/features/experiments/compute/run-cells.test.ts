import { describe, expect, it } from 'vitest'
import { createTestExperiment } from '../../../measure/testing/create-test-experiment.ts'
import { planCells, type PlannedCell } from './matrix.ts'
import { runCells, type CellEnd } from './run-cells.ts'

const { plan } = createTestExperiment({ metrics: [], values: { a: { x: [1, 1, 1] }, b: { x: [1, 1, 1] } } })
const cells = planCells(plan)
const ended: CellEnd = { kind: 'ended' }

/** Runs all cells with a work that answers by the number of the cell, counted from 1. */
async function runWith(
  answer: (count: number) => CellEnd | Error,
  { concurrency = 1, controller = new AbortController() } = {},
) {
  const begun: PlannedCell[] = []
  const end = runCells(cells, {
    concurrency,
    signal: controller.signal,
    work: async (cell) => {
      begun.push(cell)
      await Promise.resolve()
      const own = answer(begun.indexOf(cell) + 1)
      if (own instanceof Error) throw own
      return own
    },
  })
  return { begun, end }
}

describe('the cells of an experiment', () => {
  it('are begun checkpoint by checkpoint, repeat by repeat', () => {
    const variants = plan.variants.map((variant) => ({ ...variant, repeats: 2 }))
    const ids = planCells({ ...plan, variants }).map(({ id }) => id)
    expect(ids.slice(0, 4).toSorted()).toEqual([
      'a/task-0@1/1',
      'a/task-0@1/2',
      'b/task-0@1/1',
      'b/task-0@1/2',
    ])
    expect(ids[1]).toBe(ids[0]?.replace(/1$/, '2'))
    expect(new Set(ids).size).toBe(12)
  })

  it('let every variant come first as often as any other, and always the same way', () => {
    const checkpoints = Array.from({ length: 400 }, (_, at) => ({
      ...plan.checkpoints[0]!,
      id: `task@${at}`,
    }))
    const firsts = (): string[] =>
      planCells({ ...plan, checkpoints }).flatMap(({ variant }, at) => (at % 2 === 0 ? [variant.id] : []))
    const share = firsts().filter((id) => id === 'a').length / 400
    expect(share).toBeGreaterThan(0.4)
    expect(share).toBeLessThan(0.6)
    expect(firsts()).toEqual(firsts())
  })

  it('are done checkpoint by checkpoint on each side, and the last ones by all', async () => {
    const { begun, end } = await runWith(() => ended, { concurrency: 2 })
    expect(await end).toEqual({ kind: 'finished' })
    const checkpoints = begun.map(({ checkpoint }) => checkpoint.id)
    const [first, second, third] = [...new Set(cells.map(({ checkpoint }) => checkpoint.id))]
    expect(checkpoints).toEqual([first, second, first, second, third, third])
  })

  it('begin with the baseline where a judge holds the others against it', () => {
    const judge = { id: 'pairwise', label: '', group: 'judge', direction: 'higher', unit: 'share' } as const
    const metrics = [{ ...judge, isPassFail: false, needsModel: true }]
    const ids = planCells({ ...plan, metrics, baselineId: 'b' }).map(({ variant }) => variant.id)
    expect(ids).toEqual(['b', 'a', 'b', 'a', 'b', 'a'])
  })

  it('are all done', async () => {
    const { begun, end } = await runWith(() => ended)
    expect(await end).toEqual({ kind: 'finished' })
    expect(begun).toEqual(cells)
  })

  it('are begun no further once a limit leaves no room', async () => {
    const { begun, end } = await runWith((count) =>
      count === 2 ? { kind: 'out-of-budget', reason: 'Nothing is left.' } : ended,
    )
    expect(await end).toEqual({ kind: 'stopped', reason: 'Nothing is left.' })
    expect(begun).toHaveLength(2)
  })

  it('are begun no further once they were cancelled', async () => {
    const controller = new AbortController()
    const { begun, end } = await runWith(
      (count) => {
        if (count === 3) controller.abort()
        return ended
      },
      { controller },
    )
    expect(await end).toEqual({ kind: 'cancelled' })
    expect(begun).toHaveLength(3)
  })

  it('end with what one of them throws, after those on their way', async () => {
    const { begun, end } = await runWith((count) => (count === 2 ? new Error('The disk is full.') : ended), {
      concurrency: 3,
    })
    await expect(end).rejects.toThrow('The disk is full.')
    expect(begun.length).toBeLessThan(cells.length)
  })
})

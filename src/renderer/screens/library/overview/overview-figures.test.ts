import { describe, expect, it } from 'vitest'
import type { TaskSums } from '../../../../shared/library/types.ts'
import {
  describeCacheLoss,
  describeWhereTokensGo,
  formatRecordedCost,
  cutPathToEnd,
  formatShort,
  formatMeanPerTask,
  queryOfTool,
  computeSaving,
  formatShareOfWhole,
} from './overview-figures.ts'

describe('figures of the overview', () => {
  it.each([
    [1000, 600, 400, 40],
    [0, 0, 0, 0],
    [100, 120, 0, 0],
  ])('take %j to %j as a saving of %j tokens', (tokens, losslessTokens, saved, percent) => {
    expect(computeSaving({ tokens, losslessTokens })).toEqual({ tokens: saved, percent })
  })

  it.each([
    [{ costUsd: 53.5, tasks: 960, costedTasks: 920 }, '$53.50 in 920 of 960 tasks'],
    [{ costUsd: 53.5, tasks: 960, costedTasks: 960 }, '$53.50'],
    [{ costUsd: 53.5, tasks: 960, costedTasks: 960, unpricedRequests: 2 }, '$53.50, 2 requests unpriced'],
    [{ costUsd: null, tasks: 960, costedTasks: 0 }, '–'],
  ])('say of %j what was recorded as cost', (sums, text) => {
    expect(formatRecordedCost({ unpricedRequests: 0, ...sums })).toBe(text)
  })

  it('say what was lost to cache breaks, the dearest cause first', () => {
    const loss = describeCacheLoss({
      model: { n: 1, tokens: 100, costUsd: 0.5 },
      pause: { n: 3, tokens: 900, costUsd: 12 },
    })
    expect(loss).toEqual({
      value: '$12.50 · mostly “Pause”',
      note: '4 breaks. Pause $12.00, Model change $0.5000',
    })
    expect([describeCacheLoss({}), describeCacheLoss(undefined)]).toEqual([null, null])
  })

  it('divide by nothing without a figure', () => {
    expect([formatShareOfWhole(1, 0), formatMeanPerTask(1, 0)]).toEqual(['–', '–'])
    expect([formatShareOfWhole(1, 8), formatMeanPerTask(1, 8)]).toEqual(['12.5\u202f%', '0.13'])
  })

  it.each([
    [0, '0'],
    [0.5, '0.5'],
    [999, '999'],
    [250_000, '250\u202fk'],
    [1_500_000, '1.5\u202fM'],
    [2_000_000_000, '2\u202fG'],
  ])('letter an axis: %j as %j', (value, text) => {
    expect(formatShort(value)).toBe(text)
  })

  it.each([
    ['/home/ada/notes', '/home/ada/notes'],
    ['/home/ada/work/clients/northwind/packages/billing', '…/packages/billing'],
    ['C:\\Users\\ada\\source\\repositories\\ledger', '…\\repositories\\ledger'],
    ['mcp--roo-state-manager--list_files', '…--list_files'],
    ['a-name-without-any-separator-in-it', '…thout-any-separator-in-it'],
  ])('cut %j to %j', (path, end) => {
    expect(cutPathToEnd(path)).toBe(end)
  })

  it.each([
    ['read_file', 'read_file'],
    ['mcp--quickfiles--read_files', 'quickfiles read_files'],
    ['mcp', 'mcp'],
    ['a--b', 'a--b'],
  ])('search for the calls of %j by %j', (tool, query) => {
    expect(queryOfTool(tool)).toBe(query)
  })
})

it('says which kind and which tool take most', () => {
  const byTool = [{ tool: 'Read', tasks: 1, calls: 3, callTokens: 50, resultTokens: 450 }]
  const totals = { tokens: 1000 } as TaskSums
  expect(describeWhereTokensGo({ totals, byKind: { 'user-text': 400, 'tool-result': 600 }, byTool })).toBe(
    '60.0\u202f% of the tokens are tool results. Read accounts for 50.0\u202f%.',
  )
  expect(describeWhereTokensGo({ totals, byKind: { 'user-text': 1000 }, byTool: [] })).toBe(
    '100.0\u202f% of the tokens are user text.',
  )
  expect(describeWhereTokensGo({ totals, byKind: {}, byTool: [] })).toBe('')
})

import { describe, expect, it } from 'vitest'
import type { LibraryOverview } from '../../../../shared/library/types.ts'
import { drawDocument } from '../../../terminal/output/draw-document.ts'
import { buildOverview } from './build-overview.ts'

const formatOverview = (overview: LibraryOverview): string => drawDocument(buildOverview(overview))

const totals = {
  tasks: 2,
  messages: 30,
  tokens: 1000,
  costUsd: 1.5,
  costedTasks: 2,
  unpricedRequests: 0,
  condensations: 3,
  condensedTasks: 1,
  losslessTokens: 750,
}
const overview: LibraryOverview = {
  tasks: 3,
  surveyed: 2,
  childTasks: 0,
  unreadableTasks: 0,
  copiedRequests: 0,
  copiedUsd: 0,
  leftOutSamples: 0,
  countedSamples: 0,
  outdatedTasks: 0,
  movedTasks: 0,
  totals,
  byKind: { 'user-text': 100, 'tool-result': 900 },
  byTool: [{ tool: 'read_file', calls: 4, callTokens: 100, resultTokens: 500, tasks: 2 }],
  byWorkspace: [
    { ...totals, workspace: '/one', tasks: 1, tokens: 800 },
    { ...totals, workspace: null, tasks: 1, tokens: 200, losslessTokens: 200, condensations: 0 },
  ],
  byAgent: [{ ...totals, agent: 'roo' }],
  byModel: [],
}

describe('the overview for people', () => {
  it('begins with the sums', () => {
    const text = formatOverview(overview)
    expect(text).toMatch(/^tasks +2 counted of 3\nmessages +30\ntokens +1,000\nrecorded cost +\$1\.50\n/)
    expect(text).toMatch(/^condensed +3 times in 1 task$/m)
    expect(text).toMatch(/^lossless +would leave 750 tokens and save 25\.0 %$/m)
  })

  it.each([
    [{ costedTasks: 1 }, '$1.50, in 1 of 2 tasks'],
    [{ unpricedRequests: 1 }, '$1.50, 1 request unpriced'],
    [{ costUsd: null, costedTasks: 0 }, '–'],
  ])('says how many tasks recorded their cost: %o', (costs, expected) => {
    const lines = formatOverview({ ...overview, totals: { ...totals, ...costs } }).split('\n')
    const cost = lines.find((line) => line.startsWith('recorded cost'))
    expect(cost?.slice('recorded cost'.length).trim()).toBe(expected)
  })

  it('says that the sample is left out', () => {
    expect(formatOverview({ ...overview, tasks: 2, leftOutSamples: 1 })).toMatch(
      /^tasks +2, without the sample\n/,
    )
  })

  it('tells child sessions from tasks of the person', () => {
    expect(formatOverview({ ...overview, tasks: 2, childTasks: 1 })).toMatch(
      /^tasks +2, 1 child session among them\n/,
    )
  })

  it('says which model calls count once', () => {
    expect(formatOverview({ ...overview, copiedRequests: 3, copiedUsd: 0.5 })).toMatch(
      /^repeated +3 model calls of forks and resumed sessions, \$0\.50+, counted once$/m,
    )
  })

  it('counts samples where there are several', () => {
    expect(formatOverview({ ...overview, tasks: 2, leftOutSamples: 13 })).toMatch(
      /^tasks +2, without the 13 samples\n/,
    )
    expect(formatOverview({ ...overview, tasks: 13, surveyed: 13, countedSamples: 13 })).toMatch(
      /^tasks +13, the samples that come with Dewpoint\n/,
    )
  })

  it('says of how many tasks the figures are as last read', () => {
    expect(formatOverview({ ...overview, outdatedTasks: 2 })).toMatch(
      /^as last read +2 tasks, gone or no longer readable$/m,
    )
    expect(formatOverview(overview)).not.toContain('as last read')
  })

  it('says that the figures are those of the sample', () => {
    expect(formatOverview({ ...overview, tasks: 1, surveyed: 1, countedSamples: 1 })).toMatch(
      /^tasks +1, the sample that comes with Dewpoint\n/,
    )
  })

  it('shows the requests to each model, and says that a task counts with all of its models', () => {
    const byModel = [
      { ...totals, model: 'big', requests: 15, costUsd: 1.25 },
      { ...totals, model: 'small', requests: 1, costUsd: 0.25, tasks: 1 },
    ]
    expect(formatOverview({ ...overview, byModel })).toMatch(
      /^big +2 +1,000 +100\.0 % +15 +\$1\.25 .*\nsmall +1 .*\nA task that used several models counts with each/m,
    )
    expect(formatOverview({ ...overview, byModel: byModel.slice(0, 1) })).not.toContain('several models')
  })

  it('shows kinds and groups with their share, the largest first', () => {
    const text = formatOverview(overview)
    expect(text).toMatch(/^tool-result +900 +90\.0 %\nuser-text +100 +10\.0 %$/m)
    expect(text).toMatch(/^read_file +4 +100 +500 +60\.0 % +2$/m)
    expect(text).toMatch(
      /^\/one +1 +800 +80\.0 % +\$1\.50 +3 +6\.3 %\n\(not recorded\) +1 +200 +20\.0 % +\$1\.50 +0 +0\.0 %$/m,
    )
    expect(text).not.toMatch(/^model/m)
  })

  it('cuts long lists and says so', () => {
    const byTool = Array.from({ length: 23 }, (_, at) => ({ ...overview.byTool[0]!, tool: `tool-${at}` }))
    expect(formatOverview({ ...overview, byTool })).toMatch(/^tool-19 .*\nand 3 more, which --json lists$/m)
  })

  it.each([
    [0, 'No tasks yet. Open a folder of them with `dewpoint overview --open <folder>`.\n'],
    [1, 'None of 1 task could be counted.\n'],
  ])('says so where nothing is counted, of %d', (tasks, expected) => {
    expect(formatOverview({ ...overview, tasks, surveyed: 0 })).toBe(expected)
  })
})

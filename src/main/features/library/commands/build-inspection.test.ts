import { describe, expect, it } from 'vitest'
import type { Inspection } from '../../../../shared/library/inspection-types.ts'
import { drawDocument } from '../../../terminal/output/draw-document.ts'
import { buildInspection } from './build-inspection.ts'

const formatInspection = (inspection: Inspection): string => drawDocument(buildInspection(inspection))

const inspection: Inspection = {
  task: { id: 't1', format: 'roo-task', path: '/tasks/1', title: 'A\ntask' },
  messages: { total: 12, effective: 10, hidden: 2 },
  tokens: { total: 1000, byKind: { 'user-text': 250, 'tool-result': 750, image: 0 }, counter: 'o200k_base' },
  calibration: { slope: 1.2, intercept: 37_000, r2: 0.9995, points: 6 },
  duplicates: { fileReads: 3, toolResults: 1, tokens: 400 },
  validity: [{ rule: 'tool-pairing', messageIndex: 4, detail: 'no result for toolu_1' }],
  recorded: {
    costUsd: 0.05,
    derivedUsd: 0,
    unpricedRequests: 0,
    tokensIn: 5000,
    tokensOut: 100,
    cacheReads: 1,
    cacheWrites: 2,
    condensations: 1,
  },
  problems: [{ file: 'ui_messages.json', place: 'line 3', reason: 'it ends early', severity: 'error' }],
}

describe('an inspection', () => {
  it('is shown whole, largest kind first', () => {
    expect(formatInspection(inspection)).toBe(
      [
        'A task',
        '',
        'id           t1',
        'format       roo-task',
        'path         /tasks/1',
        'messages     12, 10 seen by the model',
        'tokens       1,000 (o200k_base)',
        'duplicates   3 file reads, 1 other result, 400 tokens',
        'calibration  1.200 x + 37,000, R² 0.9995, 6 requests',
        'recorded     $0.0500, 5,000 in, 100 out, 1 cache read, 2 cache writes, 1 condensation',
        '',
        'kind         tokens   share',
        'tool-result     750  75.0 %',
        'user-text       250  25.0 %',
        '',
        'broken rule   message  detail',
        'tool-pairing       #4  no result for toolu_1',
        '',
        'problem  file              place   reason',
        'error    ui_messages.json  line 3  it ends early',
        '',
      ].join('\n'),
    )
  })

  it('names the tasks that the record names, and whether they are listed', () => {
    const task: Inspection['task'] = {
      ...inspection.task,
      parent: { id: 'p', taskId: 'abc', title: 'The\nwhole' },
      children: [{ id: 'c', taskId: null, title: null }],
    }
    const text = formatInspection({ ...inspection, task })
    expect(text).toContain('subtask of   p, The whole (abc)\nhad done     c, not in the Library\n')
  })

  it('leaves out what is unknown, and says what is recorded of the session as a whole', () => {
    const unknown = { tokensIn: null, tokensOut: 30, cacheReads: null, cacheWrites: null }
    const byModel = [{ model: 'm\n', requests: 2, tokensOut: 30 }]
    const session = { costUsd: 0.404, requests: 2, systemTokens: 1200, lastContextTokens: 23_191, byModel }
    const text = formatInspection({
      ...inspection,
      recorded: { costUsd: 0.404, derivedUsd: 0, unpricedRequests: 0, ...unknown, condensations: 0, session },
    })
    expect(text).toContain('recorded     $0.4040, 30 out, 0 condensations\n')
    expect(text).toContain(
      'session      recorded as a whole, 2 model calls, 1,200 tokens of system prompt, 23,191 tokens of context at the end\n',
    )
    expect(text).toContain('             m : 2 model calls, 30 out\n')
  })

  it('says so where nothing was recorded and nothing repeats', () => {
    const none = {
      costUsd: 0,
      derivedUsd: 0,
      unpricedRequests: 0,
      tokensIn: 0,
      tokensOut: 0,
      cacheReads: 0,
      cacheWrites: 0,
      condensations: 0,
    }
    const text = formatInspection({
      ...inspection,
      calibration: null,
      duplicates: { fileReads: 0, toolResults: 0, tokens: 0 },
      validity: [],
      recorded: none,
    })
    expect(text).toContain('duplicates   none')
    expect(text).toContain('calibration  not enough recorded requests')
    expect(text).toContain('recorded     no usage')
    expect(text).toContain('No rule is broken.')
  })

  it('names the segments of the calibration, and what it leaves out by its reason', () => {
    const segment = { firstRequest: 0, lastRequest: 4, intercept: 37_000, points: 5 }
    const leftOut = [
      { request: 2, text: 'It was aborted.' },
      { request: 3, text: 'It does not fit the line through the requests around it.' },
      { request: 7, text: 'It was aborted.' },
    ]
    const calibration = {
      slope: 1.2,
      intercept: 9000,
      r2: 0.9995,
      points: 9,
      meanErrorTokens: 41.6,
      leftOut,
      stretches: [segment, { firstRequest: 5, lastRequest: 9, intercept: 9000, points: 4 }],
    }
    const text = formatInspection({ ...inspection, calibration })
    expect(text).toContain('1.200 x + 9,000, R² 0.9995, 9 requests, 42 tokens off on average')
    expect(text).toContain('requests 0 to 4: + 37,000, 5 requests')
    expect(text).toContain('2 requests left out (2, 7): It was aborted.')
    expect(text).toContain('1 request left out (3): It does not fit the line through the requests around it.')
    expect(text).not.toContain('smallest request')
    const raised = formatInspection({ ...inspection, calibration: { ...calibration, intercept: 8000 } })
    expect(raised).toContain('1.200 x + 8,000, R²')
    expect(raised).toContain('requests 5 to 9: + 9,000, 4 requests')
    expect(raised).toContain('The smallest request had no more.')
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ContextLog } from '../../../shared/condense/context-log-types.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { importTask } from '../../agents/import-task.ts'
import { realSessionPaths } from '../testing/real-histories.ts'
import { listRecordedCuts } from './list-recorded-cuts.ts'

const say = (content: string, more: Partial<Message> = {}): Message => ({ role: 'user', content, ...more })
const summary = say('In short.', { isSummary: true, condenseId: 'c' })

/** A log with one request for each message that is no user's, whose changes are given. */
function makeLog(changes: ContextLog['changes'], answers: readonly number[]): ContextLog {
  return { requests: answers.map((answer) => ({ answer, before: answer })), changes, copies: [] }
}

describe('what an agent condensed', () => {
  it('is the history before it and what it kept, also where its summary stands before that in the file', () => {
    const messages = [say('a'), say('b'), summary, say('kept'), say('after')]
    const log = makeLog([{ request: 0, written: 4, hide: [[0, 2]], show: [[2, 3]], condensation: 0 }], [4])
    expect(listRecordedCuts(messages, log)).toEqual([
      { index: 4, source: [0, 1, 3], result: [2, 3], condensations: [0] },
    ])
  })

  it('has what the agent put back behind its summary, and nothing that somebody typed', () => {
    const back = say('<system-reminder>\na.ts\n</system-reminder>', { isBoilerplate: true })
    const messages = [say('a'), say('b'), summary, back, say('Go on.'), back]
    const log = makeLog([{ request: 0, written: 2, hide: [[0, 2]], show: [[2, 3]], condensation: 0 }], [5])
    expect(listRecordedCuts(messages, log)[0]?.result).toEqual([2, 3])
  })

  it('is another one at each cut, and one where nothing was written between two', () => {
    const later = say('Shorter.', { isSummary: true })
    const messages = [say('a'), say('b'), summary, say('c'), later, later]
    const changes: ContextLog['changes'] = [
      { request: 0, written: 2, hide: [[0, 2]], show: [[2, 3]], condensation: 0 },
      { request: 1, written: 4, hide: [[2, 4]], show: [[4, 5]], condensation: 1 },
      { request: 1, written: 4, hide: [[4, 5]], show: [[5, 6]], condensation: 2 },
    ]
    expect(listRecordedCuts(messages, makeLog(changes, [3, 6]))).toEqual([
      { index: 2, source: [0, 1], result: [2], condensations: [0] },
      { index: 4, source: [2, 3], result: [5], condensations: [1, 2] },
    ])
  })

  it('is told by marks in files without a log, unless what was condensed is gone', () => {
    const hidden = { condenseParent: 'c' }
    const messages = [say('a', hidden), say('b', hidden), summary, say('c')]
    expect(listRecordedCuts(messages)).toEqual([{ index: 2, source: [0, 1], result: [2], condensations: [] }])
    const old: Message = { role: 'assistant', content: 'In short.', isSummary: true }
    expect(listRecordedCuts([say('a'), old, say('c')])).toEqual([])
  })

  it('is nothing where a branch or a repair changed what was sent, or nothing was hidden', () => {
    const log = makeLog(
      [
        { request: 0, written: 2, hide: [[0, 1]], show: [] },
        { request: 0, written: 2, hide: [], show: [], condensation: 0 },
      ],
      [2],
    )
    expect(listRecordedCuts([say('a'), say('b'), say('c')], log)).toEqual([])
  })
})

type Row = Readonly<{
  type?: string
  subtype?: string
  isCompactSummary?: boolean
  message?: { content?: unknown }
}>

describe('the summaries of real sessions of Claude Code', () => {
  const paths = ['entireio__cli__5e', 'entireio__cli__cd-', 'FSM1__cipher-box__compacted-24'].flatMap(
    (start) => realSessionPaths('claude-code', start),
  )
  it.each(paths.filter((path) => existsSync(path)))('are those of the raw file: %s', async (path) => {
    const rows = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      // Lines of the file are objects with these fields, if any.
      .map((line) => JSON.parse(line) as Row)
    const written = rows.flatMap((row) => (row.isCompactSummary === true ? [row.message?.content] : []))
    const { messages, contexts } = await importTask(path)
    const cuts = listRecordedCuts(messages, contexts)
    expect(written.length).toBeGreaterThan(0)
    expect(cuts.map(({ result }) => messages[result[0] ?? -1]?.content)).toEqual(written)
    for (const { index, source } of cuts) expect(source.every((at) => at < index)).toBe(true)
  })
})

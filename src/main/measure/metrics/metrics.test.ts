import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { answer, call, end, read, task } from '../../kernel/testing/small-histories.ts'
import { computeSurvivalChance } from './continuation-recall.ts'
import { metrics } from './metrics.ts'
import { createSubject, type Subject } from './subject.ts'

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })

type Given = { source: Message[]; result: Message[]; continuation?: Message[] }
function subject({ source, result, continuation }: Given): Subject {
  return createSubject({
    source: conversationFor(source),
    result: conversationFor(result),
    provenance: { messages: result.map(() => ({ sources: [], changes: [] })), dropped: [] },
    continuation: continuation === undefined ? null : conversationFor(continuation),
    stats: { costUsd: 0.25, durationMs: 1200 },
  })
}
const measure = (id: string, given: Given) =>
  metrics.find((metric) => metric.id === id)?.measure(subject(given))
function value(id: string, given: Given): number | null | undefined {
  const found = measure(id, given)
  return found === null ? null : found?.value
}

describe('reduction and tokens', () => {
  const given = {
    source: [user('x'.repeat(400)), assistant('y'.repeat(400))],
    result: [user('x'.repeat(400))],
  }

  it('come from the same counts, by kind', () => {
    expect(value('reduction', given)).toBeCloseTo(50)
    expect(value('tokens', given)).toBe(100)
    expect(measure('tokens', given)?.evidence).toEqual({
      kind: 'tokens',
      rows: [
        { kind: 'user-text', before: 100, after: 100 },
        { kind: 'assistant-text', before: 100, after: 0 },
      ],
    })
  })

  it('may be below zero, and are none of nothing', () => {
    expect(value('reduction', { source: given.result, result: given.source })).toBeCloseTo(-100)
    expect(value('reduction', { source: [], result: [] })).toBeNull()
  })
})

describe('validity', () => {
  it('falls with each rule that is broken, and names what breaks it', () => {
    const source = [task, call('1', 'Bash', { command: 'ls' }), answer('1', 'ok'), end]
    const broken = { source, result: [task, answer('1', 'ok'), end] }
    const found = measure('validity', broken)
    expect(found?.value).toBeCloseTo(0.9)
    expect(found?.evidence).toMatchObject({
      rows: expect.arrayContaining([
        { rule: 'tool-pairing', violations: [expect.objectContaining({ messageIndex: 1 })] },
      ]),
    })
  })

  it('does not blame a result for what its source broke', () => {
    const orphan = answer('1', 'ok')
    const given = subject({ source: [orphan], result: [orphan] })
    const carried = { ...given, provenance: { messages: [{ sources: [0], changes: [] }], dropped: [] } }
    expect(metrics.find(({ id }) => id === 'validity')?.measure(carried)?.value).toBe(1)
  })
})

describe('the artifact trail', () => {
  const names = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', 'src/e.ts', 'src/f.ts']
  const source = [task, ...names.flatMap((name, index) => read(`${index}`, name, 'text')), end]
  const summary = (stated: readonly string[]): Message[] => [
    task,
    user(`Files read: ${stated.join(', ')}`),
    end,
  ]

  it.each([
    ['all of them', names, 1],
    ['two thirds', names.slice(0, 4), 4 / 6],
    ['none', [], 0],
  ])('has the recall of the files that are still stated: %s', (_name, stated, expected) => {
    expect(value('artifact-recall', { source, result: summary(stated) })).toBeCloseTo(expected)
  })

  it('counts a file as made up that the source does not name', () => {
    const given = { source, result: summary([...names.slice(0, 3), 'src/zebra.ts']) }
    expect(value('artifact-precision', given)).toBeCloseTo(3 / 4)
    expect(value('artifact-f1', given)).toBeCloseTo((2 * 0.75 * 0.5) / 1.25)
    expect(measure('artifact-f1', given)?.evidence).toMatchObject({
      kind: 'artifacts',
      invented: [{ name: 'src/zebra.ts' }],
      artifacts: [
        { name: 'src/a.ts', acts: ['read'], messageIndices: [1], now: [{ messageIndex: 1 }] },
        {},
        {},
        {},
        {},
        {},
      ],
    })
  })

  it('holds what remaining calls say, and nothing that failed or was refused', () => {
    const more = [call('9', 'Write', { file_path: 'Makefile2' }), answer('9', 'ok')]
    const failed = [
      call('10', 'Edit', { file_path: 'src/x.ts' }),
      answer('10', '<tool_use_error>no such text</tool_use_error>'),
    ]
    const given = { source: [task, ...more, ...failed, end], result: [task, ...more, end] }
    expect(value('artifact-recall', given)).toBe(1)
    expect(value('artifact-recall', { ...given, result: [task, end] })).toBe(0)
  })

  it('has the files that were changed and left there as a figure of their own', () => {
    const write = (id: string, path: string): Message[] => [
      call(id, 'Write', { file_path: path, content: 'x' }),
      answer(id, 'ok'),
    ]
    const changed = [
      task,
      ...read('1', 'src/read.ts', 'text'),
      ...write('2', 'src/a.ts'),
      ...write('3', 'src/b.ts'),
    ]
    const removed = [call('4', 'Bash', { command: 'rm src/b.ts' }), answer('4', '')]
    const result = [task, user('Written: src/a.ts'), end]
    expect(value('files-kept', { source: [...changed, end], result })).toBe(0.5)
    expect(value('files-kept', { source: [...changed, ...removed, end], result })).toBe(1)
    expect(
      value('files-kept', { source: [task, ...read('1', 'src/read.ts', 'text'), end], result }),
    ).toBeNull()
  })

  it('is empty where no tool was called', () => {
    expect(value('artifact-recall', { source: [task, end], result: [task, end] })).toBeNull()
    expect(value('artifact-f1', { source: [task, end], result: [] })).toBeNull()
  })
})

describe('the survival of constraints', () => {
  it('lists each with where it stood and where it stands', () => {
    const source = [user('Never touch the vendor folder. Always use tabs for indentation.'), end]
    const result = [user('Keep in mind: never touch the vendor folder')]
    const found = measure('survival-constraint', { source, result })
    expect(found?.value).toBe(0.5)
    expect(found?.evidence).toMatchObject({
      kind: 'facts',
      facts: [
        {
          fact: { text: 'Never touch the vendor folder.', places: [{ messageIndex: 0, start: 0 }] },
          now: [{ messageIndex: 0, start: 14, end: 43 }],
        },
        { fact: { text: 'Always use tabs for indentation.' }, now: [] },
      ],
    })
  })

  it('is no number where nobody laid anything down', () => {
    expect(value('survival-constraint', { source: [end], result: [end] })).toBeNull()
  })
})

describe('continuation recall', () => {
  const source = [user('Look at src/a.ts and src/b.ts'), assistant('useAutosaveDraft is in src/c.ts'), end]
  const result = [user('Look at src/a.ts')]

  it('asks for what the assistant writes before anybody says it again', () => {
    const continuation = [
      assistant('I edit src/a.ts and useAutosaveDraft.'),
      user('See src/b.ts'),
      assistant('src/b.ts is fine, src/new.ts is made.'),
    ]
    const found = measure('continuation-recall', { source, result, continuation })
    expect(found?.value).toBe(0.5)
    expect(found?.evidence).toMatchObject({
      byClass: [
        { classId: 'path', used: 1, kept: 1 },
        { classId: 'symbol', used: 1, kept: 0 },
      ],
    })
  })

  it('is no number without a continuation, or where that uses nothing from before', () => {
    expect(value('continuation-recall', { source, result })).toBeNull()
    expect(value('continuation-recall', { source, result, continuation: [assistant('Done.')] })).toBeNull()
  })

  it.each([
    [100, 1],
    [30, 0.3],
    [25, 0.25],
    [0, 0],
  ])('has chance at the share of tokens for facts that stand once: %s of 100', (budget, expected) => {
    const messageTokens = Array.from({ length: 10 }, () => 10)
    const facts = messageTokens.map((_, messageIndex) => ({
      classId: 'path' as const,
      key: `${messageIndex}`,
      text: '',
      places: [{ messageIndex, partIndex: 0, start: 0, end: 0 }],
    }))
    expect(computeSurvivalChance(facts, messageTokens, budget)).toBeCloseTo(expected, 1)
  })

  it('has a higher chance for a fact that stands in several messages', () => {
    const place = (messageIndex: number) => ({ messageIndex, partIndex: 0, start: 0, end: 0 })
    const fact = { classId: 'path' as const, key: 'a', text: 'a', places: [place(0), place(1)] }
    // Two of four messages: one less the chance that both are among the two left out.
    expect(computeSurvivalChance([fact], [5, 5, 5, 5], 10)).toBeCloseTo(1 - (2 / 4) * (1 / 3), 1)
  })
})

describe('cost and duration', () => {
  it('are those of the run', () => {
    const given = { source: [end], result: [end] }
    expect([value('cost', given), value('duration', given)]).toEqual([0.25, 1200])
  })
})

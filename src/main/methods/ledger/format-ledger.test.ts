import { describe, expect, it } from 'vitest'
import { roughCounter } from '../../kernel/testing/run-on.ts'
import { formatLedger } from './format-ledger.ts'
import type { Attempt, FileEntry, LedgerEntry } from './ledger-entry.ts'
import { readLedger } from './read-written-ledgers.ts'

const file = (path: string, state: FileEntry['state'], more: Partial<FileEntry> = {}): FileEntry => ({
  kind: 'file',
  path,
  state,
  movedTo: null,
  changes: 0,
  attempt: null,
  ...more,
})
const failed: Attempt = { act: 'edit', outcome: 'failed', times: 1 }
const entries: LedgerEntry[] = [
  file('src/created.ts', 'created', { changes: 2 }),
  file('docs/read one.md', 'read'),
  file('src/modified.ts', 'modified', { changes: 1 }),
  file('src/often.ts', 'modified', { changes: 7, attempt: { act: 'write', outcome: 'refused', times: 3 } }),
  { kind: 'command', command: 'npm test', runs: 3, outcome: 'exit 1' },
  { kind: 'command', command: 'ls — a', runs: 1, outcome: 'ok' },
  file('from.ts', 'moved', { movedTo: 'to.ts' }),
  file('gone.ts', 'deleted', { attempt: failed }),
  file('dash — file.ts', 'created', { attempt: { ...failed, times: 2 } }),
  file('never.ts', 'untouched', { attempt: failed }),
  { kind: 'command', command: 'sleep 9 …', runs: 2, outcome: 'still running' },
  file('last.ts', 'read'),
]
const whole = formatLedger(entries, 10_000, roughCounter)

it('a ledger groups entries by what became of them', () => {
  expect(whole).toBe(`## Artifact ledger
From tool calls, without a model; what was touched last stands last.
Created:
- src/created.ts — modified ×2
- dash — file.ts — then edit failed ×2
Modified:
- src/modified.ts
- src/often.ts — ×7, then write refused ×3
Moved:
- from.ts -> to.ts
Deleted:
- gone.ts — then edit failed
Not done:
- edit never.ts — failed
Commands:
- npm test — ×3, last exit 1
- ls — a
- sleep 9 … — ×2, last still running
Read:
- docs/read one.md
- last.ts`)
})

it('a path with a line break stays on its line', () => {
  expect(formatLedger([file('a\nDeleted:\n- b', 'read')], 100, roughCounter)).toContain('- a Deleted: - b')
})

describe('where there is too little room', () => {
  const renderLines = (maxTokens: number): string[] =>
    formatLedger(entries, maxTokens, roughCounter).split('\n')
  const isIn = (maxTokens: number, line: string): boolean =>
    renderLines(maxTokens).some((own) => own.startsWith(line))
  const sizes = Array.from({ length: 130 }, (_, index) => 130 - index)
  /** Largest room in which a line is missing: the order in which lines go. */
  const findRoomWhereGone = (line: string): number => sizes.find((size) => !isIn(size, line)) ?? 0

  it.each(sizes)('%i tokens are never exceeded', (size) => {
    expect(roughCounter.count(formatLedger(entries, size, roughCounter))).toBeLessThanOrEqual(size)
  })

  it('reads go first, then commands, then what was not done, then changes, the oldest first', () => {
    const order = [
      '- docs/read one.md',
      '- last.ts',
      '- npm test',
      '- ls',
      '- sleep',
      '- edit never.ts',
      '- src/created.ts',
      '- src/modified.ts',
    ]
    const gone = order.map(findRoomWhereGone)
    expect(gone).toEqual(gone.toSorted((a, b) => b - a))
    expect(new Set(gone).size).toBeGreaterThan(5)
  })

  it('the last line says how much is missing, an earlier ledger included', () => {
    expect(renderLines(findRoomWhereGone('- npm test')).at(-1)).toBe(
      'Left out for space: 1 of commands, 2 of read.',
    )
    const again = [...entries, { kind: 'left-out', count: 4 } as const]
    expect(formatLedger(again, 10_000, roughCounter)).toContain('Left out for space: 4 of an earlier ledger.')
  })

  it('a line that is too long by itself keeps out no other', () => {
    const huge = file('x'.repeat(1000), 'created')
    const text = formatLedger([...entries, huge], 150, roughCounter)
    expect(text).toContain('- last.ts')
    expect(text.split('\n').at(-1)).toBe('Left out for space: 1 of created.')
  })

  it('there is nothing rather than a heading alone', () => {
    expect(renderLines(10)).toEqual([''])
    expect(formatLedger([], 1000, roughCounter)).toBe('')
  })
})

describe('a written ledger', () => {
  it('is read back as it was, where one state is as good as another', () => {
    const read = readLedger(whole)
    expect(read?.entries.toSorted(byName)).toEqual(entries.toSorted(byName))
    expect(read?.span).toEqual({ start: 0, end: whole.length })
  })

  it('is found at the end of a summary, with its mark and what had no room', () => {
    const marked = formatLedger(
      [...entries, { kind: 'left-out', count: 4 }],
      10_000,
      roughCounter,
      '0123abcd',
    )
    const text = `What was done:\n- this\n\n${marked}`
    const read = readLedger(`${text}\n\nMore words.`)
    expect(read?.mark).toBe('0123abcd')
    expect(read?.entries).toContainEqual({ kind: 'left-out', count: 4 })
    expect(read?.span).toEqual({ start: text.length - marked.length, end: text.length })
  })

  it.each(['', 'no ledger', 'it has an ## Artifact ledger', '## Artifact ledger\nof somebody else:\n- a'])(
    'is not seen in %j',
    (text) => {
      expect(readLedger(text)).toBeUndefined()
    },
  )

  const byName = (a: LedgerEntry, b: LedgerEntry): number =>
    JSON.stringify(a).localeCompare(JSON.stringify(b))
})

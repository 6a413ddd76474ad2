import { describe, expect, it } from 'vitest'
import { armRowOf, readersTable, rowOf } from './results-table.ts'
import { writeResults } from './write-results.ts'

const empty = `# Agents

<!-- results: written by npm run agents -->
<!-- end of results -->

Words behind it.
`
const names = ['One', 'Two', 'Three']

describe('writing results into a document', () => {
  it('puts the table between the markers and leaves the rest as it is', () => {
    const written = writeResults(empty, readersTable, [['One', '1.0', '3', '3', '1', 'none']], names)
    expect(written).toBe(`# Agents

<!-- results: written by npm run agents -->

| Agent | Version | Requests | Equal | Condensations | Differences |
| ----- | ------- | -------- | ----- | ------------- | ----------- |
| One   | 1.0     | 3        | 3     | 1             | none        |

<!-- end of results -->

Words behind it.
`)
    expect(writeResults(written, readersTable, [], names)).toBe(written)
  })

  it('replaces the rows of agents that were run, and keeps the others in their order', () => {
    const first = writeResults(
      empty,
      readersTable,
      [
        ['Three', '1'],
        ['One', '1'],
      ],
      names,
    )
    const second = writeResults(
      first,
      readersTable,
      [
        ['Two', '2'],
        ['One', '2'],
      ],
      names,
    )
    const rows = second.split('\n').filter((line) => /^\| (?:One|Two|Three)/.test(line))
    expect(rows.map((row) => row.split('|').slice(1, 3).join('').split(/\s+/).join(' ').trim())).toEqual([
      'One 2',
      'Two 2',
      'Three 1',
    ])
  })

  it('fails where a marker is missing', () => {
    expect(() => writeResults('# Agents', readersTable, [], names)).toThrow('no place marked')
  })
})

describe('the row of a result', () => {
  it('says what is known and how much is not', () => {
    const row = rowOf({
      kind: 'compared',
      name: 'One',
      version: '1.0',
      requests: 9,
      equal: 6,
      condensations: 2,
      condensedByHand: 1,
      known: [{ reason: 'overwritten', requests: 2 }],
      unknown: ['request 4'],
      refusedHosts: [],
      arm: { id: 'its-arm', findings: [] },
    })
    expect(row).toEqual([
      'One',
      '1.0',
      '9',
      '6',
      '2, 1 by hand',
      'known, in 2 requests: overwritten; unknown: 1',
    ])
  })

  it('has the reason of an agent that did not run, in one line', () => {
    expect(rowOf({ kind: 'skipped', name: 'One', version: '1.0', reason: 'no\nsuch | thing' }).at(-1)).toBe(
      'skipped: no such / thing',
    )
  })

  it('has what its arm was held to, apart', () => {
    const finding = { trigger: '', items: 20, kept: 18, unknown: null }
    const arm = {
      id: 'its-arm',
      findings: [
        { ...finding, condensation: 1, reasons: [] },
        { ...finding, condensation: 2, kept: 9, reasons: ['moved'], unknown: 'item 2' },
      ],
    }
    const compared = { kind: 'compared', name: 'One', version: '1.0', requests: 9, equal: 9 } as const
    const rest = { condensations: 2, condensedByHand: 1, known: [], unknown: [], refusedHosts: [] }
    expect(armRowOf({ ...compared, ...rest, arm })).toEqual([
      ['One', '1.0', 'its-arm', '2', '1', '20, 20', '18, 9', 'moved'],
    ])
    expect(armRowOf({ kind: 'skipped', name: 'One', version: '1.0', reason: '' })).toEqual([])
  })
})

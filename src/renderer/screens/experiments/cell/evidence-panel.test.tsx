import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { drawPanel } from '../testing/draw-evidence.tsx'

const place = (messageIndex: number) => ({ messageIndex, partIndex: 0, start: 0, end: 5 })

describe('the evidence of a value', () => {
  it.each([
    [{ value: 0.5 }, 'No details are stored for this value.'],
    [{ value: null }, 'There is nothing here that could be measured.'],
    [{ value: null, missing: 'The run failed.' }, 'The run failed.'],
  ])('is missing with a reason: %o', (given, reason) => {
    expect(drawPanel(null, given).panel.textContent).toContain(reason)
  })
})

describe('artifacts as evidence', () => {
  const artifacts = [
    { name: 'src/a.ts', acts: ['read', 'edited'], messageIndices: [4, 9], now: [place(2)] },
    { name: 'npm test', acts: ['ran'], messageIndices: [6], now: [] },
    { name: 'src/c.ts', acts: ['read'], messageIndices: [8], now: [place(2)] },
  ]

  it('counts those that are lost and lists them first', () => {
    const { panel } = drawPanel({ kind: 'artifacts', artifacts, invented: [] })
    expect(panel.textContent).toContain('3 artifacts, 1 lost')
    expect(panel.textContent).not.toContain('Named though')
    const table = within(panel).getByRole('table', { name: 'Artifacts' })
    const names = within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
    expect(names.findIndex((text) => text?.includes('npm test'))).toBeLessThan(
      names.findIndex((text) => text?.includes('src/a.ts')),
    )
    expect(table.textContent).toContain('read, edited')
    expect(table.textContent).toContain('#4 #9')
  })

  it('names what the context invented, with its message', () => {
    const { panel } = drawPanel({
      kind: 'artifacts',
      artifacts,
      invented: [
        { name: 'src/ghost.ts', now: [place(3)] },
        { name: 'src/spectre.ts', now: [] },
      ],
    })
    expect(panel.textContent).toContain('src/ghost.ts (#3), src/spectre.ts (#–)')
  })

  it('says so where tool calls made none', () => {
    const { panel } = drawPanel({ kind: 'artifacts', artifacts: [], invented: [] })
    expect(panel.textContent).toContain('No tool call of the source')
    expect(within(panel).queryByRole('table')).toBeNull()
  })

  it('opens the first message in which an artifact was made', async () => {
    const { user, panel, onMessage } = drawPanel({ kind: 'artifacts', artifacts, invented: [] })
    await user.dblClick(within(panel).getByText('src/a.ts'))
    expect(onMessage).toHaveBeenCalledWith(4)
  })
})

describe('facts as evidence', () => {
  const fact = (key: string, at: number) => ({
    classId: 'path' as const,
    key,
    text: key,
    places: [place(at)],
  })
  const facts = [
    { fact: fact('src/kept.ts', 1), now: [place(0)] },
    { fact: fact('src/lost.ts', 7), now: [] },
  ]

  it('are filtered by what became of them', async () => {
    const { user, panel } = drawPanel({ kind: 'facts', facts })
    await user.click(within(panel).getByRole('radio', { name: 'lost 1' }))
    expect(panel.textContent).toContain('src/lost.ts')
    expect(panel.textContent).not.toContain('src/kept.ts')
    await user.click(within(panel).getByRole('radio', { name: 'kept 1' }))
    expect(panel.textContent).not.toContain('src/lost.ts')
  })

  it('have the share that a random choice would keep beside a continuation, and where each was used', () => {
    const used = facts.map((one, at) => ({ ...one, used: { messageIndex: 4 + at, partIndex: 0 } }))
    const { panel } = drawPanel({ kind: 'continuation', facts: used, chance: 0.256, byClass: [] })
    expect(panel.textContent).toContain('26\u202f%')
    const rows = within(panel).getAllByRole('row')
    expect(rows.map(({ textContent }) => /(Where used|\+\d+)$/.exec(textContent ?? '')?.[0])).toEqual([
      'Where used',
      '+6',
      '+5',
    ])
  })
})

describe('what the continuation uses as evidence', () => {
  const result = {
    stood: place(12),
    tool: 'Read',
    call: 'Read {}',
    path: 'src/a.ts',
    tokens: 900,
    callTokens: 20,
    missingTokens: 400,
    lines: 3,
    missingLines: 2,
    line: 'const total = sumOf(prices)',
    used: { messageIndex: 4, partIndex: 0 },
    now: null,
  }

  it('shows a result to be read again, with the line and what it takes, and opens it', async () => {
    const kept = {
      ...result,
      stood: place(3),
      path: 'src/b.ts',
      missingLines: 0,
      missingTokens: 0,
      now: place(1),
    }
    const { user, panel, onMessage } = drawPanel({ kind: 're-reading', results: [kept, result] })
    expect(panel.textContent).toContain('lines of 2 earlier tool results')
    const [, first, second] = within(panel)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
    expect(first).toMatch(/lost.*src\/a\.ts.*const total.*2 of 3.*400.*900.*#12.*–.*\+5/)
    expect(second).toMatch(/kept.*src\/b\.ts.*#1/)
    await user.dblClick(within(panel).getByText('src/a.ts'))
    expect(onMessage).toHaveBeenCalledWith(12)
  })

  it('shows links, kept and lost', () => {
    const pair = { words: ['stale', 'lock'] as const, stood: place(2), used: result.used, now: null }
    const kept = { ...pair, words: ['rename', 'ledgers'] as const, now: place(0) }
    const { panel } = drawPanel({ kind: 'links', pairs: [kept, pair], share: 0.5, shuffled: 0.1 })
    expect(panel.textContent).toContain('1 of 2 pairs of rare words')
    const rows = within(panel)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
    expect(rows[1]).toContain('stale + lock')
    expect(rows[2]).toContain('rename + ledgers')
  })

  it('shows the actions of a head start and their bits', () => {
    const actions = [
      { place: { ...place(0), end: 120 }, tool: 'Edit' },
      { place: place(1), tool: null },
    ]
    const bits = { empty: 8000, context: 6000, full: 4000 }
    const { panel } = drawPanel({ kind: 'head-start', actions, bits })
    expect(panel.textContent).toContain('8,000 bits without a context')
    const rows = within(panel)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
    expect(rows[1]).toBe('+1Edit120')
    expect(rows[2]).toContain('+2text')
  })
})

describe('evidence in tables', () => {
  it('shows tokens by kind, and kinds that are new', () => {
    const { panel } = drawPanel({
      kind: 'tokens',
      rows: [
        { kind: 'tool-result', before: 2000, after: 500 },
        { kind: 'summary', before: 0, after: 80 },
      ],
    })
    const rows = within(panel)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
    expect(rows[1]).toMatch(/Tool result2.000500−75\.0.%/)
    expect(rows[2]).toBe('Summary080new')
  })

  it('names the message of a broken rule, where it is in one', () => {
    const { panel } = drawPanel({
      kind: 'rules',
      rows: [
        { rule: 'roles-alternate', violations: [] },
        {
          rule: 'tool-results-follow-calls',
          violations: [
            { rule: 'tool-results-follow-calls', messageIndex: 3, detail: 'no call' },
            { rule: 'tool-results-follow-calls', messageIndex: -1, detail: 'no user' },
          ],
        },
      ] as never,
    })
    const rows = within(panel)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
    expect(rows[1]).toBe('roles-alternate✓ yes')
    expect(rows[2]).toBe('tool-results-follow-calls✗ no#3: no call; no user')
  })

  it.each([
    [[], 'Measured as a whole, not in parts.'],
    [[{ label: 'Passes', value: 0.25 }], 'Passes0.25'],
  ])('shows the parts of a sum: %o', (split, text) => {
    expect(drawPanel({ kind: 'measured', split }).panel.textContent).toContain(text)
  })
})

import { expect, it } from 'vitest'
import { experimentFixture } from '../testing/experiment-fixture.ts'
import { reportInput } from '../testing/report-input.ts'
import { buildStatementSection } from './build-statement-section.ts'

it('counts what contexts say by kind, and quotes contradictions', () => {
  const section = buildStatementSection(reportInput())
  expect(section?.blocks[1]).toMatchObject({
    kind: 'table',
    rows: [
      [
        'v1',
        '144 right, 36 silent, 12 unclear, 0 contradicted',
        '48 right, 72 silent, 0 unclear, 0 contradicted',
        '–',
      ],
      expect.anything(),
      expect.anything(),
    ],
  })
  const quotes = section?.blocks.flatMap((block) => (block.kind === 'quotes' ? [block] : []))
  expect(quotes?.map(({ label }) => label)).toEqual([
    'Contradicted by The longer prompt (v2) (12)',
    'Contradicted by v3 (20 of 22)',
  ])
  expect(quotes?.[0]?.texts[0]).toBe('0ac0ffee@40 src/server/limits-0.ts: failed, the context says done')
})

it('is left out where cells counted nothing', () => {
  const experiment = experimentFixture()
  const cells = experiment.cells.map(({ statements: _statements, ...cell }) => cell)
  expect(buildStatementSection(reportInput({ ...experiment, cells }))).toBeNull()
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roughCounter } from '../../../kernel/testing/run-on.ts'
import { extractLines } from './extract-lines.ts'

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `line number ${index}`)

describe('lines of an output', () => {
  it('stay all where they fit', () => {
    const text = numbered(5).join('\n')
    expect(extractLines(text, 1000, roughCounter)).toBe(text)
  })

  it('keep errors, paths and both ends first, in their order, and say what is missing', () => {
    const lines = numbered(200)
    lines[120] = 'src/app.ts:3:1 error TS2304: Cannot find name x'
    lines[60] = 'wrote dist/bundle/index.js'
    const summary = extractLines(lines.join('\n'), 80, roughCounter)
    const errorAt = summary.indexOf('error TS2304')
    expect(summary.indexOf('dist/bundle/index.js')).toBeGreaterThan(0)
    expect(summary.indexOf('dist/bundle/index.js')).toBeLessThan(errorAt)
    expect(summary).toMatch(/^line number 0\nline number 1\n/)
    expect(summary).toMatch(/line number 198\nline number 199$/)
    expect(summary).toMatch(/\.\.\. \(\d+ lines left out\)/)
  })

  it('never exceed what is allowed by more than the note of a gap', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 60 }), { maxLength: 80 }),
        fc.integer({ min: 20, max: 400 }),
        (lines, maxTokens) => {
          expect(
            roughCounter.count(extractLines(lines.join('\n'), maxTokens, roughCounter)),
          ).toBeLessThanOrEqual(maxTokens)
        },
      ),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { failureText, outputText } from './failure-text.ts'

const linesOf = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `line ${at}`)

describe('what the gate says of failures', () => {
  it('begins with the names of all, then tells each', () => {
    const failures = [
      {
        name: 'a > fails',
        message: 'expected 1\n\nto be 2\n    at a.test.ts:3\n    at run (/x/node_modules/y.js:1)',
      },
      { name: 'b > fails', message: '' },
    ]
    expect(failureText(failures).split('\n')).toEqual([
      '  1. a > fails',
      '  2. b > fails',
      '',
      '1. a > fails',
      '     expected 1',
      '     to be 2',
      '         at a.test.ts:3',
      '2. b > fails',
    ])
  })

  it('stays short, however much failed', () => {
    const message = Array.from({ length: 5000 }, () => 'x'.repeat(5000)).join('\n')
    const failures = Array.from({ length: 5000 }, (_, at) => ({ name: `test ${at}`, message }))
    const text = failureText(failures)
    expect(text.length).toBeLessThan(120_000)
    expect(text).toContain('and 4900 more')
    expect(text).toContain('the messages of 4980 more')
  })

  it('keeps the start and the end of what another tool said, without passed tests and colours', () => {
    expect(outputText(' ✓ one\n\u001B[31mbroken\u001B[39m\n')).toBe('broken')
    const shown = outputText(linesOf(500).join('\n')).split('\n')
    expect(shown).toHaveLength(61)
    expect(shown[0]).toBe('line 0')
    expect(shown[30]).toBe('… 440 lines left out …')
    expect(shown.at(-1)).toBe('line 499')
  })
})

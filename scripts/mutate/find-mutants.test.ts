import { describe, expect, it } from 'vitest'
import { findMutants } from './find-mutants.ts'

const mutated = (code: string): string[] =>
  findMutants(code).map(({ start, end, text }) => code.slice(0, start) + text + code.slice(end))

describe('mutants', () => {
  it.each([
    ['x = a < b', ['x = a <= b', 'x = a >= b']],
    ['x = a ?? b', ['x = a && b']],
    ['x = !a', ['x = a']],
    ['x = 2', ['x = 3']],
    ['x = true', ['x = false']],
    ['if (a) b()', ['if (true) b()', 'if (false) b()']],
    ['x = a ? b : c', ['x = true ? b : c', 'x = false ? b : c']],
    ['x = (a /* < */) + b', ['x = (a /* < */) - b']],
  ])('of %s are changes that a test can notice', (code, expected) => {
    expect(mutated(code)).toEqual(expected)
  })

  it('leave types and texts alone', () => {
    expect(mutated(`type A = 1 | true\nconst a: 2 = f('1 < 2') as 2`)).toEqual([])
  })
})

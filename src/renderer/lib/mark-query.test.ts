import { describe, expect, it } from 'vitest'
import { markQuery } from './mark-query.ts'

describe('marking what was searched for', () => {
  it.each([
    ['a Cat, a cAT', 'cat', ['a ', '[Cat]', ', a ', '[cAT]']],
    ['aaaa', 'aa', ['[aa]', '[aa]']],
    ['1+1', '+', ['1', '[+]', '1']],
    ['none', 'x', ['none']],
    ['none', '', ['none']],
    ['', 'x', ['']],
    ['İx', 'x', ['İx']],
  ])('splits %j at %j', (text, query, segments) => {
    expect(
      markQuery(text, query).map((segment) => (segment.hit ? `[${segment.text}]` : segment.text)),
    ).toEqual(segments)
  })
})

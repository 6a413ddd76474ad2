import { describe, expect, it } from 'vitest'
import { shortNameOf } from './short-name-of.ts'

describe('the short name of a path', () => {
  it('is the last name of a path of any platform', () => {
    expect(shortNameOf('/tasks/fence/')).toBe('fence')
    expect(shortNameOf('C:\\tasks\\gate')).toBe('gate')
    expect(shortNameOf('/sessions/one.jsonl')).toBe('one')
    expect(shortNameOf('')).toBe('')
  })

  it('is the end of a long name, where ids differ', () => {
    expect(shortNameOf('/tasks/187700e7-7712-4d52-a24b-f4882ca71ef9')).toBe('…-f4882ca71ef9')
  })
})

import { describe, expect, it } from 'vitest'
import { formatShortName } from './format-short-name.ts'

describe('the short name of a path', () => {
  it('is the last name of a path of any platform', () => {
    expect(formatShortName('/tasks/fence/')).toBe('fence')
    expect(formatShortName('C:\\tasks\\gate')).toBe('gate')
    expect(formatShortName('/sessions/one.jsonl')).toBe('one')
    expect(formatShortName('')).toBe('')
  })

  it('is the end of a long name, where ids differ', () => {
    expect(formatShortName('/tasks/187700e7-7712-4d52-a24b-f4882ca71ef9')).toBe('…-f4882ca71ef9')
  })
})

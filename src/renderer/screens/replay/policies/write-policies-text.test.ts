import { expect, it } from 'vitest'
import { writePoliciesText } from './write-policies-text.ts'

it('writes one policy a line', () => {
  const policies = [
    { id: 'none' },
    { id: 'a', provider: 'smart', settings: { passes: [{ id: 'x' }] }, threshold: 75 },
  ]
  expect(writePoliciesText(policies)).toBe(`policies:
  - { id: none }
  - { id: a, provider: smart, settings: { passes: [ { id: x } ] }, threshold: 75 }
`)
})

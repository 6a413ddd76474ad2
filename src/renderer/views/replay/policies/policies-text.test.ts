import { expect, it } from 'vitest'
import { policiesText } from './policies-text.ts'

it('writes one policy a line', () => {
  const policies = [
    { id: 'none' },
    { id: 'a', provider: 'smart', settings: { passes: [{ id: 'x' }] }, threshold: 75 },
  ]
  expect(policiesText(policies)).toBe(`policies:
  - { id: none }
  - { id: a, provider: smart, settings: { passes: [ { id: x } ] }, threshold: 75 }
`)
})

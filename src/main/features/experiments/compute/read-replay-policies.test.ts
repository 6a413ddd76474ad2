import { describe, expect, it } from 'vitest'
import { readReplayPolicies } from './read-replay-policies.ts'

const listIssueMessages = (text: string): readonly (readonly [number, string])[] => {
  const read = readReplayPolicies(text)
  return read.ok ? [] : read.issues.map(({ line, message }) => [line, message] as const)
}

describe('a file of policies', () => {
  it('is read as YAML and as JSON', () => {
    const policies = [{ id: 'none' }, { id: 'a', provider: 'native', window: 128_000, threshold: 60 }]
    expect(readReplayPolicies(JSON.stringify({ policies }))).toEqual({ ok: true, policies })
    const yaml = 'policies:\n  - id: none\n  - { id: a, provider: native, window: 128000, threshold: 60 }\n'
    expect(readReplayPolicies(yaml)).toEqual({ ok: true, policies })
  })

  it.each([
    ['', 1, 'The file must be a map with the key policies.'],
    ['[none]', 1, 'The file must be a map with the key policies.'],
    ['policies: [\n', 2, expect.stringMatching(/^This is not YAML/)],
    [
      'policies: [{ id: none }]\n---\npolicies: []\n',
      2,
      'One file holds one list of policies. This begins a second one.',
    ],
    ['policies:\n  - { id: a, provider: b,\n      fallback: [{ preset: c }] }\n', 3, 'provider is missing.'],
    ['policies:\n  - id: none\n    pins: false\n', 3, 'pins has no place in the policy none.'],
    ['policies: []\n', 1, 'policies must not be empty.'],
    ['policies:\n  - id: a\n', 2, 'provider is missing.'],
    ['policies:\n  - id: none\n    window: 5000\n', 3, 'window has no place in the policy none.'],
    [
      'policies:\n  - id: recorded\n    provider: native\n',
      3,
      'provider has no place in the policy recorded.',
    ],
    [
      'policies:\n  - id: none\n    treshold: 5\n',
      3,
      'There is no key treshold here. Did you mean threshold?',
    ],
    ['policies:\n  - id: none\n  - id: none\n', 3, 'id none stands here twice.'],
    ['policies:\n  - { id: a, provider: b,\n      threshold: 4 }\n', 3, 'threshold must be at least 5.'],
  ])('that reads %j is refused with the line', (text, line, message) => {
    expect(listIssueMessages(text)).toEqual([[line, message]])
  })

  it('has its faults named in the order of the text', () => {
    const text = 'policies:\n  - id: recorded\n    target: 5\n  - id: a\n  - id: a b\n    provider: c\n'
    expect(listIssueMessages(text).map(([line]) => line)).toEqual(
      listIssueMessages(text)
        .map(([line]) => line)
        .toSorted((a, b) => a - b),
    )
    expect(listIssueMessages(text).length).toBeGreaterThan(1)
  })
})

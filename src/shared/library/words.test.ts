import { expect, it } from 'vitest'
import { describeForeignSessions, describeLeftOutSigns } from './words.ts'

const found = [
  { agent: 'Claude Code', sessions: 16 },
  { agent: 'Codex', sessions: 3 },
  { agent: 'pi', sessions: 1 },
]

it.each([
  [[], null],
  [found.slice(2), '1 session of pi, which cannot be read yet'],
  [found, '16 sessions of Claude Code, 3 of Codex and 1 of pi, which cannot be read yet'],
])('says what cannot be read: %#', (sessions, text) => {
  expect(describeForeignSessions(sessions)).toBe(text)
})

const named = (typed: string) => ({ typed, searched: typed.replaceAll(/\W/g, '').toLowerCase() })

it.each([
  [['C++'], '“C++” is searched as “c”'],
  [['C++', '.NET'], '“C++” is searched as “c”, “.NET” as “net”'],
  [
    ['C++', '.NET', 'F#', '--flag', '$HOME'],
    '“C++” is searched as “c”, “.NET” as “net”, “F#” as “f”, and 2 more',
  ],
])('says what is searched for instead: %j', (typed, words) => {
  expect(describeLeftOutSigns(typed.map(named))).toBe(words)
})

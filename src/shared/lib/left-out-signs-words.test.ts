import { expect, it } from 'vitest'
import { leftOutSignsWords } from './left-out-signs-words.ts'

const named = (typed: string) => ({ typed, searched: typed.replaceAll(/\W/g, '').toLowerCase() })

it.each([
  [['C++'], '“C++” is searched as “c”'],
  [['C++', '.NET'], '“C++” is searched as “c”, “.NET” as “net”'],
  [
    ['C++', '.NET', 'F#', '--flag', '$HOME'],
    '“C++” is searched as “c”, “.NET” as “net”, “F#” as “f”, and 2 more',
  ],
])('says what is searched for instead: %j', (typed, words) => {
  expect(leftOutSignsWords(typed.map(named))).toBe(words)
})

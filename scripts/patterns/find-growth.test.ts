import { expect, it } from 'vitest'
import { createStepCounter } from './count-steps.ts'
import { findGrowth } from './find-growth.ts'

it.each([
  ['a nested quantifier', /^(?:#{1,4}\s*|\*\*)*x/],
  ['two ways to match the same', /^(?:again|now|again)(?: again| now| again)*x/],
  ['a run from each of its beginnings', /[.,;]+$/],
  ['a run that is shared', /^cd\s+[^&;]*&&/],
  ['a look ahead from each match', /a(?=.*b)/g],
  ['a look behind from each place', /(?<!x.*)y\d/],
  ['words far apart', /\bsay\b[^.]*\bmust\b/],
  ['a repeated group', /<(\w+)>[^]*?<\/\1>/],
  ['several words that share their ends', /keep(?:\S* \S+){0,5} under/],
  ['an ending that stands far behind', /\beyJ[\w-]{8,}\.[\w-]{4,}/],
])('finds that %s grows', (_name, { source, flags }) => {
  expect(findGrowth({ source, flags })).not.toBeNull()
})

it.each([
  ['a run', /\s+/g],
  ['a run that only begins once', /(?<![.,;])[.,;]+$/],
  ['bounded runs', /`([^`\n]{2,80})`/g],
  ['alternatives that differ', /^(?:#\s*|\*\*|[-*]\s+)*x/],
  ['a look behind to the nearest', /$(?<=say[^.]*?)/],
])('finds that %s stays linear', (_name, { source, flags }) => {
  expect(findGrowth({ source, flags })).toBeNull()
})

it.each([
  [/a+b/, 'aaac', 'none'],
  [/^\s*(a|bc)+?(?!d)\1$/iu, ' abcBC', 'whole'],
  [/(?<=x|yy)z/g, 'xz yyz z', 'whole'],
])('counts as the engine searches: %s', (pattern, text, _kind) => {
  const { count } = createStepCounter(pattern)
  expect(count(text, 1000)).toBeGreaterThan(text.length - 1)
  expect(count(text, 3)).toBe(Infinity)
})

import { describe, expect, it } from 'vitest'
import { readYaml } from './read-yaml.ts'

const firstIssue = (text: string): string => {
  const answer = readYaml(text)
  if (answer.ok) return 'none'
  const [issue] = answer.issues
  return issue === undefined ? 'none' : `${issue.line}:${issue.column} ${issue.message}`
}

const laughs = [
  'a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]',
  ...Array.from({ length: 9 }, (_, index) => {
    const aliases = Array.from({ length: 9 }, () => `*a${index}`)
    return `a${index + 1}: &a${index + 1} [${aliases.join(', ')}]`
  }),
].join('\n')

describe('YAML from anybody', () => {
  it.each([
    ['aliases that come to billions', laughs, /This is too large/],
    ['an alias of what holds it', 'a: &a [*a]', /nests too deeply/],
    ['an alias of nothing', 'a: *nope', /^1:4 Nothing before this has the anchor &nope\.$/],
    ['a tag of another language', 'a: !!js/function "x"', /^1:\d+ Tags/],
    ['a tag of its own', 'a:\n  - !mine 3', /^2:\d+ Tags/],
    ['bytes', 'a: !!binary aGk=', /Tags/],
    ['a key twice', 'a: 1\nb: 2\na: 3', /^3:1 a stands here twice\.$/],
    ['a key that is a list', '? [a]\n: 1', /^1:3 Keys are single words here\.$/],
    ['two documents', 'a: 1\n---\nb: 2', /^2:1 One file holds one experiment/],
    ['tabs', 'a:\n\t- 1', /^2:1 Lines are indented with spaces/],
    ['a bracket that never ends', 'a: [1,\nb: 2', /^2:1 This is not YAML: /],
    ['brackets a thousand deep', '['.repeat(20_000), /nests too deeply|not YAML/],
    ['maps deeper than any experiment', `a: ${'{a: '.repeat(60)}1${'}'.repeat(60)}`, /nests too deeply/],
    ['dashes without end', '- '.repeat(400_000), /nests too deeply/],
    [
      'more keys than any experiment',
      Array.from({ length: 80_000 }, (_, i) => `a${i}: 1`).join('\n'),
      /too large/,
    ],
    [
      'one anchor after the other',
      Array.from({ length: 55_000 }, (_, i) => `- &a${i} x`).join('\n'),
      /too large/,
    ],
    ['bytes that are no text', 'a: \0', /^1:4 This is not UTF-8 text\.$/],
    ['another encoding', 'a: 1\nb: caf\uFFFD', /^2:7 This is not UTF-8 text\.$/],
    ['ten megabytes', 'a'.repeat(10_000_000), /^0:0 The text is too long/],
  ])('with %s is refused', (_name, text, expected) => {
    expect(firstIssue(text)).toMatch(expected)
  })

  it('keeps types to those of JSON', () => {
    const text = 'a: yes\nb: 2001-01-01\nc: 012\nd: ~\ne: 0x1F\n1: 2\n__proto__: { x: 1 }\n<<: 3'
    const answer = readYaml(text)
    expect(answer.ok && Object.entries(Object(answer.value))).toEqual([
      ['1', 2],
      ['a', 'yes'],
      ['b', '2001-01-01'],
      ['c', 12],
      ['d', null],
      ['e', 31],
      ['__proto__', { x: 1 }],
      ['<<', 3],
    ])
  })

  it('names at most fifty faults', () => {
    const answer = readYaml(Array.from({ length: 90 }, () => 'a: 1').join('\n'))
    expect(answer.ok ? [] : answer.issues).toHaveLength(50)
  })
})

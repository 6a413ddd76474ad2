import * as fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, it } from 'vitest'
import { compileGlob } from './compile-glob.ts'
import { findLongRange } from './parse-glob.ts'

describe('a glob', () => {
  it.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'src/a.ts', false],
    ['*.ts', '.hidden.ts', false],
    ['.*', '.hidden.ts', true],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/a/b/c.ts', true],
    ['src/**/*.ts', 'src/.git/c.ts', false],
    ['src/**', 'src', true],
    ['src/**', 'src/a/b', true],
    ['**/task-*', 'a/b/task-1', true],
    ['**', 'a/b', true],
    ['*/**', 'a', false],
    ['a**b', 'axyb', true],
    ['a**b', 'ax/yb', false],
    ['?.ts', 'a.ts', true],
    ['?.ts', '👍.ts', true],
    ['[a-c].ts', 'b.ts', true],
    ['[!a-c].ts', 'b.ts', false],
    ['[^a-c].ts', 'd.ts', true],
    ['[]].ts', '].ts', true],
    ['[a', '[a', true],
    ['task-{2,10}', 'task-10', true],
    ['{a,{b,c}d,e}', 'cd', true],
    ['{src,test/unit}/*.ts', 'test/unit/a.ts', true],
    ['{a}', '{a}', true],
    ['{a', '{a', true],
    ['task-{8..11}', 'task-10', true],
    ['task-{08..11}', 'task-9', false],
    ['task-{08..11}', 'task-09', true],
    ['task-{3..1}', 'task-2', true],
    ['{a..e}', 'd', true],
    ['{1..5000}', '4', false],
    [String.raw`\*`, '*', true],
    [String.raw`\*`, 'a', false],
    ['+(a)', '+(a)', true],
  ])('%s holds for %s: %s', (pattern, path, expected) => {
    expect(compileGlob(pattern).matches(path)).toBe(expected)
  })

  it('holds for what the library for globs that everybody uses says', () => {
    const pieces = ['a', 'b', '/', '*', '**', '?', '[ab]', '{a,b}', '{a,b/c}', '/**/', '.', '{,a}']
    const globs = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
    const names = fc.array(fc.constantFrom('a', 'b', 'ab', '.a', 'abc'), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(globs, names, (glob, path) => {
        const pattern = glob.join('')
        // There the library takes `**` beside braces for several names, and dots for folders.
        fc.pre(!/^\/|\/\/|\*\*\{|\}\*\*|(^|[/,{}])\.+([/,{}]|$)/.test(pattern))
        const theirs = picomatch(pattern, { dot: true, noextglob: true, windows: false })
        expect(compileGlob(pattern, { dot: true }).matches(path.join('/'))).toBe(theirs(path.join('/')))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['*a'.repeat(100) + 'b', 'a'],
    ['**/'.repeat(60) + 'b', 'a/'],
    ['{a,aa}'.repeat(40) + 'b', 'a'],
    ['{'.repeat(300) + 'a' + '}'.repeat(300), 'a'],
    [`${'+('.repeat(30)}a|aa${')'.repeat(30)}b`, 'a'],
    ['[a-z]*'.repeat(60) + '!', 'a'],
  ])('is at no more places than it is long, after each character of a path: %s', (pattern, piece) => {
    const glob = compileGlob(pattern)
    let places = glob.start
    for (let at = 0; at < 1000; at += 1) {
      places = glob.advance(places, piece)
      expect(places.size).toBeLessThanOrEqual(2 * pattern.length)
    }
    expect(places.has('end')).toBe(false)
  })

  it('says piece by piece where matches can lie, and goes through links only where their names are written', () => {
    const { start, advance } = compileGlob('src/**/x')
    expect(advance(start, 'test/').size).toBe(0)
    const inside = advance(start, 'src/', true)
    expect(advance(inside, 'x').has('end')).toBe(true)
    expect(advance(advance(inside, 'a/'), 'x').has('end')).toBe(true)
    expect(advance(inside, 'a/', true).size).toBe(0)
  })
})

it.each([
  ['{1..1000}', null],
  ['a{b,{1..1001}}', '{1..1001}'],
  ['{1..99999999999999999999}', '{1..99999999999999999999}'],
  ['{a..z}', null],
])('ranges that are too long are found: %s', (pattern, expected) => {
  expect(findLongRange(pattern)).toBe(expected)
})

import { describe, expect, it } from 'vitest'
import { changeSettings, type SettingsFormat } from './format-settings.ts'
import { SettingsTextFailure } from './settings-change.ts'

/** What a text had between its beginning and its end that another one has, too, and what that has there. */
function between(before: string, after: string) {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { gone: before.slice(start, before.length - end), come: after.slice(start, after.length - end) }
}

const tabbed = '\tmodel\t=\t"x"\t# m\n\tk\t=\t1\t# k\n[t]\n\tz = [\n\t\t1, # one\n\t\t2,\n\t]\n'

describe('the text of a settings file that is laid out in an odd way', () => {
  it.each<[SettingsFormat, string, string, string]>([
    ['json', '{"a":1,"k":1,"k":2}', '2', '7'],
    ['json', '{"n": 12345678901234567890, "f": 1.0, "e": 1e5, "k": 1}', '1', '7'],
    ['json', '{\n  "a": 1 /* , */\n  , // y\n}\n', '', '  "k": 7,\n'],
    ['json', '{"a":1,}', '', ' "k": 7,'],
    ['json', '// nothing yet\n', '', '{\n  "k": 7\n}\n'],
    ['toml', tabbed, '1', '7'],
    ['toml', 'a = 1   \nb = 2 \t\n', '', 'k = 7\n'],
    ['toml', 'a = 1\n\n\n', '', 'k = 7\n'],
    ['toml', 'a = """\nk = 9\n""" # it\r\n[t]\r\n', '', 'k = 7\r\n'],
    ['toml', '# head\n\n[t]\na = 1\n', '', 'k = 7\n'],
    ['toml', 'a = 0xFF\nb = 1_000\nc = { d = 1 } # e\n"k" = 200_000\n', '200_000', '7'],
    ['yaml', 'b: &a 8\nk: *a\n', '*a', '7'],
    ['yaml', 'k: |\n  8\nb: 1\n', '|\n  8', '7'],
    ['yaml', '# c\n{a: 1,   b: 0x10} # c\n', '', ', k: 7'],
    ['yaml', '{} # c\n', '', 'k: 7'],
    ['yaml', '---\n', '', 'k: 7\n'],
    ['yaml', 'a: |+\n  text\n\n\n', '', 'k: 7\n'],
  ])('has one value more or another one in %s: %j', (format, text, gone, come) => {
    const changed = changeSettings(text, format, [{ path: ['k'], value: 7 }])
    expect(between(text, changed)).toEqual({ gone, come })
  })

  it.each<[SettingsFormat, string, string]>([
    ['yaml', 'k: &a 8\nb: *a\n', 'Dewpoint cannot set k in it without changing something else'],
    ['yaml', 'k: 1\nk: 2\n', 'Dewpoint cannot set k in it without changing something else'],
    ['yaml', 'k: 1\n---\nb: 2\n', 'it holds several YAML documents'],
    ['yaml', 'k: [1]\n', 'Dewpoint cannot set k in it without changing something else'],
    ['yaml', 'a:\n\tb: 1\n', 'it is no valid YAML'],
    ['json', '{"a":1} {"b":2}', 'it is no valid JSON (end of file expected)'],
    ['toml', 'k = 1\nk = 2\n', 'it is no valid TOML'],
  ])('is refused where more would change in %s: %j', (format, text, message) => {
    const change = () => changeSettings(text, format, [{ path: ['k'], value: 7 }])
    expect(change).toThrow(SettingsTextFailure)
    expect(change).toThrow(message)
  })

  it('holds a prompt of several lines with every sign', () => {
    const value = 'One "quoted"\n\ttwo \\ \u0007\u007f """ \'\'\' ✓'
    const changed = changeSettings('a = 1 # x\n', 'toml', [{ path: ['compact_prompt'], value }])
    expect(changed.split('\n')).toHaveLength(3)
    expect(changeSettings(changed, 'toml', [{ path: ['compact_prompt'], value }])).toBe(changed)
  })

  it.each<[SettingsFormat, (at: number) => string]>([
    ['yaml', (at) => `key_${at}: "v${at}" # c`],
    ['toml', (at) => `key_${at} = "v${at}" # c`],
  ])('may have thousands of keys in %s', (format, line) => {
    const text = `${Array.from({ length: 6000 }, (_, at) => line(at)).join('\n')}\n`
    const changed = changeSettings(text, format, [{ path: ['key_5000'], value: 7 }])
    expect(between(text, changed)).toEqual({ gone: '"v5000"', come: '7' })
  })
})

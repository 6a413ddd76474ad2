import { describe, expect, it } from 'vitest'
import { changeSettings, formatSettings, type SettingsFormat } from './format-settings.ts'
import { SettingsTextFailure } from './settings-change.ts'

const json = `// What I like
{
    "theme": "dark", // not light
    "env": { "HTTP_PROXY": "x" },
    "permissions": { "allow": ["Bash(ls:*)"] },
    /* mine */ "unknownKey": [1, 2, 3,],
}
`

const toml = `# Mine
model = "gpt-5.5"   # the large one
model_auto_compact_token_limit  =  200000 # tokens

[mcp_servers.docs] # tools
command = "npx"
args = [ "-y",  'docs' ]

[projects."/home/me/a.b"]
trust_level = "trusted"
`

const yaml = `# Goose
GOOSE_PROVIDER: anthropic   # vendor
GOOSE_AUTO_COMPACT_THRESHOLD:   0.8 # late
extensions:
    developer:
        enabled: true
        args: [ a,  b ]
`

/** Lines of which only one of two texts has any. */
function changedLines(before: string, after: string) {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  return {
    gone: old.filter((line) => !fresh.includes(line)),
    come: fresh.filter((line) => !old.includes(line)),
  }
}

describe('a value in a settings file', () => {
  it.each<[SettingsFormat, string, string[], number | boolean | string, string[], string[]]>([
    [
      'json',
      json,
      ['theme'],
      'light',
      ['    "theme": "dark", // not light'],
      ['    "theme": "light", // not light'],
    ],
    [
      'toml',
      toml,
      ['model_auto_compact_token_limit'],
      120_000,
      ['model_auto_compact_token_limit  =  200000 # tokens'],
      ['model_auto_compact_token_limit  =  120000 # tokens'],
    ],
    [
      'yaml',
      yaml,
      ['GOOSE_AUTO_COMPACT_THRESHOLD'],
      0.6,
      ['GOOSE_AUTO_COMPACT_THRESHOLD:   0.8 # late'],
      ['GOOSE_AUTO_COMPACT_THRESHOLD:   0.6 # late'],
    ],
  ])('is the only thing that differs in %s', (format, text, path, value, gone, come) => {
    expect(changedLines(text, changeSettings(text, format, [{ path, value }]))).toEqual({ gone, come })
  })

  it.each<[SettingsFormat, string, string]>([
    ['json', json, '"keepRecentTokens": 9000'],
    ['toml', toml, 'keepRecentTokens = 9000'],
    ['yaml', yaml, 'keepRecentTokens: 9000'],
  ])('is added to %s, and every line stays', (format, text, line) => {
    const changed = changeSettings(text, format, [{ path: ['keepRecentTokens'], value: 9000 }])
    const { gone, come } = changedLines(text, changed)
    expect(come.map((one) => one.trim().replace(/,$/, ''))).toEqual([line])
    expect(gone).toEqual([])
  })

  it('goes into a group that is made for it, or that is there', () => {
    const changes = [
      { path: ['env', 'CLAUDE_AUTOCOMPACT_PCT_OVERRIDE'], value: '60' },
      { path: ['compaction', 'prune'], value: true },
    ]
    const changed = changeSettings(json, 'json', changes)
    expect(changed).toContain('"HTTP_PROXY": "x"')
    expect(changed).toContain('"CLAUDE_AUTOCOMPACT_PCT_OVERRIDE": "60"')
    expect(changed).toContain('// not light')
    expect(formatSettings('json', changes.slice(1))).toBe('{\n  "compaction": {\n    "prune": true\n  }\n}\n')
  })

  it.each([
    ['{"a":1}', '{"a":1, "c": { "d": true }}'],
    ['{ "c": {"b": 1} }', '{ "c": {"b": 1, "d": true} }'],
    ['{\n  "a": 1 // x\n}', '{\n  "a": 1, // x\n  "c": {\n    "d": true\n  }\n}'],
    ['{\n  "a": 1, // x\n}', '{\n  "a": 1, // x\n  "c": {\n    "d": true\n  },\n}'],
    ['{\n  // nothing yet\n}', '{\n  // nothing yet\n  "c": {\n    "d": true\n  }\n}'],
  ])('stands behind what %j has', (text, changed) => {
    expect(changeSettings(text, 'json', [{ path: ['c', 'd'], value: true }])).toBe(changed)
  })

  it.each<[SettingsFormat, string, string]>([
    ['json', '{"c":null}', '{"c":{\n  "d": true\n}}'],
    ['json', 'null', '{\n  "c": {\n    "d": true\n  }\n}'],
  ])('takes the place of nothing in %s: %j', (format, text, changed) => {
    expect(changeSettings(text, format, [{ path: ['c', 'd'], value: true }])).toBe(changed)
  })

  it.each([
    ['G:\nb: 1\n', 'G: 0.5\nb: 1\n'],
    ['"G": 0.8 # c\n', '"G": 0.5 # c\n'],
    ['%YAML 1.2\n---\nb: 1\n...\n', '%YAML 1.2\n---\nb: 1\nG: 0.5\n...\n'],
  ])('stands for itself in YAML: %j', (text, changed) => {
    expect(changeSettings(text, 'yaml', [{ path: ['G'], value: 0.5 }])).toBe(changed)
  })

  it.each([
    ['[tui]\na=1', 'k = 7\n\n[tui]\na=1'],
    ['x = 1\r\n\r\n[[mcp]]\r\nname = "a"\r\n', 'x = 1\r\nk = 7\r\n\r\n[[mcp]]\r\nname = "a"\r\n'],
    ['[a]\nk = 3\n', 'k = 7\n\n[a]\nk = 3\n'],
  ])('stands before every table in TOML: %j', (text, changed) => {
    expect(changeSettings(text, 'toml', [{ path: ['k'], value: 7 }])).toBe(changed)
  })

  it('changes nothing where it stands there already, and keeps line ends, tabs and the mark of UTF-8', () => {
    expect(changeSettings(toml, 'toml', [{ path: ['model'], value: 'gpt-5.5' }])).toBe(toml)
    const windows = '\uFEFF{\r\n\t"a": 1\r\n}\r\n'
    expect(changeSettings(windows, 'json', [{ path: ['b'], value: 2 }])).toBe(
      '\uFEFF{\r\n\t"a": 1,\r\n\t"b": 2\r\n}\r\n',
    )
  })

  it.each<[SettingsFormat, string, string, number | null]>([
    ['json', '{\n "a": 1,\n "b" 2\n}', 'it is no valid JSON (colon expected)', 3],
    ['toml', 'a = 1\nb = = 2\n', 'it is no valid TOML', 2],
    ['yaml', 'a: 1\nb: [1, 2\n', 'it is no valid YAML', 3],
    ['yaml', 'G: &a 1\nb: *a\ncompaction: |\n  x\n', 'compaction is no group of settings in it', null],
    ['json', '[1]', 'it holds no settings: its outermost value is no group of keys', null],
    ['json', '{"compaction": true}', 'compaction is no group of settings in it', null],
  ])('is refused in broken %s, with the line', (format, text, message, line) => {
    const change = () => changeSettings(text, format, [{ path: ['compaction', 'prune'], value: true }])
    expect(change).toThrow(SettingsTextFailure)
    expect(change).toThrow(expect.objectContaining({ message, line }))
  })
})

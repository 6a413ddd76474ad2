import { describe, expect, it } from 'vitest'
import { readPresetFile, writePresetFile } from './preset-file-types.ts'

const preset = {
  providerId: 'truncation',
  id: 'mine',
  label: 'Mine',
  description: 'Cuts little.',
  settings: { minTokens: 5, toolResults: { mode: 'keep' } },
}
const file = { format: 'dewpoint-preset', version: 1, ...preset }
const listIssues = (value: unknown) => {
  const read = readPresetFile(typeof value === 'string' ? value : JSON.stringify(value))
  return read.ok ? [] : read.issues.map(({ path, message }) => [path.join('.'), message])
}

describe('a preset file', () => {
  it('is read as it was written', () => {
    expect(readPresetFile(writePresetFile(preset))).toEqual({ ok: true, file })
  })

  it('may name its schema, begin with a byte order mark and leave the description out', () => {
    const { description: _, ...short } = file
    const text = `\uFEFF${JSON.stringify({ $schema: './preset.schema.json', ...short })}`
    expect(readPresetFile(text)).toMatchObject({ ok: true, file: { description: '' } })
  })

  it.each([
    ['another format', { ...file, format: 'x' }, 'format', 'must be "dewpoint-preset"'],
    ['a newer format', { ...file, version: 2 }, 'version', 'is 2: a newer Dewpoint wrote this file'],
    ['no version', { ...file, version: undefined }, 'version', 'must be 1, the version of the format'],
    ['an id that is none', { ...file, id: 'My preset' }, 'id', expect.stringContaining('lowercase letters')],
    ['no label', { ...file, label: ' ' }, 'label', 'takes at least one character'],
    [
      'settings that are a list',
      { ...file, settings: [] },
      'settings',
      'must be a map of keys and values, not a list',
    ],
    ['a key that it does not know', { ...file, colour: 1 }, '', expect.stringContaining('colour')],
    ['text', 'hello', '', expect.stringContaining('is not JSON')],
    ['a list', [], '', 'must be a map of keys and values, not a list'],
  ])('with %s is refused with its place', (_name, value, path, message) => {
    expect(listIssues(value)).toEqual([[path, message]])
  })

  it('with several faults names them all', () => {
    expect(listIssues({ ...file, id: 'A', label: '' }).map(([path]) => path)).toEqual(['id', 'label'])
  })
})

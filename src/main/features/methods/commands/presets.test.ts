import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
  await writeFile(join(line.folder, 'one.json'), '{ "minTokens": 5 }')
  await writeFile(join(line.folder, 'two.json'), '{ "minTokens": 6 }')
  await writeFile(join(line.folder, 'bad.json'), '{ "minTokens": -1 }')
  await writeFile(join(line.folder, 'text.json'), 'hello')
})
afterAll(() => line.clean())

const presets = (text: string) => line.run(['presets', ...text.split(' ')])
const presetsJson = (text: string) => line.json(['presets', ...text.split(' ')])

describe('dewpoint presets', () => {
  it('lists those that ship, all of them or those of a provider', async () => {
    const all = await line.json(['presets'])
    expect(all).toContainEqual(expect.objectContaining({ provider: 'lossless', id: 'strict' }))
    const { out } = await line.run(['presets', 'truncation'])
    expect(out).toMatch(/^provider +preset +version +what it does\ntruncation +default +built in +Old tool/)
    expect(out).not.toContain('lossless')
    expect(await presets('list truncation')).toEqual({ code: 0, out, err: '' })
    const listed = await presetsJson('truncation')
    expect(await presetsJson('list truncation')).toEqual(listed)
    expect(listed).toMatchObject([{ id: 'default', settings: { minTokens: 100 }, builtIn: true }, {}, {}])
  })

  it('saves settings, then versions of them, and none for the same settings', async () => {
    const save = 'save --provider truncation --id mine'
    expect(await presets(`${save} --settings one.json --label Mine`)).toMatchObject({
      code: 0,
      out: 'Version 1 of truncation:mine saved.\n',
    })
    expect(await presets(`${save} --settings two.json --note Longer`)).toMatchObject({
      out: 'Version 2 of truncation:mine saved.\n',
    })
    expect(await presets(`${save} --settings two.json`)).toMatchObject({
      out: expect.stringContaining('no version was added'),
    })
    expect(await presetsJson('show mine')).toMatchObject({
      provider: 'truncation',
      id: 'mine',
      label: 'Mine',
      builtIn: false,
      version: 2,
      settings: { minTokens: 6, keepFirst: 1 },
      versions: [{ version: 1 }, { version: 2, note: 'Longer' }],
    })
    expect((await line.run(['presets'])).out).toMatch(/truncation +mine +2 +Mine\n/)
  })

  it('shows a version with its settings', async () => {
    const { out } = await presets('show truncation:mine@1')
    expect(out).toMatch(/^preset +truncation:mine\nlabel +Mine\nversion +1 of 2\n/)
    expect(out).toContain('"minTokens": 5')
    expect(await presetsJson('show mine@1')).toMatchObject({ version: 1, settings: { minTokens: 5 } })
  })

  it('duplicates, renames, restores and removes', async () => {
    expect(await presetsJson('duplicate truncation:suppress --as quiet --label Quiet')).toMatchObject({
      id: 'quiet',
      label: 'Quiet',
      settings: { minTokens: 50 },
      builtIn: false,
    })
    expect(await presetsJson('duplicate mine@1')).toMatchObject({
      id: 'mine-copy',
      settings: { minTokens: 5 },
    })
    expect(await presetsJson('rename quiet --label Silent --description Cuts')).toMatchObject({
      id: 'quiet',
      label: 'Silent',
      description: 'Cuts',
    })
    expect(await presets('restore mine@1')).toMatchObject({ out: 'Version 3 of truncation:mine saved.\n' })
    expect(await presetsJson('show mine')).toMatchObject({ version: 3, settings: { minTokens: 5 } })
    expect(await presetsJson('remove mine-copy')).toEqual({
      removed: { provider: 'truncation', id: 'mine-copy' },
    })
    expect(await presets('show mine-copy')).toMatchObject({ code: 2 })
  })

  it('writes files and takes them back', async () => {
    const { out } = await presets('export mine')
    expect(JSON.parse(out)).toMatchObject({
      format: 'dewpoint-preset',
      id: 'mine',
      settings: { minTokens: 5 },
    })
    expect(await presetsJson('export mine --out mine.preset.json')).toEqual({
      provider: 'truncation',
      id: 'mine',
      version: 3,
      file: join(line.folder, 'mine.preset.json'),
    })
    expect(await readFile(join(line.folder, 'mine.preset.json'), 'utf8')).toBe(out)
    expect(await presets('export mine --out mine.preset.json')).toMatchObject({
      code: 2,
      err: expect.stringContaining('exists already'),
    })
    expect(await presets('import mine.preset.json')).toMatchObject({
      code: 0,
      out: expect.stringContaining('no version was added'),
    })
    await presets('export mine@2 --out mine.preset.json --force')
    expect(await presetsJson('import mine.preset.json')).toMatchObject({
      result: 'version-added',
      version: 4,
      settings: { minTokens: 6 },
    })
    expect(await presets('import mine.preset.json --as theirs')).toMatchObject({
      out: 'Preset truncation:theirs added.\n',
    })
  })

  it.each([
    ['nobody', /There is no provider "nobody"/],
    ['show nobody', /There is no preset nobody/],
    ['show mine@9', /truncation:mine has no version 9/],
    [
      'show default',
      /Several providers have a preset default\. Name one of: lossless:default, truncation:default/,
    ],
    ['save --provider truncation --id mine', /--settings/],
    ['save --provider truncation --id mine --settings bad.json', /settings\.minTokens: must be at least 0/],
    ['save --provider truncation --id mine --settings text.json', /not usable/],
    ['save --provider truncation --id mine --settings nowhere.json', /could not be read/],
    ['save --provider truncation --id suppress --settings one.json', /ships with Dewpoint.*another id/],
    ['save --provider truncation --id My_One --settings one.json', /id: takes lowercase letters/],
    ['duplicate mine --as theirs', /is there already/],
    ['restore mine', /version to restore is missing/],
    ['restore suppress@1', /ships with Dewpoint/],
    ['remove suppress', /ships with Dewpoint/],
    ['remove mine@1', /single version cannot be removed/],
    ['import text.json', /is not JSON/],
    ['import bad.json', /format: must be "dewpoint-preset" \(and/],
    ['import nowhere.json', /could not be read/],
  ])('%s says what is wrong', async (text, message) => {
    const { code, out, err } = await presets(text)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
    expect(err.trimEnd()).not.toContain('\n')
  })
})

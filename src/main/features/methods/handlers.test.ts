import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ContractClient } from '../../../shared/api/contract.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { startDewpoint } from '../../testing/start-dewpoint.ts'
import type { Dewpoint } from '../common/dewpoint.ts'

let folder: string
let dewpoint: Dewpoint
let client: ContractClient
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-presets-'))
  dewpoint = await startDewpoint(folder)
  client = dewpoint.client
})
afterEach(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

const providerId = 'truncation'
const mine = { providerId, id: 'mine', label: 'Mine', description: 'Cuts little.' }
const key = { providerId, id: 'mine' }
const listPresetIds = async () => (await client.presets.list({ providerId })).map(({ id }) => id)

describe('presets', () => {
  it('begin with those that ship, which stay as they are', async () => {
    const builtIn = await client.presets.list({})
    const providers = await client.providers.list()
    expect(builtIn.map(({ providerId: of, id }) => [of, id])).toEqual(
      providers.flatMap(({ id: of, presets }) => presets.map(({ id }) => [of, id])),
    )
    expect(builtIn.every(({ isBuiltIn, versions }) => isBuiltIn && versions.length === 1)).toBe(true)
    const suppress = { providerId, id: 'suppress' }
    for (const call of [
      client.presets.rename({ ...suppress, label: 'x' }),
      client.presets.remove(suppress),
      client.presets.restore({ ...suppress, version: 1 }),
    ])
      expect(await catchProblem(call)).toMatchObject({ code: 'not-allowed', where: 'suppress' })
    expect(await catchProblem(client.presets.save({ ...suppress, settings: {} }))).toMatchObject({
      code: 'bad-input',
      message: 'The preset "suppress" of Truncation ships with Dewpoint',
    })
    await client.presets.save({ ...mine, label: 'A first one', settings: {} })
    expect(await listPresetIds()).toEqual(['default', 'suppress', 'balanced', 'mine'])
    expect((await client.providers.list()).find(({ id }) => id === providerId)?.presets).toHaveLength(3)
  })

  it('are saved complete, and in versions with their notes', async () => {
    const first = await client.presets.save({ ...mine, settings: { minTokens: 5 }, note: 'First.' })
    expect(first).toMatchObject({ ...mine, isBuiltIn: false, versions: [{ version: 1, note: 'First.' }] })
    const [{ defaults } = { defaults: {} }] = (await client.providers.list()).filter(
      ({ id }) => id === providerId,
    )
    expect(first.versions[0]?.settings).toEqual({ ...defaults, minTokens: 5 })
    const second = await client.presets.save({ ...key, settings: { minTokens: 6 }, note: 'Tighter.' })
    expect(second).toMatchObject({
      label: 'Mine',
      description: 'Cuts little.',
      versions: [
        { version: 1, settings: { minTokens: 5 } },
        { version: 2, settings: { minTokens: 6 }, note: 'Tighter.' },
      ],
    })
    expect(await client.presets.save({ ...key, settings: { minTokens: 6 } })).toEqual(second)
    expect(await catchProblem(client.presets.save({ ...mine, settings: {}, mustBeNew: true }))).toMatchObject(
      {
        code: 'bad-input',
        where: 'id',
      },
    )
    expect(await client.presets.list({ providerId })).toContainEqual(second)
  })

  it('go back to an older version by a new one', async () => {
    await client.presets.save({ ...mine, settings: { minTokens: 5 } })
    await client.presets.save({ ...mine, settings: { minTokens: 6 } })
    const { versions } = await client.presets.restore({ ...key, version: 1 })
    expect(versions.map(({ settings }) => settings['minTokens'])).toEqual([5, 6, 5])
    expect(versions[2]?.note).toBe('As version 1')
    expect(await catchProblem(client.presets.restore({ ...key, version: 9 }))).toMatchObject({
      code: 'not-found',
      message: 'The preset Mine has no version 9',
    })
  })

  it('are duplicated, built-in ones too, each copy with an id and a label of its own', async () => {
    const copy = await client.presets.duplicate({ providerId, id: 'suppress' })
    expect(copy).toMatchObject({ id: 'suppress-copy', label: 'Suppress copy', isBuiltIn: false })
    expect(copy.versions).toMatchObject([{ version: 1, note: 'Copy of suppress, version 1' }])
    expect(copy.versions[0]?.settings).toMatchObject({ toolResults: { mode: 'suppress' } })
    expect(await client.presets.duplicate({ providerId, id: 'suppress' })).toMatchObject({
      id: 'suppress-copy-2',
      label: 'Suppress copy 2',
    })
    await client.presets.save({ ...mine, settings: { minTokens: 5 } })
    await client.presets.save({ ...mine, settings: { minTokens: 6 } })
    const older = await client.presets.duplicate({ ...key, version: 1, as: 'older', label: 'Older' })
    expect(older).toMatchObject({ id: 'older', label: 'Older', versions: [{ settings: { minTokens: 5 } }] })
    expect(await catchProblem(client.presets.duplicate({ ...key, as: 'older' }))).toMatchObject({
      where: 'id',
    })
    expect(await catchProblem(client.presets.duplicate({ ...key, as: 'default' }))).toMatchObject({
      where: 'id',
    })
  })

  it('are renamed and removed', async () => {
    await client.presets.save({ ...mine, settings: {} })
    expect(await client.presets.rename({ ...key, label: 'Other' })).toMatchObject({
      id: 'mine',
      label: 'Other',
      description: 'Cuts little.',
    })
    expect(await client.presets.rename({ ...key, label: 'Other', description: '' })).toMatchObject({
      description: '',
    })
    await client.presets.remove(key)
    expect(await listPresetIds()).not.toContain('mine')
    for (const call of [
      client.presets.remove(key),
      client.presets.rename({ ...key, label: 'x' }),
      client.presets.export(key),
      client.presets.duplicate(key),
    ])
      expect(await catchProblem(call)).toMatchObject({ code: 'not-found', where: 'mine' })
  })

  it.each([
    [{ id: 'A b' }, 'id', /^id: takes lowercase letters/],
    [{ label: ' ' }, 'label', /^label: takes at least/],
    [{ description: 'x'.repeat(501) }, 'description', /^description: .*500/],
  ])('with %o are not saved, nor renamed so', async (texts, where, message) => {
    const problem = { code: 'bad-input', where, message: expect.stringMatching(message) }
    expect(await catchProblem(client.presets.save({ ...mine, ...texts, settings: {} }))).toMatchObject(
      problem,
    )
    expect(await client.presets.list({ providerId })).toHaveLength(3)
    await client.presets.save({ ...mine, settings: {} })
    const { id: as, label } = { ...mine, id: 'copy', ...texts }
    const change =
      where === 'description'
        ? client.presets.rename({ ...mine, ...texts })
        : client.presets.duplicate({ ...key, as, label })
    expect(await catchProblem(change)).toMatchObject(problem)
  })

  it('whose settings do not fit are not saved, and the place is named', async () => {
    const call = client.presets.save({ ...mine, settings: { toolResults: { maxLines: 0 } } })
    expect(await catchProblem(call)).toMatchObject({
      code: 'bad-input',
      where: 'settings.toolResults.maxLines',
    })
    expect(await catchProblem(client.presets.save({ ...mine, providerId: 'x', settings: {} }))).toMatchObject(
      {
        code: 'bad-input',
        where: 'x',
      },
    )
    expect(await listPresetIds()).not.toContain('mine')
  })
})

describe('a preset file', () => {
  it('comes back as it went out', async () => {
    const saved = await client.presets.save({ ...mine, settings: { minTokens: 5 } })
    const { fileName, text } = await client.presets.export(key)
    expect(fileName).toBe('truncation-mine.preset.json')
    expect(await client.presets.import({ text })).toEqual({ preset: saved, result: 'unchanged' })
    await client.presets.remove(key)
    const { preset, result } = await client.presets.import({ text })
    expect(result).toBe('created')
    expect({ ...preset, versions: [] }).toEqual({ ...saved, versions: [] })
    expect(preset.versions[0]?.settings).toEqual(saved.versions[0]?.settings)
    expect((await client.presets.export(key)).text).toBe(text)
  })

  it('is the next version of the preset that has its id, or another preset', async () => {
    await client.presets.save({ ...mine, settings: { minTokens: 5 } })
    const { text } = await client.presets.export(key)
    await client.presets.save({ ...mine, settings: { minTokens: 6 } })
    expect((await client.presets.export({ ...key, version: 1 })).text).toBe(text)
    expect(await client.presets.import({ text })).toMatchObject({
      result: 'version-added',
      preset: { versions: [{}, {}, { version: 3, settings: { minTokens: 5 }, note: 'From a file' }] },
    })
    expect(await client.presets.import({ text, as: 'theirs' })).toMatchObject({
      result: 'created',
      preset: { id: 'theirs', label: 'Mine' },
    })
  })

  it('of a built-in preset is taken under another id only', async () => {
    const { text } = await client.presets.export({ providerId, id: 'suppress' })
    expect(await catchProblem(client.presets.import({ text }))).toMatchObject({
      code: 'bad-input',
      where: 'id',
    })
    expect(await client.presets.import({ text, as: 'mine' })).toMatchObject({ result: 'created' })
  })

  const file = { format: 'dewpoint-preset', version: 1, ...mine, settings: {} }
  it.each([
    ['is no JSON', '{', '', /is not JSON/],
    [
      'nests thousands of levels deep',
      `{"settings":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
      '',
      /is not JSON: it nests more than 500 levels deep/,
    ],
    ['is of another kind', JSON.stringify({ ...file, format: 'x' }), 'format', /format: must be/],
    ['has a faulty id', JSON.stringify({ ...file, id: 'A B' }), 'id', /id: takes lowercase letters/],
    ['is for nobody', JSON.stringify({ ...file, providerId: 'x' }), 'x', /no provider "x"/],
    [
      'has settings that do not fit',
      JSON.stringify({ ...file, settings: { minTokens: -1, colour: 1 } }),
      'settings.minTokens',
      /settings\.minTokens: .* \(and 1 more\)/,
    ],
  ])('that %s is refused with what and where', async (_name, text, where, message) => {
    expect(await catchProblem(client.presets.import({ text }))).toMatchObject({
      code: 'bad-input',
      where,
      message: expect.stringMatching(message),
    })
    expect(await listPresetIds()).not.toContain('mine')
  })
})

it('whose settings nest thousands of levels deep are refused by every method', async () => {
  // The settings of a stranger, which are JSON.
  const settings = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as Record<string, never>
  for (const call of [
    client.presets.save({ ...mine, settings }),
    client.runs.start({ taskId: 'x', providerId, settings }),
    client.runs.estimate({ taskId: 'x', providerId, settings }),
  ])
    expect(await catchProblem(call)).toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('500 levels deep'),
    })
})

describe('a run', () => {
  const run = async (more: object) => {
    const taskId = (await client.tasks.list())[0]!.id
    return client.runs.start({ taskId, providerId, ...more })
  }

  it('takes a preset of one’s own, and keeps the version that it used', async () => {
    await client.presets.save({ ...mine, settings: { minTokens: 5, keepFirst: 2 } })
    await client.presets.save({ ...mine, settings: { minTokens: 6, keepFirst: 2 } })
    expect(await run({ presetId: 'mine' })).toMatchObject({
      presetId: 'mine@2',
      settings: { minTokens: 6, keepFirst: 2 },
    })
    expect(await run({ presetId: 'mine@1', settings: { keepFirst: 3 } })).toMatchObject({
      presetId: 'mine@1',
      settings: { minTokens: 5, keepFirst: 3 },
    })
    expect(await run({ presetId: 'suppress' })).toMatchObject({ presetId: 'suppress' })
    expect(await run({})).toMatchObject({ presetId: null })
    const fallback = [{ providerId: 'lossless' }, { providerId, presetId: 'mine' }]
    expect(await run({ fallback })).toMatchObject({ presetId: null })
  })

  it.each([
    ['gone', 'Truncation has no preset "gone"'],
    ['mine@2', 'The preset Mine has no version 2'],
    ['suppress@2', 'The preset Suppress has no version 2'],
  ])('learns that there is no %s', async (presetId, message) => {
    await client.presets.save({ ...mine, settings: {} })
    expect(await catchProblem(run({ presetId }))).toMatchObject({ code: 'not-found', message })
    expect(await catchProblem(run({ fallback: [{ providerId, presetId }] }))).toMatchObject({ message })
  })
})

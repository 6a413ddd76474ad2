import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { firstTables } from '../migrations/001-first-tables.ts'
import { models } from '../migrations/002-models.ts'
import { migrations } from '../migrations/migrations.ts'
import type { Store } from '../store.ts'
import { makeBench, type StoreBench } from '../testing/fixtures.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
})
afterEach(() => bench.clean())

const preset = { providerId: 'truncation', id: 'mine', label: 'Mine', description: 'Cuts little.' }
const version = (minTokens: number) => ({
  settings: { minTokens, nested: { snake_case: [null, true] } },
  note: `with ${minTokens}`,
  createdTs: 7,
})

describe('presets', () => {
  it('keep every version, numbered from 1', async () => {
    expect(await store.presets.create(preset, version(1))).toBe(true)
    expect(await store.presets.addVersion(preset, version(2))).toBe(2)
    expect(await store.presets.get(preset)).toEqual({
      ...preset,
      isBuiltIn: false,
      versions: [
        { version: 1, ...version(1) },
        { version: 2, ...version(2) },
      ],
    })
  })

  it('have ids of their own for each provider', async () => {
    await store.presets.create(preset, version(1))
    const other = { ...preset, providerId: 'lossless' }
    expect(await store.presets.addVersion(other, version(2))).toBeNull()
    expect(await store.presets.get(other)).toBeNull()
    await store.presets.create(other, version(3))
    await store.presets.addVersion(other, version(4))
    expect((await store.presets.get(preset))?.versions).toHaveLength(1)
    await store.presets.remove(other)
    expect((await store.presets.list()).map(({ providerId }) => providerId)).toEqual(['truncation'])
  })

  it('are listed by provider and label, described anew, and removed with their versions', async () => {
    await store.presets.create(preset, version(1))
    await store.presets.create({ ...preset, id: 'a', label: 'other' }, version(1))
    await store.presets.create({ ...preset, id: 'z', label: 'best' }, version(1))
    await store.presets.create({ ...preset, providerId: 'native', label: 'Zoo' }, version(1))
    const ids = async () => (await store.presets.list()).map(({ id }) => id)
    expect(await ids()).toEqual(['mine', 'z', 'mine', 'a'])
    expect(await store.presets.describe(preset, { label: 'Always last', description: '' })).toBe(true)
    expect(await store.presets.get(preset)).toMatchObject({ label: 'Always last', description: '' })
    await store.presets.describe(preset, { label: 'zz', description: '' })
    expect(await ids()).toEqual(['mine', 'z', 'a', 'mine'])
    expect(await store.presets.remove(preset)).toBe(true)
    expect(await store.presets.remove(preset)).toBe(false)
    expect(await store.presets.describe(preset, { label: 'x', description: '' })).toBe(false)
    await store.presets.create(preset, version(9))
    expect((await store.presets.get(preset))?.versions).toEqual([{ version: 1, ...version(9) }])
  })

  it('are not added twice, nor by half', async () => {
    await store.presets.create(preset, version(1))
    expect(await store.presets.create({ ...preset, label: 'Other' }, version(2))).toBe(false)
    expect(await store.presets.get(preset)).toMatchObject({ label: 'Mine', versions: { length: 1 } })
    const broken = { ...version(3), createdTs: Number.NaN }
    await expect(store.presets.create({ ...preset, id: 'half' }, broken)).rejects.toMatchObject({
      code: 'failed',
    })
    expect(await store.presets.list()).toHaveLength(1)
  })

  it('that are damaged are left out and counted', async () => {
    await store.presets.create(preset, version(1))
    const raw = new Database(store.filePath)
    raw.exec("update preset_versions set settings = '[1'")
    raw.close()
    expect(await store.presets.list()).toEqual([])
    expect([...store.unreadableRows()].map(([table, rows]) => [table, rows.size])).toEqual([['presets', 1]])
  })
})

describe('a database of version 2', () => {
  it('keeps its rows, gets presets and pins, and is backed up before', async () => {
    const folder = join(bench.folder, 'old')
    mkdirSync(folder)
    const raw = new Database(join(folder, 'dewpoint.sqlite'))
    raw.exec(firstTables.sql)
    raw.exec(models.sql)
    raw.exec(`
      insert into prompts values ('p', 'Short', 'conversation');
      insert into prompt_versions values ('p', 1, 'Be short.', '', 1);
      pragma user_version = 2`)
    raw.close()
    const upgraded = await bench.open({ folder })
    expect(await upgraded.stats()).toMatchObject({ schemaVersion: migrations.at(-1)!.version })
    expect(await upgraded.prompts.list()).toMatchObject([{ id: 'p', versions: [{ text: 'Be short.' }] }])
    await upgraded.presets.create(preset, version(1))
    expect(await upgraded.presets.list()).toHaveLength(1)
    expect(await upgraded.pins.list('t')).toEqual([])
    expect(await upgraded.integrityCheck()).toEqual([])
    const backups = readdirSync(folder).filter((name) => name.endsWith('.backup'))
    expect(backups).toEqual([expect.stringContaining('.v2-')])
    const copy = new Database(join(folder, backups[0] ?? ''), { readonly: true })
    expect(copy.pragma('user_version', { simple: true })).toBe(2)
    expect(copy.prepare('select id from prompts').pluck().all()).toEqual(['p'])
    copy.close()
  })
})

import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { modelProfileSchema, type ModelProfile } from '../../../../shared/models/model-profile-types.ts'
import { connect } from '../database/connection.ts'
import { firstTables } from '../migrations/001-first-tables.ts'
import { migrations } from '../migrations/migrations.ts'
import type { StoredAnswer } from '../records.ts'
import type { Store } from '../store.ts'
import { makeBench, makeRun, putTask, type StoreBench } from '../testing/fixtures.ts'
import { createAnswerRepository } from './answer-repository.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
})
afterEach(() => bench.clean())

const makeProfile = (more: Partial<ModelProfile> = {}): ModelProfile =>
  modelProfileSchema.parse({
    id: 'work',
    name: 'Work',
    vendor: 'anthropic',
    model: 'claude-sonnet-4',
    windowTokens: 200_000,
    maxOutputTokens: 8192,
    ...more,
  })

describe('profiles', () => {
  it('come back as they were saved, replaced by id and listed by name', async () => {
    await store.profiles.save(makeProfile({ name: 'old' }))
    const work = makeProfile({ prices: { input: 3, tiers: [{ aboveInputTokens: 5, prices: { input: 6 } }] } })
    await store.profiles.save(work)
    await store.profiles.save(makeProfile({ id: 'b', name: 'alpha' }))
    expect(await store.profiles.get('work')).toEqual(work)
    expect((await store.profiles.list()).map(({ name }) => name)).toEqual(['alpha', 'Work'])
  })

  it('are removed once', async () => {
    await store.profiles.save(makeProfile())
    expect(await store.profiles.remove('work')).toBe(true)
    expect(await store.profiles.remove('work')).toBe(false)
    expect(await store.profiles.get('work')).toBeNull()
  })
})

describe('answers', () => {
  const usage = { input: 1, output: 2, cacheWrites: 3, cacheReads: 4 }
  const answer = (requestSha256: string, createdTs: number, text = 'x'): StoredAnswer => ({
    requestSha256,
    model: 'm',
    text,
    usage,
    createdTs,
  })

  it('come back by what was asked, the latest one only', async () => {
    await store.answers.put(answer('a', 1, 'first'))
    await store.answers.put(answer('a', 2, 'second ✓'))
    expect(await store.answers.get('a')).toEqual(answer('a', 2, 'second ✓'))
    expect(await store.answers.get('b')).toBeNull()
  })

  it.each([
    ['in number', { answers: 2, bytes: 1000 }, ['c', 'd']],
    ['in bytes', { answers: 10, bytes: 14 }, ['c', 'd']],
    ['in bytes, the new one excepted', { answers: 10, bytes: 1 }, ['d']],
  ])('are bounded %s, the oldest going first', async (_name, bounds, left) => {
    const raw = new Database(store.filePath)
    const answers = createAnswerRepository(connect(raw), bounds)
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) await answers.put(answer(id, index, '✓12'))
    expect(raw.prepare('select request_sha256 from answers order by 1').pluck().all()).toEqual(left)
    raw.close()
  })
})

describe('a run', () => {
  it('keeps its model, its prompt and what started it', async () => {
    await putTask(store)
    const used = {
      model: { profileId: 'work', label: 'Work (claude-sonnet-4)' },
      prompt: { promptId: 'p', version: 2 },
      isAutomatic: true,
    }
    await store.runs.insertRunning(makeRun(used))
    expect(await store.runs.get('run-1')).toMatchObject(used)
    expect(await store.runs.list()).toMatchObject([used])
  })
})

describe('a database of version 1', () => {
  it('keeps its rows, gets what it lacks, and is backed up before', async () => {
    const folder = join(bench.folder, 'old')
    mkdirSync(folder)
    const raw = new Database(join(folder, 'dewpoint.sqlite'))
    raw.exec(firstTables.sql)
    raw.exec(`
      insert into blobs values ('s', x'00', 9e12);
      insert into tasks values
        ('t', 'roo-task', '/t', 'Old', null, null, null, 'xml', 0, 1, null, null, 0, null, 1, 's', 's',
         '{"problems":[],"usage":{"requests":[],"condensations":[]},"style":{"indent":"","bom":false,"trailing":""},"hiddenRange":null}');
      insert into runs values
        ('r', 't', 's', 's', 'native', '1', null, '{}', null, 'cancelled', 1, 'x', 1, 2, null, null);
      insert into preferences values ('theme', '"dark"');
      pragma user_version = 1`)
    raw.close()
    const upgraded = await bench.open({ folder })
    expect(await upgraded.stats()).toMatchObject({
      schemaVersion: migrations.at(-1)!.version,
      tasks: 1,
      runs: 1,
      blobs: 1,
    })
    expect(await upgraded.runs.list()).toMatchObject([
      { id: 'r', status: 'cancelled', taskTitle: 'Old', model: null, prompt: null, isAutomatic: false },
    ])
    expect(await upgraded.runs.get('r')).toMatchObject({ model: null, prompt: null, isAutomatic: false })
    expect(await upgraded.preferences.all()).toEqual({ theme: 'dark' })
    expect(await upgraded.profiles.list()).toEqual([])
    const [backup = ''] = readdirSync(folder).filter((name) => name.endsWith('.backup'))
    const copy = new Database(join(folder, backup), { readonly: true })
    expect(copy.pragma('user_version', { simple: true })).toBe(1)
    expect(copy.prepare('select id from runs').pluck().all()).toEqual(['r'])
    copy.close()
  })
})

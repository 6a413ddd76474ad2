import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../store.ts'
import { encodeText, makeBench, makeTask, type StoreBench } from '../testing/fixtures.ts'
import { migrations } from './migrations.ts'

let bench: StoreBench
let folder = ''
let store: Store
beforeEach(async () => {
  bench = await makeBench({ isNew: true })
  folder = join(bench.folder, 'old')
})
afterEach(() => bench.clean())

/** Opens a database that the schema of a version wrote. */
async function upgrade(from: number, rows: string): Promise<void> {
  mkdirSync(folder)
  const raw = new Database(join(folder, 'dewpoint.sqlite'))
  // Each statement of a migration would wait for the disk.
  raw.pragma('synchronous = OFF')
  for (const { version, sql } of migrations.filter((step) => step.version <= from)) {
    raw.exec(sql)
    raw.pragma(`user_version = ${version}`)
  }
  raw.exec(rows)
  raw.close()
  store = await bench.open({ folder })
}

const countTableRows = (table: string): unknown => {
  const raw = new Database(join(folder, 'dewpoint.sqlite'), { readonly: true })
  const count = raw.prepare(`select count(*) from ${table}`).pluck().get()
  raw.close()
  return count
}

const meta = JSON.stringify(makeTask().meta)
/** A task with a survey, as version 7 keeps them. */
const surveyed = `
  insert into blobs values ('b', x'00', 1);
  insert into tasks values
    ('t', 'roo-task', '/tasks/t', 'Old', null, 'small', null, 'xml', 0, 3, 5, 1.5, 0, 2, 1, 's', 'b', '${meta}');
  insert into library_tasks
    (id, path, is_followed, is_gone, problems, title, opened_ts) values ('t', '/tasks/t', 1, 0, 0, 'Old', 1);
  insert into surveys values ('t', 's', 1, 5, 4);
  insert into survey_kinds values ('t', 'user-text', 5);`

describe('a database of version 7', () => {
  beforeEach(() => upgrade(7, surveyed))

  it('keeps its tasks and surveys, with the last model alone until they are counted anew', async () => {
    expect(await store.tasks.list()).toMatchObject([{ id: 't', tokens: 5, costUsd: 1.5, models: ['small'] }])
    expect(await store.surveys.snapshots(1)).toEqual(new Map([['t', 's']]))
    expect(await store.surveys.snapshots(2)).toEqual(new Map())
    expect(await store.integrityCheck()).toEqual([])
  })

  it('takes models and replays of its tasks, which go with them', async () => {
    const figures = { version: 2, tokens: 5, losslessTokens: 4, byKind: { 'user-text': 5 }, byTool: [] }
    const byModel = [
      { model: 'big', requests: 2, costUsd: 1 },
      { model: 'small', requests: 1, costUsd: 0.5 },
    ]
    await store.surveys.put({ taskId: 't', snapshotSha256: 's', ...figures, byModel })
    expect(await store.tasks.list()).toMatchObject([{ models: ['big', 'small'] }])
    const hashes = { taskSha256: 'history', planSha256: 'plan' }
    const replay = { id: 'r', playedTs: 1, version: '1.0.0', request: {}, ...hashes }
    const packed = { result: encodeText('result'), contexts: null }
    await store.replays.put({ taskId: 't', kind: 'replay', ...replay }, packed)
    expect([countTableRows('survey_models'), countTableRows('replays')]).toEqual([2, 1])
    await store.tasks.forget('t')
    expect([countTableRows('survey_models'), countTableRows('replays')]).toEqual([0, 0])
  })

  it('lets work be claimed', async () => {
    expect(await store.claims.take('library t', 1000)).toBe(true)
    expect(countTableRows('claims')).toBe(1)
  })
})

describe('a database of version 12', () => {
  it('knows the task of each call whose run is there', async () => {
    await upgrade(
      12,
      `insert into blobs values ('b', x'00', 1);
      insert into tasks values
        ('t', 'roo-task', '/tasks/t', 'Old', null, 'small', null, 'xml', 0, 3, 5, 1.5, 0, 2, 1, 's', 'b', '${meta}');
      insert into runs (id, task_id, snapshot_sha256, source_blob, provider_id, provider_version, settings, status,
        owner_pid, owner_instance, started_ts)
        values ('r', 't', 's', 'b', 'native', '1.0.0', '{}', 'cancelled', 1, 'i', 1);
      insert into model_calls (ts, profile_id, model, run_id, worst_case_usd, cost_usd)
        values (1, 'p', 'm', 'r', 2, 1), (1, 'p', 'm', 'gone', 2, 1);`,
    )
    const raw = new Database(join(folder, 'dewpoint.sqlite'), { readonly: true })
    expect(raw.prepare('select run_id, task_id from model_calls order by run_id').all()).toEqual([
      { run_id: 'gone', task_id: null },
      { run_id: 'r', task_id: 't' },
    ])
    raw.close()
  })
})

describe('a database of version 11', () => {
  it.each([
    ['/home/ana/shop/', '/home/ana/shop'],
    ['/', '/'],
    [String.raw`c:\Users\bob\shop`, String.raw`C:\Users\bob\shop`],
    ['c:/Users/bob/', String.raw`C:\Users\bob`],
    ['d:/', 'D:\\'],
    ['\\\\server\\share\\', String.raw`\\server\share`],
  ])('has the workspace %s as %s', async (recorded, workspace) => {
    await upgrade(
      11,
      `insert into library_tasks (id, path, is_followed, is_gone, problems, title, workspace, opened_ts)
        values ('t', '/tasks/t', 1, 0, 0, 'Old', '${recorded}', 1)`,
    )
    expect(await store.tasks.list()).toMatchObject([{ workspace }])
  })
})

/** Two runs that their trigger did not let start, of this version of the task and an older one, and one of a person. */
const skipped = (id: string, snapshot: string, isAutomatic: number): string => {
  const stats = { originalTokens: 111_358, finalTokens: 111_358, reductionPercent: 0 }
  const rest = { costUsd: 0, durationMs: 0, modelCalls: 0, cacheHits: 0, operations: [] }
  const plain = { passes: [], fidelity: null, validity: [], warnings: [], error: null, attempts: [] }
  const outcome = { status: 'unchanged', stats: { ...stats, ...rest }, ...plain, reason: 'Below.' }
  return `
    insert into runs (id, task_id, snapshot_sha256, source_blob, provider_id, provider_version, settings, status,
      owner_pid, owner_instance, started_ts, finished_ts, outcome, is_automatic)
    values ('${id}', 't', '${snapshot}', 'b', 'native', '1', '{}', 'unchanged', 1, 'o', 1, 2,
      '${JSON.stringify(outcome)}', ${isAutomatic});`
}

describe('a database of version 12', () => {
  it('has the recorded context of runs that were not started apart from counted messages', async () => {
    await upgrade(12, surveyed + skipped('now', 's', 1) + skipped('old', 'other', 1) + skipped('own', 's', 0))
    const findRunOutcome = async (id: string) => (await store.runs.summary(id))?.outcome
    const request = { tokens: 111_358, basis: null }
    expect(await findRunOutcome('now')).toMatchObject({
      stats: { originalTokens: 5, finalTokens: 5 },
      request,
    })
    expect(await findRunOutcome('old')).toMatchObject({
      stats: { originalTokens: 0, finalTokens: 0 },
      request,
    })
    const own = await findRunOutcome('own')
    expect(own?.stats.originalTokens).toBe(111_358)
    expect(own?.request).toBeUndefined()
  })
})

const plannedVariant = {
  id: 'a',
  label: 'A',
  providerId: 'native',
  providerVersion: '1',
  presetId: null,
  settings: {},
  targetTokens: null,
  prompt: null,
  model: null,
  pinConstraints: false,
  repeats: 1,
}

describe('a database of version 32', () => {
  const metric = { label: 'M', direction: 'higher', unit: 'share', isPassFail: false, needsModel: false }
  const plan = (more: object, metrics: readonly object[]): string =>
    JSON.stringify({
      file: {
        name: 'Old',
        tasks: ['library'],
        variants: [{ id: 'a', provider: 'native' }],
        primary: 'next-action-likelihood',
        ...more,
      },
      baselineId: 'a',
      variants: [plannedVariant],
      checkpoints: [],
      metrics,
      notes: [{ where: '/t', message: 'It is short.' }],
    })
  const experiment = (id: string, text: string): string => `
    insert into experiments (id, name, question, content_sha256, status, reason, is_sample, is_imported, variants, checkpoints,
      tasks, cells, created_ts, finished_ts, owner_pid, owner_instance, text, plan)
    values ('${id}', '${id}', '', 's', 'finished', '', 0, 0, 1, 0, 0, 0, 1, 2, 1, 'o', '', '${text}');`
  const recall = { ...metric, id: 'survival', group: 'facts' }
  const scored = { ...metric, id: 'next-action-likelihood', group: 'likelihood', needsModel: true }
  const limits = { model: 'm', windowTokens: 2000, maxOutputTokens: 100 }
  const profile = (id: string, vendor: string): string =>
    JSON.stringify({ id, name: id, vendor, ...limits, baseUrl: null })
  const row = (id: string, vendor: string): string =>
    JSON.stringify({ id, name: id, profile: profile(id, vendor) })

  it('has experiments without the likelihood of next actions, which say so, and the others as they were', async () => {
    const asked = { likelihood: { profile: 'local', actions: 3 } }
    const rows = [
      experiment('scored', plan(asked, [recall, scored])),
      experiment('alone', plan(asked, [scored])),
      experiment('other', plan({}, [recall])),
    ]
    await upgrade(32, rows.join(''))
    const left = {
      where: 'metrics',
      message: 'The likelihood of the next actions is no longer measured, and its figures are left out.',
    }
    const short = { where: '/t', message: 'It is short.' }
    const one = await store.experiments.get('scored')
    expect(one?.plan).toMatchObject({ metrics: [recall], notes: [short, left] })
    expect(one?.plan.file).not.toHaveProperty('likelihood')
    expect((await store.experiments.get('alone'))?.plan).toMatchObject({ metrics: [], notes: [short, left] })
    expect((await store.experiments.get('other'))?.plan).toMatchObject({ metrics: [recall], notes: [short] })
    expect(await store.experiments.list()).toHaveLength(3)
  })

  it('has no profiles of model files, also none that wait to be confirmed', async () => {
    await upgrade(
      32,
      `insert into profiles values ('file', 'file', '${profile('file', 'gguf')}'),
        ('server', 'server', '${profile('server', 'openai')}');
      insert into asleep values ('model', 'file', 1, '${row('file', 'gguf')}'),
        ('model', 'server', 1, '${row('server', 'openai')}');`,
    )
    expect(await store.profiles.list()).toMatchObject([{ id: 'server' }])
    expect(await store.asleep.list()).toMatchObject([{ row: { id: 'server' } }])
  })

  it('opens although plans, profiles and what waits are no JSON', async () => {
    await upgrade(
      32,
      `${experiment('damaged', '{')}
      insert into profiles values ('damaged', 'damaged', 'no');
      insert into asleep values ('model', 'damaged', 1, '{'), ('model', 'half', 1, '{"profile":"{"}');`,
    )
    expect(await store.profiles.list()).toEqual([])
    expect([countTableRows('experiments'), countTableRows('profiles'), countTableRows('asleep')]).toEqual([
      1, 1, 2,
    ])
  })
})

describe('a database of version 33', () => {
  it('has what people said of cells in the notes of their experiment, in the order in which they said it', async () => {
    const plan = {
      file: { name: 'Old', tasks: ['library'], variants: [{ id: 'a', provider: 'native' }] },
      baselineId: 'a',
      variants: [plannedVariant],
      checkpoints: [],
      metrics: [],
      notes: [{ where: '/t', message: 'It is short.' }],
    }
    const experiment = (id: string): string => `
      insert into experiments (id, name, question, content_sha256, status, reason, is_sample, is_imported, variants,
        checkpoints, tasks, cells, created_ts, finished_ts, owner_pid, owner_instance, text, plan)
      values ('${id}', '${id}', '', 's', 'finished', '', 0, 0, 1, 0, 0, 0, 1, 2, 1, 'o', '', '${JSON.stringify(plan)}');`
    const cell = (id: string): string => `
      insert into cells (experiment_id, cell_id, key, variant_id, checkpoint_id, repeat, status, is_reused, finished_ts, cell)
      values ('rated', '${id}', '${id}', 'a', 't@1', 1, 'done', 0, 1, '{}');
      `
    await upgrade(
      33,
      `${experiment('rated')}${experiment('other')}${cell('a')}${cell('b')}${cell('c')}
      insert into ratings values ('rated', 'a', 4, 'Says "why".', 1, 3), ('rated', 'b', null, 'Reads well.', 0, 2),
        ('rated', 'c', 1, '', 0, 1);
      insert into preferences values ('blind.experiments', '{"rated":7}');`,
    )
    const [short] = plan.notes
    expect((await store.experiments.get('rated'))?.plan.notes).toEqual([
      short,
      { where: 'c', message: 'A person rated it 1 of 5 in an earlier version.' },
      { where: 'b', message: 'A person commented in an earlier version: Reads well.' },
      { where: 'a', message: 'A person rated it 4 of 5 in an earlier version: Says "why".' },
    ])
    expect((await store.experiments.get('other'))?.plan.notes).toEqual([short])
    expect([countTableRows('preferences'), countTableRows('ratings')]).toEqual([0, 0])
  })
})

import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findStorage } from '../discovery/find-storage.ts'
import { findTasks } from '../find-tasks.ts'
import { importTask } from '../import-task.ts'
import { lines, log, whole } from './testing/session.ts'

describe('a session of Kimi CLI on disk', () => {
  let root = ''
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'dewpoint-kimi-'))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  const put = async (path: string, content: unknown): Promise<string> => {
    const file = join(root, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, Array.isArray(content) ? lines(content) : JSON.stringify(content))
    return file
  }
  const folder = `.kimi/sessions/${createHash('md5').update('/work/q').digest('hex')}`
  const plain = whole.slice(1)

  it('has the name, the folder and the helpers that lie around it', async () => {
    await put('.kimi/kimi.json', { work_dirs: [{ path: '/work/p' }, { path: '/work/q', kaos: 'local' }] })
    await put(`${folder}/s1/state.json`, { version: 1, custom_title: 'Mend all' })
    await put(`${folder}/s1/wire.jsonl`, log)
    await put(`${folder}/s1/context_1.jsonl`, plain)
    await put(`${folder}/s1/context_sub_1.jsonl`, plain)
    await put(`${folder}/s1/context_sub_1_1.jsonl`, plain)
    await put(`${folder}/s1/subagents/a1/meta.json`, {
      description: 'Look around',
      launch_spec: { effective_model: 'k2' },
    })
    const helper = await put(`${folder}/s1/subagents/a1/context.jsonl`, whole)
    const older = await put(`${folder}/s0.jsonl`, plain)
    const path = await put(`${folder}/s1/context.jsonl`, plain)

    expect(await importTask(path)).toMatchObject({
      title: 'Mend all',
      workspace: '/work/q',
      sessionKey: 'kimi-cli:s1',
      relations: { parentId: null, childIds: ['a1', 's1_sub_1'] },
    })
    expect(await importTask(helper)).toMatchObject({
      title: 'Look around',
      workspace: '/work/p',
      model: 'k2',
      sessionKey: 'kimi-cli:a1',
      relations: { parentId: 's1', childIds: [] },
    })
    expect(await importTask(older)).toMatchObject({ workspace: '/work/q', sessionKey: 'kimi-cli:s0' })
    const sub = join(dirname(path), 'context_sub_1.jsonl')
    expect(await importTask(sub)).toMatchObject({
      sessionKey: 'kimi-cli:s1_sub_1',
      relations: { parentId: 's1', childIds: [] },
    })
    expect(await findStorage({ platform: 'linux', home: root, environment: {} })).toMatchObject([
      { agent: 'Kimi CLI', tasks: 1, isReadable: true },
    ])
    expect((await findTasks(root)).paths).toEqual([older, path, sub, helper].toSorted())
  })
})

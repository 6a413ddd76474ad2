import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findStorage, type FoundStorage } from './find-storage.ts'

let home = ''
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'dewpoint-home-')))
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function write(name: string, text = '[]'): Promise<void> {
  const path = join(home, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
const find = (): Promise<readonly FoundStorage[]> => findStorage({ platform: 'linux', home, environment: {} })
const roo = '.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks'

describe('storage on this machine', () => {
  it('is found with its tasks counted, the fullest first, under an id that stays', async () => {
    await write(`${roo}/1/api_conversation_history.json`)
    await write(`${roo}/2/ui_messages.json`)
    await write(`${roo}/3/notes.txt`)
    await write('.cline/data/sessions/x/x.messages.json')
    await write('.codex/sessions/2026/01/02/rollout-1.jsonl')
    for (const name of ['a/1', 'a/2', 'b/3', 'b/1/subagents/9']) await write(`.claude/projects/${name}.jsonl`)
    const found = await find()
    expect(found.map(({ agent, editor, tasks, isReadable }) => [agent, editor, tasks, isReadable])).toEqual([
      ['Claude Code', null, 3, true],
      ['Roo Code', 'VS Code', 2, true],
      ['Cline', null, 1, true],
      ['Codex', null, 1, true],
    ])
    expect(found[1]?.path).toBe(join(home, roo))
    expect((await find()).map(({ id }) => id)).toEqual(found.map(({ id }) => id))
  })

  it('counts no index that lies beside the sessions', async () => {
    await write('.continue/sessions/a.json')
    await write('.continue/sessions/sessions.json')
    expect(await find()).toMatchObject([{ agent: 'Continue', tasks: 1 }])
  })

  it('that is a database counts its sessions', async () => {
    await write('.local/share/opencode/opencode.db')
    const found = await findStorage({ platform: 'linux', home, environment: {} }, async () => 7)
    expect(found).toMatchObject([{ agent: 'OpenCode', tasks: 7, isReadable: true }])
  })

  it('is found where the settings of an editor have moved it', async () => {
    await write('elsewhere/tasks/1/api_conversation_history.json')
    const settings = JSON.stringify({ 'roo-cline.customStoragePath': join(home, 'elsewhere') })
    await write('.config/Cursor/User/settings.json', settings)
    expect(await find()).toMatchObject([{ agent: 'Roo Code', editor: 'Cursor', tasks: 1 }])
  })

  it('that is empty or that two editors share is not listed twice, or at all', async () => {
    await write(`${roo}/1/api_conversation_history.json`)
    await mkdir(join(home, '.config/Cursor'), { recursive: true })
    await symlink(join(home, '.config/Code/User'), join(home, '.config/Cursor/User'))
    await mkdir(join(home, '.claude/projects'), { recursive: true })
    expect(await find()).toHaveLength(1)
  })
})

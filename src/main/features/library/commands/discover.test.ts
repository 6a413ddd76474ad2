import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
})
afterAll(() => line.clean())

const environment = (): Record<string, string> => {
  const home = join(line.folder, 'home')
  return {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData'),
    XDG_CONFIG_HOME: join(home, '.config'),
  }
}
const write = async (...parts: readonly string[]): Promise<void> => {
  const path = join(line.folder, 'home', ...parts)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, '[]')
}

describe('dewpoint discover', () => {
  it('says what to do where nothing is found', async () => {
    const { code, out, err } = await line.run(['discover'], environment())
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('dewpoint open <folder>')
    expect(await line.json(['discover'], environment())).toEqual([])
  })

  it('lists storage with its tasks, what can be read and what cannot', async () => {
    await write('.cline', 'data', 'tasks', '1', 'ui_messages.json')
    await write('.claude', 'projects', 'a', '1.jsonl')
    await write('.cursor', 'chats', 'a', 'store.db')
    await write('.cursor', 'chats', 'b', 'store.db')
    const { out } = await line.run(['discover'], environment())
    expect(out).toMatch(/^Cursor CLI +2 {2}cannot be read: its chats are binary blobs.+ +\S+chats$/m)
    expect(out).toMatch(/^Cline +1 +\S+tasks$/m)
    expect(out).toContain(`dewpoint open "`)
    expect(await line.json(['discover'], environment())).toMatchObject([
      { agent: 'Cursor CLI', editor: null, tasks: 2, isReadable: false, isWatched: false },
      { agent: 'Claude Code', editor: null, tasks: 1, isReadable: true, reason: null },
      { agent: 'Cline', editor: null, tasks: 1, isReadable: true, isWatched: false },
    ])
  })
})

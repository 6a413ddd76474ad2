import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WrittenSession } from '../../../shared/take-home/session-copy-types.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import type { CoreServices } from '../common/core-services.ts'
import { removeWritten } from './written-sessions.ts'

const sessionId = '0f0e0d0c-0b0a-4908-8706-050403020100'
const text = '{"type":"user"}\n'.repeat(40)
let folder = ''
let path = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-written-'))
  path = join(folder, `${sessionId}.jsonl`)
  await writeFile(path, text)
  await writeFile(`${path}.by-dewpoint`, `${computeSha256(text)}  ${basename(path)}\n`)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Removes what a list says that was written; what is still on the list. */
async function removeListed(
  said: Partial<WrittenSession>,
  isForced: boolean,
): Promise<readonly WrittenSession[]> {
  const session: WrittenSession = {
    id: 'w',
    taskId: 't',
    runId: 'r',
    arm: 'native',
    title: 'A task',
    writtenTs: 1,
    format: 'claude-code',
    trial: { agent: 'Claude Code', version: null },
    sessionId,
    files: [{ path, bytes: text.length }],
    sha256: [computeSha256(text)],
    commands: [],
    cwd: '/',
    messages: 1,
    leftOut: [],
    added: [],
    isInStorage: false,
    ...said,
  }
  let list: WrittenSession[] = [session]
  const writtenSessions: CoreServices['store']['writtenSessions'] = {
    list: async () => list,
    insert: async (one) => void list.push(one),
    remove: async (id) => void (list = list.filter((one) => one.id !== id)),
  }
  await removeWritten({ store: { writtenSessions } as CoreServices['store'] }, { id: 'w', isForced })
  return list
}

describe('removing a copy of a session', () => {
  it('removes what is as it was written', async () => {
    expect(await removeListed({}, false)).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })

  it.each([
    ['continued', `${text}{"type":"assistant"}\n`],
    ['written anew with the same beginning', `${text.slice(0, -4)}, "more": true }\n`],
  ])('removes what its agent has %s by force alone', async (_, now) => {
    await writeFile(path, now)
    await expect(removeListed({}, false)).rejects.toThrow('has been continued by its agent')
    expect(await readFile(path, 'utf8')).toBe(now)
    expect(await removeListed({}, true)).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })

  it('leaves a file whose content is known, whatever the list and the name say', async () => {
    await rm(`${path}.by-dewpoint`)
    for (const isForced of [false, true]) {
      await expect(removeListed({}, isForced)).rejects.toThrow('shows that Dewpoint wrote it')
      expect(await readFile(path, 'utf8')).toBe(text)
    }
  })

  it.each(['.bashrc', 'id_ed25519'])('leaves %s, though its content is known', async (name) => {
    const other = join(folder, 'home', name)
    await mkdir(join(folder, 'home'))
    await writeFile(other, text)
    const files = [{ path: other, bytes: text.length }]
    await expect(removeListed({ files }, true)).rejects.toThrow('shows that Dewpoint wrote it')
    const both = { files: [{ path, bytes: text.length }, ...files] }
    await expect(removeListed(both, true)).rejects.toThrow('shows that Dewpoint wrote it')
    expect(await readFile(other, 'utf8')).toBe(text)
  })
})

import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ContractClient } from '../../shared/api/contract.ts'
import type { Dewpoint } from '../features/common/dewpoint.ts'
import { onFailingDisk } from '../platform/files/testing/failing-disk.ts'
import { catchProblem } from '../testing/catch-problem.ts'
import { startDewpoint } from '../testing/start-dewpoint.ts'

/** What is written for agents, on a disk that fails at each of its changes in turn. */

let folder = ''
let home = ''
let dewpoint: Dewpoint
let client: ContractClient
const environment: Record<string, string> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-full-'))
  dewpoint = await startDewpoint(folder, { environment })
  client = dewpoint.client
})
afterAll(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  home = await mkdtemp(join(folder, 'home-'))
  environment['HOME'] = home
})

/** All files of the home with their texts. */
async function homeNow(): Promise<Readonly<Record<string, string>>> {
  const found = await readdir(home, { recursive: true, withFileTypes: true })
  const entries = found.map(async (one) => {
    const path = join(one.parentPath, one.name)
    return [path, one.isFile() ? await readFile(path, 'utf8') : 'folder'] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Does something with the disk failing at one change more each time, until nothing fails; how often it failed. */
async function failAtEach(code: string, work: () => Promise<unknown>): Promise<number> {
  const before = await homeNow()
  for (let at = 0; ; at += 1) {
    const { changes, error } = await onFailingDisk({ below: home, at, code }, work)
    if (changes <= at) return at
    const problem = await catchProblem(Promise.reject(error))
    expect(problem).toMatchObject({ message: expect.stringMatching(/\S/), hint: expect.stringMatching(/\S/) })
    expect(await homeNow()).toEqual(before)
    expect([...(await client.resume.written()), ...(await client.uses.written())]).toEqual([])
  }
}

/** A task of Roo Code, whose copies are several files in a folder of their own; the run that condensed it. */
async function condensedRun(): Promise<string> {
  const place = join(home, 'rooveterinaryinc.roo-cline', 'tasks', '1')
  await mkdir(place, { recursive: true })
  const path = join(place, 'api_conversation_history.json')
  const rounds = Array.from({ length: 8 }, (_, at) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `t${at}`, name: 'read_file', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: 'code '.repeat(900) }] },
  ])
  await writeFile(path, JSON.stringify([{ role: 'user', content: 'Read.' }, ...rounds.flat()]))
  for (const one of [path, place]) await utimes(one, 1, 1)
  const [task] = (await client.tasks.open({ kind: 'path', path: place })).tasks
  const { id } = await client.runs.start({ taskId: task?.id ?? '', arm: 'clear-tool-uses' })
  for await (const event of await client.runs.watch({ runId: id })) if (event.kind === 'finished') break
  return id
}

describe('on a disk that fails', () => {
  it('a copy of a session leaves nothing behind, whichever of its writes that is', async () => {
    const runId = await condensedRun()
    const failed = await failAtEach('ENOSPC', () => client.resume.write({ runId, cwd: home }))
    // A folder, and in it four files, and beside it the mark: each opened, filled, given its rights, flushed and named.
    expect(failed).toBe(26)
    const [written] = await client.resume.written()
    expect(written).toMatchObject({ state: 'as-written' })
    await client.resume.remove({ id: written?.id ?? '' })
    expect(Object.keys(await homeNow()).some((path) => path.includes(written?.sessionId ?? ''))).toBe(false)
  })

  it.each(['ENOSPC', 'EROFS'])('settings stay as they are, whichever write says %s', async (code) => {
    await mkdir(join(home, '.codex'))
    await writeFile(join(home, '.codex', 'config.toml'), '# mine\n')
    const request = { arm: 'codex-local', target: 'codex', at: { tokens: 120_000, windowTokens: 200_000 } }
    const { file } = await client.uses.plan(request)
    const failed = await failAtEach(code, () =>
      client.uses.write({ ...request, sha256: file?.sha256 ?? null }),
    )
    // A copy of what is there, then the file itself.
    expect(failed).toBe(10)
    const [written] = await client.uses.written()
    // The same holds where they are put back.
    const before = await homeNow()
    for (let at = 0; at < 5; at += 1) {
      const restore = () => client.uses.restore({ id: written?.id ?? '' })
      expect((await onFailingDisk({ below: home, at, code }, restore)).error).not.toBeNull()
      expect(await homeNow()).toEqual(before)
    }
    await client.uses.restore({ id: written?.id ?? '' })
    expect(await client.uses.written()).toEqual([])
    expect(await readFile(join(home, '.codex', 'config.toml'), 'utf8')).toBe('# mine\n')
    expect(await readdir(join(home, '.codex'))).toEqual(['config.toml'])
  })
})

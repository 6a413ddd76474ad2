import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ContractClient } from '../../../shared/api/contract.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { startDewpoint } from '../../testing/start-dewpoint.ts'
import type { Dewpoint } from '../common/dewpoint.ts'

let folder = ''
let dewpoint: Dewpoint
let client: ContractClient
const environment: Record<string, string> = {}
let home = ''
let work = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-resume-'))
  dewpoint = await startDewpoint(folder, { environment })
  client = dewpoint.client
})
afterAll(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  home = await mkdtemp(join(folder, 'home-'))
  work = join(home, 'work')
  await mkdir(work)
  environment['HOME'] = home
})

type Block = Readonly<Record<string, unknown>>

/** A session of Claude Code of so many rounds, each reading a long file, with a picture in the first prompt. */
function sessionText(rounds: number): string {
  const lines: object[] = []
  const add = (type: 'user' | 'assistant', content: readonly Block[]): void => {
    const uuid = `u${lines.length}`
    const message = {
      role: type,
      content,
      ...(type === 'assistant' ? { id: `msg_${uuid}`, model: 'claude-sonnet-5' } : {}),
    }
    const parentUuid = lines.length === 0 ? null : `u${lines.length - 1}`
    const shared = { sessionId: 's1', cwd: work, version: '2.1.7', timestamp: '2026-01-02T03:04:05.000Z' }
    lines.push({ type, uuid, parentUuid, ...shared, message })
  }
  add('user', [
    { type: 'text', text: 'Read everything.' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
  ])
  for (let round = 0; round < rounds; round += 1) {
    add('assistant', [
      { type: 'tool_use', id: `toolu_${round}`, name: 'Read', input: { file_path: `/a/${round}.ts` } },
    ])
    const text = `line of code ${round}\n`.repeat(120)
    add('user', [{ type: 'tool_result', tool_use_id: `toolu_${round}`, content: text }])
  }
  add('assistant', [{ type: 'text', text: 'All read.' }])
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

/** Opens a history and clears its results. */
async function condenseHistoryFile(
  path: string,
): Promise<{ readonly runId: string; readonly taskId: string }> {
  const [task] = (await client.tasks.open({ kind: 'path', path })).tasks
  const { id } = await client.runs.start({ taskId: task?.id ?? '', arm: 'clear-tool-uses' })
  for await (const event of await client.runs.watch({ runId: id })) if (event.kind === 'finished') break
  return { runId: id, taskId: task?.id ?? '' }
}

/** A run over a session that nobody has written to for an hour; its path, text and id. */
async function condensed({ isResting = true } = {}) {
  const place = join(home, '.claude', 'projects', '-work')
  await mkdir(place, { recursive: true })
  const path = join(place, 'own.jsonl')
  const text = sessionText(30)
  await writeFile(path, text)
  const anHourAgo = new Date(Date.now() - 3_600_000)
  if (isResting) await utimes(path, anHourAgo, anHourAgo)
  const { runId, taskId } = await condenseHistoryFile(path)
  return { path, text, place, runId, taskId }
}

/** A task folder of Zoo Code that rests. */
async function taskFolder() {
  const place = join(home, 'zoocodeorganization.zoo-code', 'tasks', '1')
  await mkdir(place, { recursive: true })
  const path = join(place, 'api_conversation_history.json')
  const rounds = Array.from({ length: 8 }, (_, at) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `t${at}`, name: 'read_file', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: 'code '.repeat(900) }] },
  ])
  await writeFile(path, JSON.stringify([{ role: 'user', content: 'Read.' }, ...rounds.flat()]))
  for (const one of [path, place]) await utimes(one, 1, 1)
  return { place, path }
}

describe('a condensed copy of a session', () => {
  it('is shown, written beside the original, listed and removed, and the original stays as it is', async () => {
    const { path, text, place, runId } = await condensed()
    const plan = await client.resume.plan({ runId })
    expect(await readdir(place)).toEqual(['own.jsonl'])
    expect(plan).toMatchObject({ messages: 62, cwd: work, isInStorage: true })
    const written = await client.resume.write({ runId })
    expect(await readFile(path, 'utf8')).toBe(text)
    const copy = await readFile(written.files[0]?.path ?? '', 'utf8')
    expect(copy).toContain('[Old tool output cleared]')
    expect(copy).not.toContain('"s1"')
    expect((await client.resume.written())[0]).toMatchObject({ id: written.id, state: 'as-written' })
    await writeFile(written.files[0]?.path ?? '', `${copy}{}\n`)
    expect(await catchProblem(client.resume.remove({ id: written.id }))).toMatchObject({
      code: 'not-allowed',
    })
    await client.resume.remove({ id: written.id, isForced: true })
    expect(await readdir(place)).toEqual(['own.jsonl'])
    expect(await client.resume.written()).toEqual([])
  })

  it('names the agent of the task, with which nothing was tried', async () => {
    const { place } = await taskFolder()
    const { runId } = await condenseHistoryFile(place)
    const { trial } = await client.resume.plan({ runId, cwd: home })
    expect(trial).toEqual({ agent: 'Zoo Code', version: null })
  })

  it('is refused while the agent may still write to a file of a task folder, which does not change with it', async () => {
    const { path, place } = await taskFolder()
    const { runId } = await condenseHistoryFile(place)
    await client.resume.plan({ runId, cwd: home })
    await utimes(path, new Date(), new Date())
    expect(await catchProblem(client.resume.plan({ runId, cwd: home }))).toMatchObject({
      message: 'Zoo Code wrote to this session less than a minute ago.',
    })
  })

  it('is refused where the session has gone on since it was condensed', async () => {
    const { runId, path, text } = await condensed()
    const [last = ''] = text.trimEnd().split('\n').slice(-1)
    const { uuid, ...answer } = JSON.parse(last) as Readonly<Record<string, unknown>>
    const prompt = { ...answer, uuid: 'new', parentUuid: uuid, type: 'user' }
    await writeFile(
      path,
      `${text}${JSON.stringify({ ...prompt, message: { role: 'user', content: 'And now?' } })}\n`,
    )
    await utimes(path, 1, 1)
    expect(await catchProblem(client.resume.write({ runId }))).toMatchObject({
      message: '“Read everything.” has changed since this run.',
      hint: expect.stringContaining('Condense it again'),
    })
    expect(await client.resume.written()).toEqual([])
  })

  it('lies where the agent looks for it from the folder that it continues in', async () => {
    const { runId, place } = await condensed()
    const [own] = (await client.resume.plan({ runId })).files
    expect(dirname(own?.path ?? '')).toBe(place)
    const [moved] = (await client.resume.plan({ runId, cwd: home })).files
    expect(dirname(moved?.path ?? '')).toBe(
      join(home, '.claude', 'projects', home.replaceAll(/[^a-zA-Z0-9]/g, '-')),
    )
  })

  it('that was broken off is listed as incomplete, and removed with what was half written', async () => {
    const { place } = await taskFolder()
    const { runId } = await condenseHistoryFile(place)
    const { files, id } = await client.resume.write({ runId, cwd: home })
    const [first = { path: '' }, second = { path: '' }] = files
    await rm(second.path)
    await writeFile(join(dirname(first.path), '.dewpoint-2147483646-0123456789abcdef.tmp'), 'half')
    expect((await client.resume.written())[0]).toMatchObject({ id, state: 'incomplete' })
    await client.resume.remove({ id })
    expect(await readdir(join(place, '..'))).toEqual(['1'])
    expect(await client.resume.written()).toEqual([])
  })

  it('is refused where its folder is gone, until another is named', async () => {
    const { runId } = await condensed()
    await rm(work, { recursive: true })
    expect(await catchProblem(client.resume.plan({ runId }))).toMatchObject({
      message: `There is no folder to continue in: ${work}.`,
      hint: expect.stringContaining('--cwd'),
    })
    expect(await client.resume.plan({ runId, cwd: home })).toMatchObject({ cwd: home })
  })

  it('is refused while the agent may still write', async () => {
    const { runId } = await condensed({ isResting: false })
    expect(await catchProblem(client.resume.plan({ runId }))).toMatchObject({
      message: 'Claude Code wrote to this session less than a minute ago.',
    })
  })

  it('is refused in a source, and where a file cannot be made nothing is left', async () => {
    const { runId, path, place } = await condensed()
    expect(await catchProblem(client.resume.write({ runId, out: path }))).toMatchObject({
      code: expect.any(String),
    })
    const blocked = join(home, 'blocked')
    await writeFile(blocked, 'a file where the folder would be')
    expect(await catchProblem(client.resume.write({ runId, out: join(blocked, 'deep') }))).toMatchObject({
      hint: expect.stringMatching(/\S/),
    })
    expect(await readdir(place)).toEqual(['own.jsonl'])
    expect(await client.resume.written()).toEqual([])
  })

  it('is refused of a run that is not known, or that condensed a part of the session', async () => {
    const { taskId } = await condensed()
    expect(await catchProblem(client.resume.plan({ runId: 'nobody' }))).toMatchObject({ code: 'not-found' })
    const run = await client.answers.result({ taskId, arm: 'clear-tool-uses', at: 20 })
    for await (const event of await client.runs.watch({ runId: run.id })) if (event.kind === 'finished') break
    expect(await catchProblem(client.resume.plan({ runId: run.id }))).toMatchObject({
      message: expect.stringContaining('up to a cut, not the whole session'),
    })
  })
})

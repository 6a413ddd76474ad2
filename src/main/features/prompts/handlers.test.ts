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
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-prompts-'))
  dewpoint = await startDewpoint(folder)
  client = dewpoint.client
})
afterEach(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

const short = { name: 'Short', purpose: 'conversation' as const, text: 'Be short.' }
const listBuiltInPrompts = async () => (await client.prompts.list()).filter((prompt) => prompt.isBuiltIn)

describe('prompts', () => {
  it('begin with those that ship, which stay as they are', async () => {
    const [first] = await listBuiltInPrompts()
    const promptId = first!.id
    for (const call of [
      client.prompts.addVersion({ promptId, text: 'x' }),
      client.prompts.rename({ promptId, name: 'x' }),
      client.prompts.remove({ promptId }),
    ])
      expect(await catchProblem(call)).toMatchObject({ code: 'not-allowed', where: promptId })
    await client.prompts.create({ ...short, name: 'A first one' })
    expect((await client.prompts.list())[0]).toEqual(first)
  })

  it('gain versions, and none for the text that they have', async () => {
    const { id, versions } = await client.prompts.create({ ...short, note: 'First.' })
    expect(versions).toMatchObject([{ version: 1, text: 'Be short.', note: 'First.' }])
    const second = await client.prompts.addVersion({ promptId: id, text: ' Be shorter. ', note: 'Tighter.' })
    expect(second.versions).toMatchObject([
      { version: 1 },
      { version: 2, text: 'Be shorter.', note: 'Tighter.' },
    ])
    expect(await client.prompts.addVersion({ promptId: id, text: 'Be shorter.' })).toEqual(second)
    const back = await client.prompts.addVersion({ promptId: id, text: 'Be short.' })
    expect(back.versions).toHaveLength(3)
  })

  it('are distinguished by name', async () => {
    const { id } = await client.prompts.create(short)
    const other = await client.prompts.create({ ...short, name: 'Long' })
    expect(await catchProblem(client.prompts.create({ ...short, name: 'SHORT' }))).toMatchObject({
      code: 'bad-input',
      where: 'name',
    })
    expect(await catchProblem(client.prompts.rename({ promptId: other.id, name: 'short' }))).toMatchObject({
      where: 'name',
    })
    expect(await client.prompts.rename({ promptId: id, name: 'short' })).toMatchObject({ name: 'short' })
  })

  it('have the id of their name, and never one that another prompt or a run has', async () => {
    const ids = async (...names: readonly string[]) =>
      Promise.all(names.map(async (name) => (await client.prompts.create({ ...short, name })).id))
    expect(await ids('Short')).toEqual(['short'])
    expect(await ids('short!')).toEqual(['short-2'])
    expect(await ids('Größe: 50 %')).toEqual(['gro-e-50'])
    expect(await ids('Кароткі')).toEqual(['prompt'])
    const taskId = (await client.tasks.list())[0]!.id
    const run = await client.runs.start({ taskId, providerId: 'native', prompt: { promptId: 'short' } })
    for await (const event of await client.runs.watch({ runId: run.id })) void event
    await client.prompts.remove({ promptId: 'short' })
    expect(await ids('Short')).toEqual(['short-3'])
  })

  it('that are not there are named', async () => {
    for (const call of [
      client.prompts.addVersion({ promptId: 'x', text: 'y' }),
      client.prompts.remove({ promptId: 'x' }),
    ])
      expect(await catchProblem(call)).toMatchObject({ code: 'not-found', where: 'x' })
    expect(await client.prompts.uses({ promptId: 'x' })).toEqual([])
  })

  it('name the runs that used them', async () => {
    const { id } = await client.prompts.create(short)
    const taskId = (await client.tasks.list())[0]!.id
    const run = await client.runs.start({ taskId, providerId: 'native', prompt: { promptId: id } })
    for await (const event of await client.runs.watch({ runId: run.id })) void event
    expect(await client.prompts.uses({ promptId: id })).toEqual([{ promptId: id, version: 1, runId: run.id }])
  })
})

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Dewpoint } from '../features/common/dewpoint.ts'
import { long, read, task, end } from '../kernel/testing/small-histories.ts'
import { lendEngine } from '../platform/workers/testing/lend-engine.ts'
import { startDewpoint } from '../testing/start-dewpoint.ts'

let folder: string
let dewpoint: Dewpoint
let taskId: string
let isAllowed = false
let asked: string[] = []
const scripts = mkdtempSync(join(tmpdir(), 'dewpoint-scripts-'))
const script = join(scripts, 'arm.mjs')
const ran = join(scripts, 'ran.txt')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-arms-'))
  dewpoint = await startDewpoint(join(folder, 'data'), {
    lendEngine,
    confirmArm: (question) => {
      asked.push(question)
      return Promise.resolve(isAllowed)
    },
  })
  const path = join(folder, 'task')
  await mkdir(path)
  const history = [task, ...['a', 'b', 'c', 'd'].flatMap((id) => read(id, `${id}.ts`, long(id))), end]
  await writeFile(join(path, 'api_conversation_history.json'), JSON.stringify(history))
  taskId = (await dewpoint.client.tasks.open({ kind: 'path', path })).tasks[0]!.id
})
afterAll(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
  rmSync(scripts, { recursive: true, force: true })
})
beforeEach(() => {
  asked = []
  rmSync(ran, { force: true })
})

/** An arm that notes its pid, and keeps the first message and the newest call. */
function writeScript(name: string, more = ''): readonly string[] {
  const text = `import fs from 'node:fs'
fs.writeFileSync(${JSON.stringify(ran)}, String(process.pid))
const { messages } = JSON.parse(fs.readFileSync(0, 'utf8'))
${more}
process.stdout.write(JSON.stringify({ messages: [messages[0], ...messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') - 2)], usage: { costUsd: 0.5 }, notes: ${JSON.stringify(name)} }))`
  writeFileSync(script, text)
  return [process.execPath, script]
}

const buildExperimentYaml = (command: readonly string[]): string => `name: arms
tasks: ["${taskId}"]
checkpoints: { at: [0.9] }
variants:
  - { id: base, provider: sliding-window }
  - { id: own, provider: external, settings: { command: ${JSON.stringify(command)} } }
metrics: [reduction]
`

async function runTask(command: readonly string[]) {
  const { id } = await dewpoint.client.runs.start({
    taskId,
    providerId: 'external',
    settings: { command: [...command] },
  })
  for await (const event of await dewpoint.client.runs.watch({ runId: id })) void event
  return dewpoint.client.runs.get({ runId: id })
}

describe('an arm that nobody has allowed', () => {
  it('is not run by an experiment file, which is refused before it starts', async () => {
    const text = buildExperimentYaml(writeScript('one'))
    await expect(dewpoint.client.experiments.start({ text })).rejects.toMatchObject({
      data: { hint: expect.stringContaining('has not been allowed on this machine') },
    })
    expect(asked).toEqual([expect.stringContaining(script)])
    expect(existsSync(ran)).toBe(false)
    expect(await dewpoint.client.experiments.check({ text })).toMatchObject({ ok: true })
    expect(asked).toHaveLength(1)
  })

  it('is not run by a run or an estimate either', async () => {
    const run = await runTask([...writeScript('two'), 'other'])
    expect(run.outcome?.error).toMatchObject({ code: 'arm-not-allowed' })
    const { estimate } = await dewpoint.client.runs.estimate({
      taskId,
      providerId: 'external',
      settings: { command: [...writeScript('two')] },
    })
    expect(estimate).toMatchObject({ status: 'unchanged', reason: expect.stringContaining('estimate') })
    expect(existsSync(ran)).toBe(false)
  })
})

describe('an arm that was allowed', () => {
  it('condenses, costs what it says, and is not asked about again', async () => {
    isAllowed = true
    const command = [...writeScript('three'), 'three']
    const run = await runTask(command)
    expect(run.outcome?.error).toBeNull()
    expect(run).toMatchObject({
      status: 'condensed',
      outcome: { stats: { costUsd: 0.5, statedCostUsd: 0.5 } },
    })
    expect(asked).toHaveLength(1)
    isAllowed = false
    expect(await runTask(command)).toMatchObject({ status: 'condensed' })
    expect(asked).toHaveLength(1)
    const rows = await dewpoint.client.runs.rows({ runId: run.id })
    expect(rows.length).toBeGreaterThan(3)
  })

  it('is another variant once its file is another', async () => {
    isAllowed = true
    const planned = async (name: string): Promise<string | undefined> => {
      const check = await dewpoint.client.experiments.check({ text: buildExperimentYaml(writeScript(name)) })
      return check.ok ? check.plan.variants.find(({ id }) => id === 'own')?.providerVersion : undefined
    }
    const [first, again, other] = [await planned('x'), await planned('x'), await planned('y')]
    expect(first).toMatch(/^1\.0\.0 \([0-9a-f]+/)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  it('is repeated, and its second sample is taken for no copy of the first', async () => {
    isAllowed = true
    const command = JSON.stringify([...writeScript('six'), 'six'])
    const text = `name: varied
tasks: ["${taskId}"]
checkpoints: { at: [0.9] }
variants:
  - { id: own, provider: external, settings: { command: ${command} } }
  - { id: pure, provider: sliding-window }
  - { id: framework, provider: external, settings: { framework: pi-find-cut-point, folder: /nowhere } }
repeats: 3
aa: true
`
    const check = await dewpoint.client.experiments.check({ text })
    const variants = check.ok ? check.plan.variants : []
    expect(variants.map(({ id, repeats, again }) => [id, repeats, again?.isRepeatable])).toEqual([
      ['own', 3, undefined],
      ['pure', 1, undefined],
      ['framework', 1, undefined],
      ['own-again', 3, false],
    ])
  })

  it('is measured in experiments like any provider', async () => {
    isAllowed = true
    const { id } = (
      await dewpoint.client.experiments.start({ text: buildExperimentYaml([...writeScript('four'), 'four']) })
    ).summary
    for await (const event of await dewpoint.client.experiments.watch({ experimentId: id })) void event
    const { cells } = await dewpoint.client.experiments.get({ experimentId: id })
    expect(cells.find(({ variantId }) => variantId === 'own')).toMatchObject({
      status: 'done',
      outcome: 'condensed',
      stats: { statedCostUsd: 0.5 },
    })
  })

  it('is ended with its run when that is cancelled', async () => {
    isAllowed = true
    const command = [...writeScript('five', 'await new Promise(() => setInterval(() => {}, 1000))'), 'five']
    const { id } = await dewpoint.client.runs.start({ taskId, providerId: 'external', settings: { command } })
    await expect.poll(() => existsSync(ran) && readFileSync(ran, 'utf8') !== '').toBe(true)
    const pid = Number(readFileSync(ran, 'utf8'))
    await dewpoint.client.runs.cancel({ runId: id })
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(await dewpoint.client.runs.get({ runId: id })).toMatchObject({ status: 'cancelled' })
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

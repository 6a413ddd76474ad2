import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { startModelServer, type ModelServer } from '../../src/main/platform/llm/testing/model-server.ts'
import type { Protocol } from '../../src/main/platform/llm/testing/protocols.ts'
import { hasPostgres, startPostgres } from '../../src/main/platform/queue/testing/postgres.ts'
import { jsonOf, startCommand } from '../fixtures/command-line.ts'
import { sampleFolder } from '../fixtures/folders.ts'
import { copyUsedData } from '../fixtures/used-data.ts'

/**
 * Experiments that are killed while they pay for answers, over the built command line and against servers that count.
 * `DEWPOINT_KILLS` says how often; a few do in the gate.
 */
const kills = Number(process.env['DEWPOINT_KILLS'] ?? 3)
/** Each waits until the others know that a worker is gone. */
const workerKills = Number(process.env['DEWPOINT_KILLS'] ?? 1)
const key = 'sk-killed-Q7wzX4rT8mB2kLp9'
const usage = { input: 1000, output: 200, cacheReads: 0, cacheWrites: 0 }
/** Of one answer, at a dollar and two per million. */
const answerUsd = 0.0014

/** What a server was asked and what it answered to the end, by the number that each answer names. */
type Counted = { readonly body: string; isAnswered: boolean }

let asked: Counted[] = []
/** Called whenever something happens at a server: a request came, or a piece of its answer is about to go. */
let onEvent = (): void => undefined

/** Answers anything with a text of its own, in three pieces. */
function startCounting(protocol: Protocol): Promise<ModelServer> {
  return startModelServer({
    protocol,
    script: (request) => {
      const one: Counted = { body: `${protocol} ${request.text}`, isAnswered: false }
      const number = asked.push(one)
      const text = `[answer ${number}] The user asked for rate limiting, which is half done in src/limits.ts. `
      return {
        kind: 'answer',
        texts: [text, text.repeat(10), '.'],
        usage,
        between: async (index) => {
          onEvent()
          // The next turn of the loop: what was written has left by then.
          await new Promise((resolve) => setImmediate(resolve))
          if (index === 2) one.isAnswered = true
        },
      }
    },
  })
}

/** The same at each run: where in the work the next kill falls. */
function* numbers(): Generator<number, never> {
  for (let seed = 20_261_122; ;) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    yield seed / 2 ** 31
  }
}

type Kept = {
  readonly answers: readonly string[]
  readonly cells: readonly string[]
  /** Calls that are booked at what they took. */
  readonly settled: number
  /** Calls that are booked though nobody knows what they took, and at how much. */
  readonly perhaps: readonly number[]
  readonly open: number
}

const perhapsPaidSchema = z.array(z.object({ perhapsPaid: z.object({ calls: z.int() }).optional() }))

const cutOff = 'usage is null and cost_usd is not null'

function readKept(folder: string): Kept {
  const database = new Database(join(folder, 'data', 'dewpoint.sqlite'), { readonly: true })
  try {
    const column = (sql: string): string[] => database.prepare(sql).pluck().all().map(String)
    return {
      answers: column('select text from answers'),
      cells: column(
        "select experiment_id || ' ' || cell_id from cells join experiments on id = experiment_id where is_sample = 0 and cells.status = 'done'",
      ),
      settled: Number(
        database.prepare(`select count(*) from model_calls where usage is not null`).pluck().get(),
      ),
      perhaps: column(
        `select count(*) from model_calls where ${cutOff} union all select coalesce(sum(cost_usd), 0) from model_calls where ${cutOff}`,
      ).map(Number),
      open: Number(database.prepare('select count(*) from model_calls where cost_usd is null').pluck().get()),
    }
  } finally {
    database.close()
  }
}

/** Bodies of requests whose answers are kept: they are paid for. */
function paidIn({ answers }: Kept): ReadonlySet<string> {
  return new Set(answers.map((text) => asked[Number(/\[answer (\d+)\]/.exec(text)?.[1]) - 1]?.body ?? ''))
}

test(`loses nothing, pays for nothing twice and leaves nothing reserved in ${kills} kills`, async ({}, testInfo) => {
  // Commands take their time where others use the machine, too.
  test.setTimeout(900_000 + kills * 30_000)
  asked = []
  const folder = testInfo.outputPath('work')
  await mkdir(folder, { recursive: true })
  await cp(sampleFolder, join(folder, 'task'), { recursive: true })
  await copyUsedData(join(folder, 'data'))
  const servers = [await startCounting('openai-chat'), await startCounting('anthropic')] as const
  const env = { DEWPOINT_KEY_CLAUDE: key }
  try {
    await addProfiles(folder, servers, env)
    const chance = numbers()
    let killed = 0
    let round = 0
    let isFinished = true
    while (killed < kills || !isFinished) {
      if (isFinished) await writeExperiment(folder, (round += 1))
      const before = readKept(folder)
      const first = asked.length
      const command = startCommand(folder, ['experiment', 'run', 'paid.yaml', '--resume'], env)
      // A few calls in, at one of their pieces.
      let left = killed < kills ? 1 + Math.floor(chance.next().value * 12) : Number.POSITIVE_INFINITY
      onEvent = () => {
        left -= 1
        if (left === 0) command.kill('SIGKILL')
      }
      const { code, err } = await command.ended
      onEvent = () => undefined
      if (code === null) killed += 1
      else expect(code, err).toBe(0)
      isFinished = code === 0
      const paid = paidIn(before)
      expect(asked.slice(first).filter(({ body }) => paid.has(body))).toEqual([])
      const after = readKept(folder)
      expect(after.cells).toEqual(expect.arrayContaining([...before.cells]))
      expect(after.answers).toEqual(expect.arrayContaining([...before.answers]))
    }
    const { today: spending } = await jsonOf(folder, ['policy'], env)
    const kept = readKept(folder)
    expect(kept.open).toBe(0)
    expect(spending).toMatchObject({ reservedUsd: 0 })
    // All that was answered is booked, and what was cut off by a kill at more than nothing.
    expect(spending.spentUsd).toBeGreaterThanOrEqual(
      asked.filter((one) => one.isAnswered).length * answerUsd - 1e-6,
    )
    expect(kept.cells).toHaveLength(round * 9)
    const bodies = new Set(asked.map(({ body }) => body))
    expect(kept.answers).toHaveLength(bodies.size)
    const again = asked.length - bodies.size
    // Only what was on its way at a kill, two calls at a time; and that is said.
    expect(again).toBeLessThanOrEqual(2 * killed)
    const { perhapsPaid } = spending
    expect(perhapsPaid.calls).toBeGreaterThanOrEqual(again)
    expect(perhapsPaid.calls).toBeLessThanOrEqual(2 * killed)
    expect(kept.perhaps).toEqual([perhapsPaid.calls, expect.closeTo(perhapsPaid.usd, 9)])
    // What was answered and is known to be is booked at what it took.
    expect(asked.length).toBeLessThanOrEqual(kept.settled + perhapsPaid.calls)
    const experiments = perhapsPaidSchema.parse(await jsonOf(folder, ['experiment', 'list'], env))
    expect(experiments.reduce((sum, one) => sum + (one.perhapsPaid?.calls ?? 0), 0)).toBe(perhapsPaid.calls)
    testInfo.annotations.push({
      type: 'figures',
      description: `${killed} kills, ${round} experiments, ${asked.length} requests of ${bodies.size} questions, ${again} asked again after a kill, ${perhapsPaid.calls} perhaps paid`,
    })
  } finally {
    for (const server of servers) await server.close()
  }
})

test('the same of workers on a database that are killed', async ({}, testInfo) => {
  test.skip(!(await hasPostgres()), 'There is no PostgreSQL here.')
  test.setTimeout(120_000 + workerKills * 60_000)
  asked = []
  const folder = testInfo.outputPath('work')
  await mkdir(folder, { recursive: true })
  await cp(sampleFolder, join(folder, 'task'), { recursive: true })
  for (const name of ['data', 'worker']) await copyUsedData(join(folder, name))
  const servers = [await startCounting('openai-chat'), await startCounting('anthropic')] as const
  const postgres = await startPostgres()
  const env = { DEWPOINT_KEY_CLAUDE: key, DEWPOINT_DATABASE: await postgres.database() }
  const worker = { ...env, DEWPOINT_HOME: join(folder, 'worker') }
  try {
    for (const one of [env, worker]) await addProfiles(folder, servers, one)
    const chance = numbers()
    let [killed, round, perhaps] = [0, 0, 0]
    while (killed < workerKills) {
      await writeExperiment(folder, (round += 1))
      const run = startCommand(folder, ['experiment', 'run', 'paid.yaml', '--database', '--json'], env)
      for (let isKilled = true; isKilled;) {
        const command = startCommand(folder, ['worker', '--database', '--concurrency', '2'], worker)
        let left = killed < workerKills ? 1 + Math.floor(chance.next().value * 12) : Number.POSITIVE_INFINITY
        onEvent = () => {
          left -= 1
          if (left === 0) command.kill('SIGKILL')
        }
        isKilled = (await Promise.race([command.ended, run.ended.then(() => null)])) !== null
        onEvent = () => undefined
        if (isKilled) killed += 1
        else command.kill('SIGINT')
        await command.ended
      }
      const { code, out, err } = await run.ended
      expect(code, err).toBe(0)
      const ended = JSON.parse(out)
      expect(ended.cells).toMatchObject({ done: 9 })
      perhaps += ended.perhapsPaid.calls
    }
    const bodies = new Set(asked.map(({ body }) => body))
    const again = asked.length - bodies.size
    // Only what was on its way at a kill, two calls at a time; and that is said.
    expect(again).toBeLessThanOrEqual(2 * killed)
    expect(perhaps).toBeGreaterThanOrEqual(again)
    expect(perhaps).toBeLessThanOrEqual(2 * killed)
    testInfo.annotations.push({
      type: 'figures',
      description: `${killed} kills of workers, ${asked.length} requests of ${bodies.size} questions, ${again} asked again after a kill, ${perhaps} perhaps paid`,
    })
  } finally {
    onEvent = () => undefined
    await postgres.close()
    for (const server of servers) await server.close()
  }
})

async function addProfiles(
  folder: string,
  servers: readonly [ModelServer, ModelServer],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const prices = ['--window', '200000', '--input-price', '1', '--output-price', '2']
  for (const [id, vendor, { url }] of [
    ['local', 'openai-compatible', servers[0]],
    ['twin', 'openai-compatible', servers[0]],
    ['claude', 'anthropic', servers[1]],
  ] as const)
    await jsonOf(
      folder,
      ['profiles', 'add', id, '--vendor', vendor, '--model', 'm', '--base-url', url, ...prices],
      env,
    )
}

/** Nine cells that ask nothing from earlier rounds; six of them ask three things of one server under two names. */
async function writeExperiment(folder: string, round: number): Promise<void> {
  const variant = (id: string): string =>
    `  - { id: ${id}, provider: native, profile: ${id}, settings: { customPrompt: "Summarise all of it. Attempt ${round}." } }`
  await writeFile(
    join(folder, 'paid.yaml'),
    `name: paid-${round}
tasks: [./task]
checkpoints: { at: [0.4, 0.6, 0.8] }
variants:
${['local', 'twin', 'claude'].map(variant).join('\n')}
concurrency: 2
metrics: [compression, cost]
`,
  )
}

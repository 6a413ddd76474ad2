import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compose } from '../../src/main/compose.ts'
import type { Dewpoint } from '../../src/main/features/common/dewpoint.ts'
import { copySampleTask } from './copy-sample-task.ts'
import { hostileFiles, hostileFolders, type HostileUse } from './hostile-files.ts'
import { hostileSessions } from './hostile-sessions.ts'

/** The quick part of `npm run bench hostile-files`: one of each kind, through what reads it. */

const source = resolve(import.meta.dirname, '../../src/main')
const folder = mkdtempSync(join(tmpdir(), 'dewpoint-hostile-'))
let dewpoint: Dewpoint
let sampleId = ''
const open = async (path: string) => dewpoint.client.tasks.open({ kind: 'path', path })
beforeAll(async () => {
  dewpoint = await compose({
    door: 'command-line',
    dataFolder: join(folder, 'data'),
    access: { resolve: (from) => (from.kind === 'path' ? from.path : ''), roots: () => [] },
    resourcesFolder: resolve(source, '../../resources'),
    workerFile: join(source, 'jobs/worker.ts'),
    environment: {},
  })
  copySampleTask(join(folder, 'sample'), 1)
  sampleId = (await open(join(folder, 'sample'))).tasks[0]?.id ?? ''
})
afterAll(async () => {
  await dewpoint.close()
  rmSync(folder, { recursive: true, force: true })
})

const chosen: readonly (readonly [use: HostileUse, name: string])[] = [
  ['history', 'a damaged history, number 3'],
  ['history', 'a file of nothing'],
  ['history', 'a role [{"role":"__proto__","content":"a"}]'],
  ['history', 'deep objects'],
  ['history', 'a deep input'],
  ['history', 'a hundred thousand empty messages'],
  ['history', 'half surrogates'],
  ['history', 'UTF-16'],
  ['history', 'no UTF-8'],
  ...hostileSessions.map(({ name }) => ['history', name] as const),
  ['experiment', 'a billion laughs'],
  ['experiment', 'braces in tasks'],
  ['policies', 'an anchor that holds itself'],
  ['policies', 'many aliases'],
  ['preset', 'keys of prototypes'],
  ['preset', 'deep JSON'],
  ['prompt', 'zeros'],
  ['report', 'elements'],
  ['report', 'a data island that stays open'],
  ['settings', 'keys of prototypes'],
]
const files = hostileFiles(2013)

const readers: Readonly<Record<HostileUse, (text: string, path: string) => Promise<unknown>>> = {
  history: async (_, path) => open(path),
  experiment: (text) => dewpoint.client.experiments.check({ text }),
  policies: (text) => dewpoint.client.replay.check({ text }),
  preset: (text) => dewpoint.client.presets.import({ text }),
  prompt: (text) => dewpoint.client.prompts.create({ name: 'h', purpose: 'conversation', text, note: '' }),
  report: (text) => dewpoint.client.experiments.import({ text }),
  settings: async (text) =>
    dewpoint.client.runs.estimate({ taskId: sampleId, providerId: 'smart', settings: JSON.parse(text) }),
}

/** What was read, or the sentence that says why nothing was. */
async function answerOf(work: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await work)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const bug = /Maximum call stack|Invalid string length|not a function|of undefined|of null|Internal|Something/i

describe('a hostile file', () => {
  it.each(chosen)('is read or refused as %s: %s', async (use, name) => {
    const file = files.find((one) => one.use === use && one.name === name)
    const place = join(folder, `${use}-${chosen.findIndex((one) => one[0] === use && one[1] === name)}`)
    mkdirSync(place)
    const path = join(place, file?.file ?? 'api_conversation_history.json')
    const bytes = file?.make() ?? Buffer.from('')
    expect(file).toBeDefined()
    writeFileSync(path, bytes)
    expect((await answerOf(readers[use](bytes.toString('utf8'), path))).slice(0, 500)).not.toMatch(bug)
  })
})

describe('links that lead in circles', () => {
  it.each(hostileFolders)('end: $name', async ({ name, make }) => {
    const place = join(folder, `links-${hostileFolders.findIndex((one) => one.name === name)}`)
    mkdirSync(place)
    expect((await answerOf(open(make(place)))).slice(0, 500)).not.toMatch(bug)
  })
})

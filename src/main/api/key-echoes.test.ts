import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { safe } from '@orpc/client'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reportFormatSchema } from '../../shared/experiments/contract.ts'
import type { Dewpoint } from '../features/common/dewpoint.ts'
import { disguises, findKeyFragments } from '../platform/llm/testing/disguises.ts'
import { startModelServer, type ModelServer, type Reply } from '../platform/llm/testing/model-server.ts'
import { startDewpoint } from '../testing/start-dewpoint.ts'

/** As vendors give them out. */
const key = 'sk-ant-api03-Q7wzX4rT8mB2kLp9VdN3sYhG6fJcEa5uRxW1tZoKi0AvMqSbHgAA'

let folder: string
let dewpoint: Dewpoint
let server: ModelServer
let said: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-echoes-'))
  said = []
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      said.push(String(chunk))
      return true
    })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await dewpoint.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const text = (words: string): string => `data: ${JSON.stringify(chunk({ delta: { content: words } }))}\n\n`
const chunk = (choice: object, more: object = {}): object => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, finish_reason: null, ...choice }],
  ...more,
})
const stream = (...chunks: readonly object[]): Reply => ({
  kind: 'raw',
  body:
    chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('') +
    text('And so on.') +
    `data: ${JSON.stringify(chunk({ delta: {}, finish_reason: 'stop' }))}\n\ndata: [DONE]\n\n`,
})
const json = (status: number, body: object): Reply => ({
  kind: 'error',
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
/** Headers hold neither line breaks nor what lies beyond Latin-1. */
const inHeader = (echo: string): string => encodeURI(echo).slice(0, 4000)

/** Where a server can put what it was sent. */
const modes: Readonly<Record<string, (echo: string) => Reply>> = {
  'the words of an error': (echo) => json(401, { error: { message: `Incorrect API key: ${echo}` } }),
  'the kind of an error': (echo) =>
    json(400, { error: { message: 'No.', type: echo, code: echo, param: echo } }),
  'an error as a text': (echo) => ({
    kind: 'error',
    status: 400,
    body: echo,
    headers: { 'content-type': 'text/plain' },
  }),
  'the title of a page': (echo) => ({
    kind: 'error',
    status: 404,
    body: `<html><title>${echo}</title>${echo}</html>`,
  }),
  'a header': (echo) => ({
    kind: 'error',
    status: 403,
    headers: {
      'x-request-id': inHeader(echo),
      'retry-after': inHeader(echo),
      'www-authenticate': inHeader(echo),
    },
  }),
  'the target of a redirect': (echo) => ({
    kind: 'error',
    status: 302,
    headers: { location: `http://x.invalid/${inHeader(echo)}?${inHeader(echo)}` },
  }),
  'the answer': (echo) => ({ kind: 'answer', texts: [`Your key is ${echo}. Go on.`] }),
  'an answer in small pieces': (echo) => ({
    kind: 'answer',
    texts: `Your key is ${echo}. Go on.`.match(/[^]{1,3}/g) ?? [],
  }),
  'the arguments of a tool call': (echo) =>
    stream(
      chunk({
        delta: {
          tool_calls: [{ index: 0, id: echo, type: 'function', function: { name: echo, arguments: echo } }],
        },
      }),
    ),
  'the reasoning': (echo) => stream(chunk({ delta: { reasoning_content: echo, reasoning: echo } })),
  'model, id and usage': (echo) =>
    stream(chunk({ delta: {} }, { id: echo, model: echo, system_fingerprint: echo, service_tier: echo }), {
      object: 'chat.completion.chunk',
      choices: [],
      model: echo,
      usage: { prompt_tokens: 10, completion_tokens: 5, note: echo },
    }),
  'an error within the answer': (echo) => ({
    kind: 'broken',
    texts: [echo],
    by: 'error',
    message: echo,
    type: echo,
  }),
  'something that is no answer': (echo) => ({
    kind: 'raw',
    body: echo,
    contentType: `text/${inHeader(echo)}`,
  }),
}

/** Disguises for each place; all of them come up, and a test of the finder of secrets tries each alone. */
const perMode = 6

function pickSome<T>(list: readonly T[], from: number): readonly T[] {
  return Array.from({ length: perMode }, (_, index) => list[(from + index) % list.length]!)
}

/** All that is in a value, hidden fields and causes of errors too. */
function flatten(value: unknown): string {
  if (!(value instanceof Error)) return JSON.stringify(value) ?? ''
  return `${value.message}\n${value.stack ?? ''}\n${JSON.stringify(value)}\n${flatten(value.cause)}`
}

/** What the bytes of a blob say, packed in whatever way. */
function unpacked(bytes: Buffer): string {
  const texts = [bytes.toString('latin1')]
  for (const unpack of [gunzipSync, inflateSync, brotliDecompressSync, zstdDecompressSync]) {
    try {
      texts.push(unpack(bytes).toString('utf8'))
    } catch {
      // Packed in another way, or not at all.
    }
  }
  return texts.join('\n')
}

/** Every cell of every table, and every file as it is. */
async function everythingStored(): Promise<string> {
  const reported: string[] = []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name)
    reported.push((await readFile(file)).toString('latin1'))
    if (!file.endsWith('.sqlite')) continue
    const database = new Database(file, { readonly: true })
    const tables = database.prepare("select name from sqlite_schema where type = 'table'").pluck().all()
    for (const table of tables)
      for (const row of database
        .prepare(`select * from "${String(table)}"`)
        .raw()
        .iterate())
        for (const cell of row as unknown[])
          reported.push(Buffer.isBuffer(cell) ? unpacked(cell) : String(cell))
    database.close()
  }
  return reported.join('\n')
}

/** An experiment that hears the last answer again, in every format. */
async function readExports(client: Dewpoint['client']): Promise<readonly string[]> {
  const [sample] = await client.tasks.list()
  const text = `
name: echoes
tasks: [${JSON.stringify(sample?.path)}]
checkpoints: { at: [0.5] }
variants: [{ id: a, provider: native, profile: work }, { id: b, provider: lossless }]
`
  const { id } = (await client.experiments.start({ text })).summary
  for await (const event of await client.experiments.watch({ experimentId: id })) void event
  expect((await client.experiments.get({ experimentId: id })).summary.cells).toMatchObject({ done: 2 })
  const formats = reportFormatSchema.options
  return Promise.all(
    formats.map(async (format) =>
      flatten(await client.experiments.export({ experimentId: id, format, withResults: format === 'json' })),
    ),
  )
}

it('a key that a server echoes is nowhere to be found, wherever it stands and however it is written', async () => {
  let reply: Reply = { kind: 'drop' }
  server = await startModelServer({ protocol: 'openai-chat', script: () => reply })
  dewpoint = await startDewpoint(folder, { environment: { DEWPOINT_KEY_WORK: key } })
  const { client } = dewpoint
  await client.profiles.save({
    id: 'work',
    name: 'Work',
    vendor: 'openai-compatible',
    model: 'm',
    baseUrl: server.url,
    windowTokens: 128_000,
    maxOutputTokens: 4096,
  })
  const taskId = (await client.tasks.list())[0]!.id
  const reported: string[] = []
  let arrived = 0
  for (const [place, mode] of Object.values(modes).entries()) {
    for (const disguise of pickSome(Object.values(disguises), place * perMode)) {
      reply = mode(disguise(key))
      const heard = flatten(await client.profiles.test({ profileId: 'work' }))
      if (heard.includes('[key removed]')) arrived += 1
      reported.push(heard)
    }
  }
  for (const keepLast of [3, 4]) {
    const echoes = Object.values(disguises).filter((_, index) => index % 2 === keepLast % 2)
    const answer = echoes.map((disguise) => `Your key is ${disguise(key)}. Go on with the work.`).join(' ')
    reply = { kind: 'answer', texts: answer.match(/[^]{1,7}/g) ?? [] }
    const settings = { keepLast }
    const run = await client.runs.start({ taskId, providerId: 'native', profileId: 'work', settings })
    for await (const event of await client.runs.watch({ runId: run.id })) reported.push(flatten(event))
    reported.push(flatten(await safe(client.runs.result({ runId: run.id }))))
  }
  reported.push(...(await readExports(client)))
  reported.push(flatten(await client.runs.list({})), flatten(await client.app.doctor()), ...said)
  // Errors repeat what they were given, so the echoes did come through.
  expect(arrived).toBeGreaterThan(4 * perMode)
  expect(Object.keys(modes)).toHaveLength(13)
  expect(findKeyFragments(reported.join('\n'), key)).toEqual([])
  const stored = await everythingStored()
  expect(stored).toContain('[key removed]')
  expect(findKeyFragments(stored, key)).toEqual([])
  // A hundred requests and three runs, each of which waits for the disk.
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultImportLimits } from './import-limits.ts'
import { importTask } from './import-task.ts'
import { chat, expectImportFailure, history, putInto, type Content } from './testing/task-files.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-import-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const put = (files: Readonly<Record<string, Content>>): Promise<string> => putInto(folder, files)

describe('a single file', () => {
  const single = async (content: Content, name = 'any.json'): Promise<string> =>
    join(await put({ [name]: content }), name)

  it('may be an array of messages', async () => {
    const path = await single(history)
    expect(await importTask(path)).toMatchObject({
      format: 'message-array',
      path,
      messages: history,
      agent: 'roo',
      problems: [],
    })
  })

  it('may be an object around messages, which is kept with the style', async () => {
    const path = await single({
      id: 's',
      messages: [{ ...history[1], modelInfo: { id: 'm' } }],
    })
    expect(await importTask(path)).toMatchObject({
      agent: null,
      model: 'm',
      style: { indent: '', before: '{"id":"s","messages":', trailing: '}' },
    })
  })

  it('may be an object around messages that is cut off', async () => {
    const text = JSON.stringify({ version: 1, messages: history })
    expect((await importTask(await single(text.slice(0, -10)))).messages).toEqual(history.slice(0, 2))
  })

  it.each([
    [
      'a UTF-8 byte order mark',
      Buffer.from(`\uFEFF${JSON.stringify(history)}`),
      { indent: '', bom: true, trailing: '' },
    ],
    [
      'UTF-16',
      Buffer.from(`\uFEFF${JSON.stringify(history)}`, 'utf16le'),
      { indent: null, bom: true, trailing: '' },
    ],
    [
      'UTF-16 with the high byte first',
      Buffer.from(`\uFEFF${JSON.stringify(history)}`, 'utf16le').swap16(),
      { indent: null, bom: true, trailing: '' },
    ],
    [
      'UTF-16 without a byte order mark',
      Buffer.from(JSON.stringify(history), 'utf16le'),
      { indent: null, bom: false, trailing: '' },
    ],
    [
      'UTF-16 without a byte order mark, the high byte first',
      Buffer.from(JSON.stringify(history), 'utf16le').swap16(),
      { indent: null, bom: false, trailing: '' },
    ],
    [
      'CRLF line ends',
      JSON.stringify(history, null, 2).replaceAll('\n', '\r\n'),
      { indent: null, bom: false, trailing: '' },
    ],
  ])('may be written with %s', async (_name, content, style) => {
    expect(await importTask(await single(content))).toMatchObject({ messages: history, style, problems: [] })
  })

  it('with bytes that are no UTF-8 is read with a remark', async () => {
    const bytes = Buffer.from(JSON.stringify(history))
    bytes[bytes.indexOf('thanks')] = 0xff
    const { messages, problems, style } = await importTask(await single(bytes))
    expect(messages[2]?.content).toBe('\uFFFDhanks')
    expect(style.indent).toBeNull()
    expect(problems).toMatchObject([{ place: `byte ${bytes.indexOf(0xff)}`, severity: 'warning' }])
  })

  it('in UTF-16 with half a character is read with a remark', async () => {
    const bytes = Buffer.from(`\uFEFF${JSON.stringify(history)}`, 'utf16le')
    const at = bytes.indexOf(Buffer.from('thanks', 'utf16le'))
    bytes.writeUInt16LE(0xd800, at)
    const { messages, problems } = await importTask(await single(bytes))
    expect(messages[2]?.content).toBe('\uFFFDhanks')
    expect(problems).toMatchObject([{ place: `byte ${at}`, reason: expect.stringContaining('no UTF-16') }])
  })

  it('with one message is a task', async () => {
    expect((await importTask(await single([history[0]]))).messages).toHaveLength(1)
  })

  it('keeps blocks of three million characters, images and what nobody knows', async () => {
    const content = [
      { type: 'text', text: 'x'.repeat(3_000_000) },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(10_000) } },
      { type: 'server_tool_use', odd: [null] },
    ]
    const { messages, problems } = await importTask(await single([{ role: 'user', content }]))
    expect(messages).toEqual([{ role: 'user', content }])
    expect(problems).toEqual([])
  })

  it.each([
    ['a chat record', chat, 'history-missing'],
    ['JSON lines', '{"type":"user"}\n{"type":"assistant"}', 'unknown-format'],
    ['another array', [{ a: 1 }], 'unknown-format'],
    ['a result whose messages are missing', { dewpoint: { kind: 'result', version: 1 } }, 'unknown-format'],
    ['nothing', '', 'unreadable'],
  ])('that is %s fails', async (_name, content, code) => {
    expect(await expectImportFailure(await single(content))).toMatchObject({ code })
  })

  it('that is whole but for what surrounds its messages says so', async () => {
    const text = `{"messages":${JSON.stringify(history)},"system_prompt":"You he`
    const task = await importTask(await single(text))
    expect(task.messages).toEqual(history)
    expect(task.problems).toMatchObject([{ severity: 'error', place: expect.stringContaining('line 1') }])
    expect(task.problems[0]?.reason).toContain('damaged outside of its messages')
  })

  it('that is an object is whole though a crash left NUL characters behind it', async () => {
    const text = `${JSON.stringify({ messages: history, note: 1 }, null, 1)}\n${'\0'.repeat(99)}`
    const task = await importTask(await single(text))
    expect(task.messages).toEqual(history)
    expect(task.problems).toMatchObject([
      { severity: 'warning', reason: expect.stringContaining('nothing was lost there') },
    ])
  })

  it('larger than the limit fails before it is read', async () => {
    const failure = await expectImportFailure(await single(history), {
      ...defaultImportLimits,
      fileBytes: 100,
    })
    expect(failure).toMatchObject({ code: 'too-large', where: join(folder, 'any.json') })
  })

  it('that is not there fails', async () => {
    expect(await expectImportFailure(join(folder, 'gone.json'))).toMatchObject({ code: 'not-found' })
    expect(await expectImportFailure(join(await single(history), 'below'))).toMatchObject({
      code: 'not-found',
    })
  })

  it('that is a device fails instead of being read without end', async () => {
    expect(await expectImportFailure('/dev/zero')).toMatchObject({ code: 'unreadable' })
  })

  it('that is a result keeps the result as it was written', async () => {
    const result = {
      dewpoint: { kind: 'result', version: 1 },
      runId: null,
      providerId: 'lossless',
      providerVersion: '1',
      settings: {},
      source: { path: '', sha256: 'x', style: { indent: '', bom: false, trailing: '' }, hidden: [] },
      outcome: {
        status: 'unchanged',
        stats: {
          originalTokens: 1,
          finalTokens: 1,
          reductionPercent: 0,
          costUsd: 0,
          durationMs: 0,
          modelCalls: 0,
          cacheHits: 0,
          operations: [],
        },
        passes: [],
        fidelity: null,
        validity: [],
        warnings: [],
        reason: 'nothing to do',
        error: null,
      },
      provenance: { messages: [], dropped: [] },
      messages: [{ ts: 5, odd: true, role: 'user', content: 'a' }],
    }
    const task = await importTask(await single(result))
    expect(task).toMatchObject({ format: 'dewpoint-result', messages: result.messages })
    expect(JSON.stringify(task.result)).toBe(JSON.stringify(result))
    const newer = { ...result, dewpoint: { kind: 'result', version: 2 } }
    expect(await importTask(await single(newer))).toMatchObject({ format: 'message-array', result: null })
  })
})

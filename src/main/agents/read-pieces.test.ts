import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'
import { defaultImportLimits, type ImportLimits } from './import-limits.ts'
import { importBeginning, importTask } from './import-task.ts'
import { readJsonLines } from './json-lines.ts'
import { beginsWithLines, readPieces, type PiecesReading } from './read-pieces.ts'

const inPieces: ImportLimits = { ...defaultImportLimits, pieceFrom: 0, pieceBytes: 64 }

function readBytes(bytes: Buffer, limits: ImportLimits, size = bytes.length): Promise<PiecesReading> {
  const readAt = async (buffer: Buffer, position: number): Promise<number> => bytes.copy(buffer, 0, position)
  return readPieces({ readAt, name: 'a.jsonl', size, limits, unread: [] })
}

/** The same, read whole. */
function readWhole(bytes: Buffer) {
  const file = { name: 'a.jsonl', bytes, sha256: null, changedTs: null, problems: [] }
  const { lossAt, ...decoded } = decodeText(bytes)
  return { lines: readJsonLines({ ...file, ...decoded, text: decoded.text }, defaultImportLimits), lossAt }
}

const long = 'Grüße 𝄞 aus 東京 '.repeat(40)

describe('lines that come in pieces', () => {
  it.each([
    ['letters of several bytes at each boundary', `{"a":"é𝄞東"}\n{"b":"${long}"}\n{"c":1}\n`],
    ['no end of a line at the end', `{"a":1}\n{"b":"${long}"}`],
    ['a last line that is cut', `{"a":1}\n{"b":"${long}`],
    ['ends of lines as on Windows', `{"a":1}\r\n{"b":"é"}\r\n\r\n{"c":3}\r\n`],
    ['a byte order mark', `\uFEFF{"a":1}\n{"b":2}\n`],
    ['comments, empty lines and lines that are no JSON', '// note\n\n{"a":1}\nno\n[1]\n{"b":2}{"c":3}\n'],
    ['NUL characters', '{"a":1}\n\0\0{"b":2}\n\0\0\0\n{"c":3}'],
    ['nothing', ''],
  ])('are read as the whole is: %s', async (_, text) => {
    const bytes = Buffer.from(text)
    const whole = readWhole(bytes)
    for (let pieceBytes = 1; pieceBytes <= Math.min(bytes.length + 1, 70); pieceBytes += 1) {
      const { lines, isCut, lossAt } = await readBytes(bytes, { ...inPieces, pieceBytes })
      expect(JSON.stringify(lines), `${pieceBytes} bytes`).toBe(JSON.stringify(whole.lines))
      expect({ isCut, lossAt }).toEqual({ isCut: false, lossAt: whole.lossAt })
    }
  })

  it('say where the first byte stands that is no UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"é"}\n{"b":"x'), Buffer.from([0xc3]), Buffer.from('"}\n')])
    const { lines, lossAt } = await readBytes(bytes, { ...inPieces, pieceBytes: 5 })
    expect(lossAt).toBe(18)
    expect(lossAt).toBe(readWhole(bytes).lossAt)
    expect(lines.records.map(({ value }) => value)).toEqual([{ a: 'é' }, { b: 'x\uFFFD' }])
  })

  it('leave out one that is too long, name it, and read the others', async () => {
    const text = `{"a":1}\n{"b":"${'x'.repeat(2 ** 20)}"}\n{"c":3}\n{"d":"${'x'.repeat(2 ** 20)}"}`
    const { lines } = await readBytes(Buffer.from(text), { ...inPieces, lineBytes: 2 ** 20 })
    expect(lines.records).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 3, value: { c: 3 } },
    ])
    expect(lines.problems.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
      'line 2: it is longer than 1 MB, and was left out',
      'line 4: it is longer than 1 MB, and was left out',
    ])
  })

  it('end where the file ended when they were begun, or where it ends now', async () => {
    const bytes = Buffer.from('{"a":1}\n{"b":2}\n{"c":3}\n')
    const grown = await readBytes(bytes, inPieces, 16)
    expect(grown).toMatchObject({ isCut: false, lines: { isGrowing: false } })
    expect(grown.lines.records).toHaveLength(2)
    const cut = await readBytes(bytes.subarray(0, 12), inPieces, 24)
    expect(cut).toMatchObject({ isCut: true, lines: { isGrowing: true } })
  })

  it('stop when whoever hears of them throws', async () => {
    const bytes = Buffer.from('{"a":1}\n'.repeat(1000))
    const heard: number[] = []
    const readAt = async (buffer: Buffer, position: number): Promise<number> =>
      bytes.copy(buffer, 0, position)
    const reading = readPieces({
      readAt,
      name: 'a',
      size: bytes.length,
      limits: inPieces,
      unread: [],
      onRead: (done) => {
        heard.push(done)
        if (done >= 640) throw new Error('enough')
      },
    })
    await expect(reading).rejects.toThrow('enough')
    expect(heard).toEqual([64, 128, 192, 256, 320, 384, 448, 512, 576, 640])
  })
})

describe('the beginning of a file', () => {
  it.each([
    ['{"a":1}\n{"b"', true],
    ['\uFEFF// note\n\n{"a":1}\n', true],
    ['{"a":"a first line that is longer than what is looked at', true],
    ['{\n "a": 1\n}', false],
    ['[\n {"a":1}', false],
    ['[{"a":1}]\n', false],
    ['', false],
  ])('%j has a record a line: %s', (text, has) => {
    expect(beginsWithLines(Buffer.from(text))).toBe(has)
  })
})

describe('a session that is read in pieces', () => {
  let folder = ''
  let path = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dewpoint-pieces-'))
    path = join(folder, 'b1c3a7de-0000-4000-8000-000000000001.jsonl')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const writeSession = async (turns: number, end = '\n'): Promise<void> =>
    writeFile(path, Array.from({ length: turns }, (_, at) => buildTurn(at)).join('\n') + end)

  it('says what it says when it is read whole', async () => {
    await writeSession(40)
    const whole = await importTask(path)
    const read = await importTask(path, inPieces)
    // To hash gigabytes takes seconds, and nobody writes a session back byte by byte.
    const style = { ...whole.style, fileSha256: null }
    expect(JSON.stringify(read) === JSON.stringify({ ...whole, style })).toBe(true)
    expect(read.messages).toHaveLength(80)
    expect(read.messages[1]?.content).toEqual([{ type: 'text', text: `${long} 0` }])
  })

  it('has no limit on its size, and a document has one that says its reason', async () => {
    await writeSession(40)
    const small = { ...inPieces, fileBytes: 500 }
    expect((await importTask(path, small)).messages).toHaveLength(80)
    const document = join(folder, 'history.json')
    await writeFile(document, JSON.stringify([{ role: 'user', content: long }]))
    await expect(importTask(document, small)).rejects.toMatchObject({
      code: 'too-large',
      message: 'history.json is 1 MB large',
      hint: 'It is one document or a log of requests, which has to be read whole, and no text can be larger than 1 MB. Open what its agent keeps with a record a line, which may be of any size, or save fewer sessions in one file.',
    })
  })

  it('names rubbish in its middle and a line that is too long once each, and reads what stands around them', async () => {
    const turns = Array.from({ length: 8 }, (_, at) => buildTurn(at))
    const rubbish = Buffer.from(Uint8Array.from({ length: 5000 }, (_, at) => ((at * 7919 + 128) % 256) | 128))
    const longLine = `{"type":"user","message":"${'x'.repeat(2 ** 20)}"}`
    const [first, rest] = [`${turns.slice(0, 4).join('\n')}\n`, `\n${turns.slice(4).join('\n')}\n`]
    await writeFile(path, Buffer.concat([Buffer.from(first), rubbish, Buffer.from(`\n\n${longLine}${rest}`)]))
    const { messages, problems } = await importTask(path, { ...inPieces, lineBytes: 2 ** 20 })
    expect(messages).toHaveLength(16)
    const lines = first.split('\n').length
    expect(problems.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
      `byte ${Buffer.byteLength(first).toLocaleString('en-US')}: from here on, bytes that are no UTF-8 were read as the replacement character`,
      `line ${lines}: it is no JSON, and was left out`,
      `line ${lines + 2}: it is longer than 1 MB, and was left out`,
    ])
  })

  it('of which the beginning is enough, is read no further', async () => {
    await writeSession(40)
    const bytes = await readFile(path)
    const mostBytes = Math.floor(bytes.length / 2) - 1
    const { messages, problems } = await importTask(path, inPieces, { mostBytes })
    expect(messages.length).toBeGreaterThan(30)
    expect(messages.length).toBeLessThan(50)
    expect(problems).toEqual([])
    const beginning = await importBeginning(path, mostBytes, inPieces)
    expect(beginning).toMatchObject({ bytes: bytes.length, task: { messages: { length: messages.length } } })
    expect(await importBeginning(path, bytes.length, inPieces)).toBeNull()
    expect(await importBeginning(path, mostBytes)).toBeNull()
    expect(await importBeginning(`${path} is not there`, mostBytes, inPieces)).toBeNull()
  })

  it('that grows while it is read is read as it was', async () => {
    await writeSession(10)
    const whole = await importTask(path)
    let grown = false
    const growing = importTask(path, inPieces, {
      onRead: () => {
        if (!grown) void appendFile(path, `${buildTurn(10)}\n`)
        grown = true
      },
    })
    expect(JSON.stringify((await growing).messages)).toBe(JSON.stringify(whole.messages))
  })

  it('that became shorter meanwhile says so', async () => {
    await writeSession(10)
    const { size } = await stat(path)
    let reads = 0
    const { problems } = await importTask(path, inPieces, {
      onRead: (done) => {
        // Each time that it is read from its beginning.
        if (done === 64) reads += 1
        if (done === 64) void truncate(path, size - reads * 100)
      },
    })
    expect(reads).toBe(2)
    expect(problems.map(({ reason }) => reason)).toContain(
      'it changed while it was read, so what was read may be incomplete: open it again',
    )
  })
})

/** A prompt and its answer in a transcript of Claude Code, with what its screen showed. */
function buildTurn(at: number): string {
  const ts = new Date(1_760_000_000_000 + at * 1000).toISOString()
  const about = {
    sessionId: 'b1c3a7de-0000-4000-8000-000000000001',
    cwd: '/p',
    isSidechain: false,
    timestamp: ts,
  }
  const parentUuid = at === 0 ? null : `a${at - 1}`
  const usage = { input_tokens: 10 + at, output_tokens: 5 }
  const answer = { id: `msg_${at}`, role: 'assistant', model: 'claude-opus-4-5', usage }
  const prompt = { type: 'user', uuid: `u${at}`, parentUuid, ...about, toolUseResult: { stdout: long } }
  return [
    { ...prompt, message: { role: 'user', content: `${long} asked ${at}` } },
    {
      type: 'assistant',
      uuid: `a${at}`,
      parentUuid: `u${at}`,
      ...about,
      message: { ...answer, content: [{ type: 'text', text: `${long} ${at}` }] },
    },
  ]
    .map((one) => JSON.stringify(one))
    .join('\n')
}

import { mkdtemp, readFile, rm, writeFile, appendFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cancelled } from '../../../kernel/cancel-signal.ts'
import { ModelFailure, type CompletionEvent, type LanguageModel } from '../../../kernel/language-model.ts'
import { answering, scriptedModel } from '../../../kernel/testing/scripted-model.ts'
import { createSourceGuard } from '../../files/source-guard.ts'
import { requireFailure, hear, buildRequest } from '../testing/ask.ts'
import { createRecordedModel } from './create-recorded-model.ts'

let folder = ''
let file = ''
let sources: readonly string[] = []
const guard = createSourceGuard({ known: async () => ({ sources, folders: [] }), wide: [] })
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-recording-'))
  file = join(folder, 'deep', 'answers.jsonl')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const { info } = scriptedModel([])
const now = (): number => 1234

function recorded(source: LanguageModel | null, model = 'model-1'): LanguageModel {
  return createRecordedModel({ info, model, file, source, guard }, { now })
}

const call: CompletionEvent = { kind: 'call' }

describe('a recorded model', () => {
  it('passes on an answer of its source and replays it without asking again', async () => {
    const source = scriptedModel(answering('A summary.'))
    const first = await hear(recorded(source))
    expect(first.events).toEqual([call, ...answering('A summary.')])
    const second = await hear(recorded(source))
    expect(second.events).toEqual([{ kind: 'cached' }, ...answering('A summary.')])
    expect(source.asked).toHaveLength(1)
    expect((await hear(recorded(null))).text).toBe('A summary.')
  })

  it('keeps one line an answer, with neither the request nor anything of the profile', async () => {
    await hear(recorded(scriptedModel(answering('A\nsummary.'))), buildRequest({ system: 'Be brief.' }))
    const line = await readFile(file, 'utf8')
    expect(line.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(line)).toEqual({
      requestSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      model: 'model-1',
      text: 'A\nsummary.',
      usage: { input: 1000, output: 100, cacheWrites: 0, cacheReads: 0 },
      stop: 'finished',
      recordedTs: 1234,
    })
  })

  it('records the last attempt only, where an earlier one broke off', async () => {
    const broken: CompletionEvent[] = [{ kind: 'text', text: 'Half ' }, call]
    await hear(recorded(scriptedModel([...broken, ...answering('Whole.')])))
    expect((await hear(recorded(null))).text).toBe('Whole.')
  })

  it.each([
    ['fails', [{ kind: 'text', text: 'Half' }, new ModelFailure('network', 'It broke.')] as const],
    ['ends without a reason', [{ kind: 'text', text: 'Half' }] as const],
  ])('records nothing of an answer that %s', async (_, events) => {
    await hear(recorded(scriptedModel(events)))
    expect(requireFailure(await hear(recorded(null)))).toMatchObject({ code: 'bad-request' })
  })

  it.each([
    ['the model', buildRequest(), 'model-2'],
    ['the system prompt', buildRequest({ system: 'Other.' }), 'model-1'],
    ['a message', buildRequest({ messages: [{ role: 'user', content: 'Other.' }] }), 'model-1'],
    ['the limit', buildRequest({ maxTokens: 501 }), 'model-1'],
  ])('takes a request for another one when %s differs', async (_, request, model) => {
    await hear(recorded(scriptedModel(answering('A summary.'))))
    const failure = requireFailure(await hear(recorded(null, model), request))
    expect(failure.message).toMatch(/^The recording answers\.jsonl holds no answer to this request/)
  })

  it('finds an answer whatever the purpose, the label and the order of fields in a block', async () => {
    const block = { type: 'text', text: 'x', id: 'y' }
    const turned = { id: 'y', text: 'x', type: 'text' }
    await hear(
      recorded(scriptedModel(answering('Found.'))),
      buildRequest({ messages: [{ role: 'user', content: [block] }] }),
    )
    const request = buildRequest({
      messages: [{ role: 'user', content: [turned] }],
      purpose: 'tool-output',
      label: 'Other',
    })
    expect((await hear(recorded(null), request)).text).toBe('Found.')
  })

  it('skips damaged lines, and names them only when an answer is missing', async () => {
    await mkdir(join(folder, 'deep'))
    await writeFile(file, '{"requestSha256":"torn\n\n{"model":1}\n')
    await hear(recorded(scriptedModel(answering('A summary.'))))
    expect((await hear(recorded(null))).text).toBe('A summary.')
    const failure = requireFailure(await hear(recorded(null), buildRequest({ system: 'Other.' })))
    expect(failure.message).toContain('Lines 1, 3 of it cannot be read.')
  })

  it('begins a line of its own behind one that was left unfinished', async () => {
    await mkdir(join(folder, 'deep'))
    await writeFile(file, '{"requestSha256":"to')
    await hear(recorded(scriptedModel(answering('A summary.'))))
    expect((await hear(recorded(null))).text).toBe('A summary.')
  })

  it('takes the answer that was recorded last', async () => {
    await hear(recorded(scriptedModel(answering('Old.'))))
    const line = await readFile(file, 'utf8')
    await appendFile(file, line.replace('Old.', 'New.'))
    expect((await hear(recorded(null))).text).toBe('New.')
  })

  it('keeps the lines of many writers apart', async () => {
    const requests = Array.from({ length: 40 }, (_, index) => buildRequest({ system: `System ${index}` }))
    const texts = requests.map((_, index) => `${index} `.repeat(5000).trim())
    await Promise.all(
      requests.map((request, index) => hear(recorded(scriptedModel(answering(texts[index] ?? ''))), request)),
    )
    const replayed = await Promise.all(requests.map((request) => hear(recorded(null), request)))
    expect(replayed.map(({ text }) => text)).toEqual(texts)
  })

  it('says why a file cannot be read or written', async () => {
    await mkdir(file, { recursive: true })
    const read = requireFailure(await hear(recorded(null)))
    expect(read).toMatchObject({ code: 'bad-request', message: expect.stringContaining('could not be read') })
    await writeFile(join(folder, 'plain'), '')
    file = join(folder, 'plain', 'answers.jsonl')
    const written = await hear(recorded(scriptedModel(answering('A summary.'))))
    expect(requireFailure(written).message).toContain(`${file} could not be`)
  })

  it.each(['[{ "role": "user", "content": "hello" }]', '{ "name": "settings" }', 'text'])(
    'appends nothing to a file that is no recording: %s',
    async (text) => {
      await mkdir(join(folder, 'deep'))
      await writeFile(file, text)
      const { message } = requireFailure(await hear(recorded(scriptedModel(answering('A summary.')))))
      expect(message).toContain('This file is no recording')
      expect(await readFile(file, 'utf8')).toBe(text)
    },
  )

  it('appends nothing to a source, not even to one that is empty', async () => {
    await mkdir(join(folder, 'deep'))
    await writeFile(file, '')
    sources = [file]
    const { message } = requireFailure(await hear(recorded(scriptedModel(answering('A summary.')))))
    sources = []
    expect(message).toContain('Nothing is ever written into the source.')
    expect(await readFile(file, 'utf8')).toBe('')
  })

  it('answers nothing after a cancel', async () => {
    await hear(recorded(scriptedModel(answering('A summary.'))))
    const heard = await hear(recorded(null), buildRequest({ signal: AbortSignal.abort() }))
    expect(heard.error).toBeInstanceOf(Cancelled)
    expect(heard.events).toEqual([])
  })
})

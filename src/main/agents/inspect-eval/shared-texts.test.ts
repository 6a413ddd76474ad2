import { expect, it } from 'vitest'
import { ImportFailure } from '../import-failure.ts'
import { defaultImportLimits } from '../import-limits.ts'
import { readAs } from '../import-source.ts'
import { sourceOfText } from '../testing/source-of-text.ts'
import { inspectEval } from './inspect-eval.ts'

const text = 'a'.repeat(1000)
/** A sample whose messages all refer to one text, in some calls and at the end. */
const log = (inEach: number, calls = 0): string => {
  const messages = Array.from({ length: inEach }, () => ({ role: 'user', content: 'attachment://t' }))
  const events = Array.from({ length: calls }, () => ({ event: 'model', input: messages }))
  const sample = { id: 1, epoch: 1, input: 'x', messages, events, attachments: { t: text } }
  return JSON.stringify({ version: 2, status: 'success', eval: { task: 't' }, plan: {}, samples: [sample] })
}
/** Through a pool: few references name many messages. */
const pooled = (refs: number): string => {
  const events = [{ event: 'model', input_refs: Array.from({ length: refs }, () => [0, 1]) }]
  const pool = [{ role: 'user', content: text }]
  const sample = { id: 1, epoch: 1, input: 'x', messages: [], events, events_data: { messages: pool } }
  return JSON.stringify({ version: 2, status: 'success', eval: { task: 't' }, plan: {}, samples: [sample] })
}
const read = async (written: string): Promise<number> => {
  const source = sourceOfText('log.json', written, null)
  const limits = { ...defaultImportLimits, fileBytes: 50_000 }
  return (await readAs(inspectEval, { ...source, limits })).messages.length
}
const refusal = (written: string): Promise<unknown> => read(written).catch((error: unknown) => error)

it('a text that is referred to becomes no more than a file may hold', async () => {
  expect(await read(log(50))).toBe(50)
  expect(await read(pooled(50))).toBe(50)
  for (const written of [log(51), pooled(51)]) {
    const error = await refusal(written)
    expect(error).toBeInstanceOf(ImportFailure)
    expect(error).toMatchObject({ code: 'too-large', message: expect.stringContaining('so often') })
  }
})

it('what calls repeat becomes no more than four times that', async () => {
  expect(await read(log(50, 3))).toBe(50)
  expect(await refusal(log(50, 4))).toMatchObject({ code: 'too-large' })
})

import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'
import { failuresOfDamaged } from '../testing/damage.ts'
import { readBlockTexts, wordsSentBy } from '../testing/sent-by.ts'
import {
  lines,
  prompt,
  checkpoint,
  first,
  size,
  user,
  says,
  text,
  summary,
  summaryWords,
  start,
  whole,
  wire,
  log,
} from './testing/session.ts'

const read = (files: Readonly<Record<string, readonly unknown[]>>): Promise<ImportedTask> =>
  importFiles(
    's',
    Object.entries(files).map(([name, values]) => ({ name, text: lines(values) })),
  )

describe('a session of Kimi CLI', () => {
  it('has results beside their calls, failures as such, and the sizes that it wrote down', async () => {
    const task = await read({ 'context.jsonl': whole })
    expect(wordsSentBy(task)).toEqual([
      ['Fix it'],
      [
        'Fix it',
        'hm+Looking+Shell:0+Shell:1',
        JSON.stringify([text('<system>Done.</system>'), text('a.ts')]),
        '<system>ERROR: no such file</system>',
      ],
    ])
    expect(task.messages[1]?.content).toMatchObject([
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'text' },
      { type: 'tool_use', name: 'Shell', input: { command: 'ls' } },
      { type: 'tool_use' },
    ])
    expect(task.messages[3]?.content).toMatchObject([{ tool_use_id: 'Shell:1', is_error: true }])
    expect(task).toMatchObject({
      format: 'kimi-cli',
      agent: 'kimi-cli',
      title: 'Fix it',
      workspace: '/work/p',
      model: null,
      problems: [],
    })
    expect(task.usage.requests).toEqual([
      { tokensIn: 100, tokensOut: 20 },
      { tokensIn: 150, tokensOut: 10 },
    ])
    expect(task.usage.condensations).toEqual([])
  })

  it('has times and usage by its log of events, and the calls that were broken off', async () => {
    const goesOn = [...start, ...first, checkpoint(2), user('go on'), size(95), says('Done'), size(104)]
    const task = await read({ 'context.jsonl': goesOn, 'wire.jsonl': log })
    expect(task.usage.requests).toEqual([
      {
        ts: 4000,
        tokensIn: 10,
        isCacheApart: true,
        tokensOut: 20,
        cacheReads: 80,
        cacheWrites: 5,
        callId: 'm1',
      },
      expect.objectContaining({ ts: 8000, tokensOut: 7, cancelled: true }),
      expect.objectContaining({ ts: 13_000, tokensOut: 9, callId: 'm3', retries: 1 }),
    ])
    expect(wordsSentBy(task).map((sent) => sent.length)).toEqual([1, 4, 5])
    expect(task.messages.map(({ ts }) => ts)).toEqual([1000, 4000, 5500, undefined, 10_000, 13_000])
  })

  it('reads images, and leaves out what the agent adds by itself where titles are made', async () => {
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=', id: null } }
    const reminder = user('<system-reminder>\nPlan mode\n</system-reminder>')
    const task = await read({
      'context.jsonl': [
        checkpoint(0),
        user('<system>CHECKPOINT 0</system>'),
        reminder,
        user([text('See'), picture]),
        says('x'),
      ],
    })
    expect(task.title).toBe('See')
    expect(task.messages.map(({ isBoilerplate }) => isBoilerplate)).toEqual([
      true,
      true,
      undefined,
      undefined,
    ])
    expect(task.messages[2]?.content).toMatchObject([
      { type: 'text' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
    ])
  })

  it('names lines that are damaged, here and beside, and keeps the rest', async () => {
    const cut = `${lines(start)}{"role": "user"\n${lines([says('Done')])}{"role": "us`
    const task = await importFiles('s', [
      { name: 'context.jsonl', text: cut },
      { name: 'wire.jsonl', text: `${lines(log.slice(0, 3))}x\n` },
    ])
    expect(wordsSentBy(task)).toEqual([['Fix it']])
    expect(task.problems).toMatchObject([
      { file: 'context.jsonl', place: 'line 5', severity: 'error' },
      { file: 'context.jsonl', place: 'last line', severity: 'warning' },
      { file: 'wire.jsonl', place: 'line 4', severity: 'error' },
    ])
  })

  it('holds what it can where it is damaged', async () => {
    expect(await failuresOfDamaged(lines([...whole, summary, ...first]), 200)).toEqual([])
  })
})

describe('a session of Kimi CLI with what stood there before', () => {
  const compacted = [prompt, checkpoint(0), summary, ...first.slice(3), says('Done'), size(60)]
  const after = [...compacted, checkpoint(1), user('And b'), size(70), says('b done'), size(75)]

  it('is one task in which a summary took the place of what was compacted', async () => {
    const old = [...start, ...first, size(150), says('Done'), size(160)]
    const task = await read({
      'context.jsonl': [prompt, checkpoint(0), summary, says('Done'), size(60), ...after.slice(7)],
      'context_1.jsonl': old,
      'wire.jsonl': wire([1, 'CompactionBegin', {}], [2, 'CompactionEnd', {}]),
    })
    expect(wordsSentBy(task).map((sent) => sent.length)).toEqual([1, 4, 3])
    expect(wordsSentBy(task)[2]).toEqual([summaryWords, 'Done', 'And b'])
    expect(task.messages.filter(({ role }) => role === 'assistant')).toHaveLength(3)
    expect(task.usage.condensations).toEqual([
      { kind: 'summary', condenseId: 'compaction-1', ts: 2000, tokensBefore: 160, tokensAfter: 60 },
    ])
    expect(task.messages.find(({ isSummary }) => isSummary)).toMatchObject({ condenseId: 'compaction-1' })
    expect(task.problems).toEqual([])
  })

  it('keeps two compactions apart, in the order of their numbers', async () => {
    const file = (words: string, answer: string) => [
      checkpoint(0),
      user([text('<system>Previous context has been compacted. x</system>'), text(words)]),
      user(`after ${words}`),
      says(answer),
    ]
    const rotated = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`context_${at + 2}.jsonl`, file(`s${at}`, `a${at}`)]),
    )
    const task = await read({ 'context.jsonl': file('end', 'z'), 'context_1.jsonl': whole, ...rotated })
    expect(task.usage.condensations).toHaveLength(11)
    expect(
      wordsSentBy(task)
        .slice(2)
        .map((sent) => sent.at(-1)),
    ).toEqual([...Array.from({ length: 10 }, (_, at) => `after s${at}`), 'after end'])
  })

  it('takes the size of the first request for none of the summary', async () => {
    const task = await read({ 'context.jsonl': [checkpoint(0), summary, size(50), says('Done'), size(60)] })
    expect(task.usage.condensations).toEqual([{ kind: 'summary', condenseId: 'compaction-0' }])
    expect(task.usage.requests).toEqual([{ tokensIn: 50, tokensOut: 10 }])
  })

  it('says so where what a summary stands for is not there', async () => {
    const task = await read({ 'context.jsonl': after })
    expect(task.problems).toMatchObject([{ reason: expect.stringContaining('begins with a summary') }])
    expect(task.usage.condensations).toHaveLength(1)
  })

  it('goes on from where the model sent itself back to, or from nothing', async () => {
    const mail = user(
      '<system>You just got a D-Mail from your future self. It is likely so. D-Mail content:\n\nUse c</system>',
    )
    const task = await read({
      'context.jsonl': [prompt, checkpoint(0), user('Anew'), says('c')],
      'context_1.jsonl': whole,
      'context_2.jsonl': [...start.slice(0, 3), checkpoint(1), mail, says('b'), user('Never sent')],
    })
    expect(wordsSentBy(task).slice(2)).toEqual([['Fix it', expect.stringContaining('Use c')], ['Anew']])
    expect(task.messages.map(readBlockTexts)).toContain('Never sent')
    expect(task.usage.condensations).toEqual([{ kind: 'summary', condenseId: 'd-mail-1', trigger: 'd-mail' }])
  })

  it('is not read by what stood there before alone', async () => {
    await expect(read({ 'context_1.jsonl': whole })).rejects.toMatchObject({
      code: 'unknown-format',
      message: expect.stringContaining('before it was compacted'),
      hint: expect.stringContaining('context.jsonl'),
    })
  })
})

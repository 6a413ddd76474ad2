import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { buildEffectiveHistory } from '../../../kernel/history/build-effective-history.ts'
import { tagHistory } from '../../../kernel/history/tag-history.ts'
import { readRequestText } from '../../../kernel/testing/model-by.ts'
import { hasRealHistories, realHistories } from '../../../kernel/testing/real-histories.ts'
import { conversationFor, runOn } from '../../../kernel/testing/run-on.ts'
import { answering, scriptedModel } from '../../../kernel/testing/scripted-model.ts'
import { answer, call, long, read, task } from '../../../kernel/testing/small-histories.ts'
import { findTouches } from '../../../measure/facts/find-touches.ts'
import { nativeMethod } from './native.ts'

const heading = '## Artifact ledger'
const said = (message: Message | undefined): string =>
  JSON.stringify(message?.content ?? '').replaceAll(String.raw`\n`, '\n')
const joinSaidTexts = (messages: readonly Message[]): string =>
  messages.map((message) => said(message)).join('\n')
const countLedgers = (messages: readonly Message[]): number =>
  joinSaidTexts(messages).split(heading).length - 1

async function condense(messages: readonly Message[], settings: object, text = 'In short.') {
  const model = scriptedModel(answering(text))
  const outcome = await runOn(nativeMethod, settings, conversationFor(messages), null, model)
  return { ...outcome, result: outcome.condensed?.conversation.messages ?? [], asked: model.asked }
}

const ending: Message[] = ['a', 'b', 'c'].map((content, at) => ({
  role: at % 2 === 0 ? 'assistant' : 'user',
  content,
}))
const write = (id: string, path: string, result = 'ok'): Message[] => [
  call(id, 'write_to_file', { path, content: long(path) }),
  answer(id, result),
]
const run = (id: string, command: string): Message[] => [
  call(id, 'execute_command', { command }),
  answer(id, long(command)),
]
const early = [...write('1', 'src/a.ts'), ...write('2', 'src/b.ts'), ...run('3', 'npm test')]
const later = [
  ...write('4', 'src/b.ts'),
  ...run('5', 'npm test'),
  ...write('6', 'src/c.ts', 'The user denied this operation.'),
]
const history = [task, ...early, ...ending]

describe('native without a ledger', () => {
  it('is what it was', async () => {
    const { result } = await condense(history, {})
    expect(result).toEqual([task, { role: 'assistant', content: 'In short.', isSummary: true }, ...ending])
    expect((await condense(history, { ledger: 'off' })).result).toEqual(result)
  })
})

describe('native with a ledger', () => {
  const lines = 'Created:\n- src/a.ts\n- src/b.ts\nCommands:\n- npm test'

  it('puts it at the end of the summary', async () => {
    const { result } = await condense(history, { ledger: 'summary' })
    expect(result).toHaveLength(5)
    expect(result[1]?.content).toMatch(/^In short\.\n\n## Artifact ledger\n/)
    expect(said(result[1])).toContain(lines)
  })

  it('puts it after the first message, in the voice of the user', async () => {
    const { result, condensed } = await condense(history, { ledger: 'first' })
    expect(result.map(({ role }) => role)).toEqual([
      'user',
      'user',
      'assistant',
      'assistant',
      'user',
      'assistant',
    ])
    expect(said(result[1])).toContain(lines)
    expect(result[2]?.content).toBe('In short.')
    expect(condensed?.provenance.messages[1]).toEqual({ sources: [], changes: [] })
  })

  it.each(['summary', 'first'])(
    'puts it into the summary of the current flavour where it is to be %s',
    async (ledger) => {
      const { result } = await condense(history, { flavour: 'current', ledger })
      expect(result).toHaveLength(1)
      expect(said(result[0])).toMatch(
        /^\[\{"type":"text","text":"## Conversation summary\nIn short\.\n\n## Artifact ledger/,
      )
      expect(said(result[0])).toContain(lines)
    },
  )

  it('speaks of what the summary stands for, not of what is kept', async () => {
    const { result } = await condense([task, ...early, ...write('9', 'src/kept.ts'), ...ending.slice(0, 1)], {
      ledger: 'summary',
    })
    expect(said(result[1])).not.toContain('src/kept.ts')
  })

  it('keeps it within its limit', async () => {
    const messages = [...history.slice(0, -3), ...read('7', `src/${'d'.repeat(200)}.ts`, 'x'), ...ending]
    const { result } = await condense(messages, { ledger: 'first', ledgerMaxTokens: 60 })
    expect(said(result[1])).toContain(lines)
    expect(said(result[1])).toContain('Left out for space: 1 of read.')
  })

  it('fails as grown where summary and ledger are no shorter than what they stand for', async () => {
    const paths = Array.from({ length: 6 }, (_, index) => `src/folder/file-${index}.ts`)
    const small = paths.flatMap((path, id) => [
      call(`${id}`, 'Write', { file_path: path }),
      answer(`${id}`, 'ok'),
    ])
    const text = 'Much was done here. '.repeat(9)
    const messages = [task, ...small, ...ending]
    expect((await condense(messages, {}, text)).summary.status).toBe('condensed')
    const { summary } = await condense(messages, { ledger: 'summary' }, text)
    expect(summary).toMatchObject({ status: 'failed', error: { code: 'context-grew' } })
  })

  it('does not suspect a summary of losing the files that the ledger names', async () => {
    expect((await condense(history, {})).summary.warnings).toMatchObject([{ code: 'summary-suspicious' }])
    expect((await condense(history, { ledger: 'summary' })).summary.warnings).toEqual([])
    expect((await condense(history, { ledger: 'first' })).summary.warnings).toEqual([])
  })
})

describe('condensing twice', () => {
  const both =
    'Created:\n- src/a.ts\n- src/b.ts — modified ×1\nNot done:\n- write src/c.ts — refused\nCommands:\n- npm test — ×2'

  it.each([
    ['summary', 'summary'],
    ['first', 'first'],
    ['summary', 'first'],
    ['first', 'summary'],
  ])('with ledgers %s and %s loses no line', async (first, second) => {
    const once = (await condense(history, { ledger: first })).result
    const { result, asked } = await condense(
      [...once, ...later, ...ending.map((message) => ({ ...message }))],
      {
        ledger: second,
      },
      'Shorter.',
    )
    expect(joinSaidTexts(result)).toContain(both)
    expect(countLedgers(result)).toBe(1)
    // What the ledger carries on is not given to the model to be repeated.
    expect(readRequestText(asked[0]!)).not.toContain(heading)
    expect(readRequestText(asked[0]!)).toContain('In short.')
  })

  it('in the current flavour loses no line', async () => {
    const settings = { flavour: 'current', ledger: 'summary' }
    const { condensed, result } = await condense(history, settings)
    const file = tagHistory(
      history,
      history.map((_, index) => index),
      result,
      condensed!.provenance,
      condensed!.tag!,
    )
    const twice = (await condense([...buildEffectiveHistory(file).messages, ...later, ...ending], settings))
      .result
    expect(said(twice[0])).toContain(both)
    expect(countLedgers(twice)).toBe(1)
  })

  it('shows the model the ledger where the next summary has none of its own', async () => {
    const once = (await condense(history, { ledger: 'summary' })).result
    const { asked } = await condense([...once, ...later, ...ending], {})
    expect(readRequestText(asked[0]!)).toContain(heading)
  })
})

describe('selective with a ledger', () => {
  const outputs = [task, ...early, ...read('7', 'src/d.ts', long('d', 90)), ...ending]

  it.each(['summary', 'first'])('gives it a message of its own where it is to be %s', async (ledger) => {
    const { result } = await condense(outputs, { selective: true, ledger })
    expect(result).toHaveLength(outputs.length + 1)
    expect(said(result[1])).toContain('Read:\n- src/d.ts')
  })

  it('counts no call twice, the second time', async () => {
    const settings = { selective: true, ledger: 'first' }
    const once = (await condense(outputs, settings)).result
    const more = [...write('8', 'src/a.ts'), ...run('9', 'npm run lint'), ...ending]
    const { result } = await condense([...once, ...more], settings)
    expect(countLedgers(result)).toBe(1)
    expect(said(result[1])).toContain('Created:\n- src/b.ts\n- src/a.ts — modified ×1')
  })

  it('leaves a ledger that a whole summary takes over', async () => {
    const once = (await condense(outputs, { selective: true, ledger: 'first' })).result
    const { result } = await condense([...once, ...later, ...ending.map((message) => ({ ...message }))], {
      ledger: 'summary',
    })
    expect(countLedgers(result)).toBe(1)
    expect(said(result[1])).toContain('Created:\n- src/a.ts\n- src/b.ts — modified ×1')
  })
})

describe('the built-in extractive summariser with a ledger', () => {
  it('does not repeat the earlier ledger', async () => {
    const settings = { ledger: 'summary' }
    const once = await runOn(nativeMethod, settings, conversationFor(history))
    const source = [...once.condensed!.conversation.messages, ...later, ...ending]
    const { condensed } = await runOn(nativeMethod, settings, conversationFor(source))
    const text = joinSaidTexts(condensed!.conversation.messages)
    expect(text.split('src/a.ts')).toHaveLength(1 + 2)
    expect(text.split('what was touched last stands last')).toHaveLength(2)
  })
})

describe.skipIf(!hasRealHistories)('on real histories, after each of two condensations', () => {
  const longOnes = realHistories().filter(({ messages }) => messages.length > 20)
  it.each(longOnes)('$name names every changed file', async ({ messages }) => {
    const half = Math.floor(messages.length / 2)
    const settings = { flavour: 'current', ledger: 'summary', ledgerMaxTokens: 20_000 }
    const once = await condense(messages.slice(0, half), settings)
    const source = [...once.result, ...messages.slice(half)]
    const twice = await condense(source, settings)
    expect([once.summary.status, twice.summary.status]).toEqual(['condensed', 'condensed'])
    const changed = findTouches(conversationFor(messages).parts)
      .flat()
      .flatMap(({ act, outcome }) =>
        outcome.status === 'done' && (act.kind === 'write' || act.kind === 'edit') ? act.path : [],
      )
    for (const path of changed) expect(said(twice.result[0])).toContain(JSON.stringify(path).slice(1, -1))
  })
})

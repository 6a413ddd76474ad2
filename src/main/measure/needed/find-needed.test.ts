import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { realHistories } from '../../kernel/testing/real-histories.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { answer, call } from '../../kernel/testing/small-histories.ts'
import { collectLineKeys, computeHeldShare, findNeeded, listShownThings } from './find-needed.ts'

const makeBody = (name: string, lines = 10): string =>
  Array.from(
    { length: lines },
    (_, at) => `export const ${name}${'abcdefghijklmnopqrst'[at]} = compute(${name})`,
  ).join('\n')
const makeRead = (id: string, path: string, body: string): readonly Message[] => [
  call(id, 'Read', { file_path: path }),
  answer(id, body),
]
const makeRun = (id: string, command: string, output: string): readonly Message[] => [
  call(id, 'Bash', { command }),
  answer(id, output),
]
const makeEdit = (id: string, path: string): readonly Message[] => [
  call(id, 'Edit', { file_path: path, old_string: 'a', new_string: 'b' }),
  answer(id, 'done'),
]
const first = makeBody('firstTotal')
const failedAnswer: Message = {
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: '2', content: first, is_error: true }],
}

/** All of a history as what followed another one. */
const openFollowing = (after: readonly Message[]) => ({ conversation: conversationFor([...after]), from: 0 })

function find(before: readonly Message[], after: readonly Message[]) {
  return findNeeded(conversationFor([...before]), openFollowing(after)).map(
    ({ kind, texts, said, used, keys }) => ({
      kind,
      text: texts.join(),
      said: said.messageIndex,
      used: used.messageIndex,
      lines: keys.length,
    }),
  )
}

describe('what is needed of a context', () => {
  it('is a file that is read again', () => {
    expect(find(makeRead('1', '/w/src/a.ts', first), makeRead('2', 'src/a.ts', first))).toEqual([
      { kind: 'read-again', text: 'src/a.ts', said: 1, used: 1, lines: 10 },
    ])
  })

  it('counts the lines that were there, where they are most of what was read', () => {
    const [one] = findNeeded(
      conversationFor([...makeRead('1', 'a.ts', first)]),
      openFollowing(makeRead('2', 'a.ts', `${first}\n${makeBody('other', 5)}`)),
    )
    expect(one?.keys).toHaveLength(10)
    const whole = findNeeded(
      conversationFor([...makeRead('1', 'a.ts', `${first}\n${makeBody('other', 5)}`)]),
      openFollowing(makeRead('2', 'a.ts', `${first}\n${makeBody('other', 5)}`)),
    )
    expect(one?.tokens).toBeCloseTo(((whole[0]?.tokens ?? 0) * 10) / 15)
    expect(
      find(makeRead('1', 'a.ts', first), makeRead('2', 'a.ts', `${first}\n${makeBody('other', 20)}`)),
    ).toEqual([])
  })

  it.each([
    ['another file with the same lines', makeRead('2', 'b.ts', first)],
    ['other lines of the file', makeRead('2', 'a.ts', makeBody('secondTotal'))],
    ['a file that was written since', [...makeEdit('2', 'a.ts'), ...makeRead('3', 'a.ts', first)]],
    [
      'a file that a shell command wrote since',
      [...makeRun('2', "sed -i '' 's/x/y/' a.ts", ''), ...makeRead('3', 'a.ts', first)],
    ],
    ['a read that failed', [call('2', 'Read', { file_path: 'a.ts' }), failedAnswer]],
    [
      'lines that something has shown again by then',
      [...makeRun('2', 'rg -n Total', first), ...makeRead('3', 'a.ts', first)],
    ],
  ])('is not %s', (_, after) => {
    expect(find(makeRead('1', 'a.ts', first), after).filter(({ kind }) => kind === 'read-again')).toEqual([])
  })

  it('is read again once', () => {
    const twice = [...makeRead('2', 'a.ts', first), ...makeRead('3', 'a.ts', first)]
    expect(find(makeRead('1', 'a.ts', first), twice)).toHaveLength(1)
  })

  it('is what the agent itself wrote to the file', () => {
    const written = [call('1', 'Write', { file_path: 'a.ts', content: first }), answer('1', 'done')]
    expect(find(written, makeRead('2', 'a.ts', first))).toMatchObject([{ said: 0, lines: 10 }])
  })

  it('is an inspection that is run again with the same result', () => {
    const output = 'src/a.ts: the total is computed here'
    const run = makeRun('1', 'rg total', output)
    expect(find(run, makeRun('2', 'rg total', output))).toEqual([
      { kind: 'run-again', text: 'rg total', said: 1, used: 1, lines: 1 },
    ])
    expect(find(run, makeRun('2', 'rg total', `${output} and there`))).toEqual([])
    expect(find([...run, ...makeEdit('3', 'b.ts')], makeRun('2', 'rg total', output))).toEqual([])
    expect(find(run, [...makeEdit('3', 'b.ts'), ...makeRun('2', 'rg total', output)])).toEqual([])
    expect(find(makeRun('1', 'npm test', output), makeRun('2', 'npm test', output))).toEqual([])
    const silent = 'Wall time: 0.0002 seconds\nProcess exited with code 0\nOutput:\n'
    expect(find(makeRun('1', 'rg total', silent), makeRun('2', 'rg total', silent))).toEqual([])
  })

  it('is held where its lines stand', () => {
    const source = conversationFor([...makeRead('1', 'a.ts', first)])
    const [one] = findNeeded(source, openFollowing(makeRead('2', 'a.ts', first)))
    const half = conversationFor([{ role: 'user', content: first.split('\n').slice(0, 5).join('\n') }])
    expect(one && computeHeldShare(one, collectLineKeys(source))).toBe(1)
    expect(one && computeHeldShare(one, collectLineKeys(half))).toBe(0.5)
  })
})

describe('what is needed of a context in the end of a history', () => {
  it.each(realHistories())('of $name is what it is in that end alone', ({ messages }) => {
    const whole = conversationFor(messages)
    for (const share of [0.3, 0.5, 0.9]) {
      const from = Math.floor(share * messages.length)
      const source = { ...whole, parts: whole.parts.slice(0, from) }
      const end = { ...whole, parts: whole.parts.slice(from), partTokens: whole.partTokens.slice(from) }
      expect(findNeeded(source, { conversation: whole, from })).toEqual(
        findNeeded(source, { conversation: end, from: 0 }),
      )
    }
  })

  it('is found without a walk through it for each context', () => {
    const history = conversationFor(
      Array.from({ length: 300 }, (_, at) => makeRead(`${at}`, `${at}.ts`, `${first}\n${at}`)).flat(),
    )
    let looks = 0
    const countLooks = <T extends object>(part: T): T =>
      new Proxy(part, { get: (own, name) => ((looks += 1), Reflect.get(own, name)) })
    const conversation = { ...history, parts: history.parts.map((own) => own.map(countLooks)) }
    const source = conversationFor([...makeRead('1', '599.ts', first)])
    findNeeded(source, { conversation, from: 0 })
    looks = 0
    for (let from = 0; from < 300; from += 1) findNeeded(source, { conversation, from })
    expect(looks).toBeLessThan(100 * 300)
  })
})

describe('what a context shows', () => {
  const list = (...messages: readonly (readonly Message[])[]) =>
    listShownThings(conversationFor(messages.flat())).map(({ kind, text, said, keys }) => ({
      kind,
      text,
      said: said.messageIndex,
      lines: keys.length,
    }))

  it('is its files where they stand last, and the last results of its inspections', () => {
    expect(
      list(
        makeRead('1', 'src/a.ts', first),
        makeRun('2', 'git diff', makeBody('changed')),
        makeRead('3', 'src/a.ts', first),
        makeRun('4', 'git diff', makeBody('later')),
      ),
    ).toEqual([
      { kind: 'file', text: 'src/a.ts', said: 5, lines: 10 },
      { kind: 'command', text: 'git diff', said: 7, lines: 10 },
    ])
  })

  it('is nothing of a line or two', () => {
    expect(list(makeRead('1', 'src/a.ts', makeBody('short', 2)))).toEqual([])
  })
})

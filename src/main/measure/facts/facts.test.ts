import { describe, expect, it } from 'vitest'
import type { FactClassId } from '../../../shared/kernel/fact.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { answer, call } from '../../kernel/testing/small-histories.ts'
import { findFacts, locateFacts } from './find-facts.ts'

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })
const listFactKeys = (classId: FactClassId, ...messages: Message[]): string[] =>
  findFacts(conversationFor(messages)).flatMap((fact) => (fact.classId === classId ? [fact.key] : []))

describe('paths', () => {
  it.each<[string, string[]]>([
    ['Look at src/main/app.ts, please.', ['src/main/app.ts']],
    ['It is in `./lib/a.py:12:3`.', ['lib/a.py']],
    [String.raw`Open C:\dev\web\main.cs now`, ['C:/dev/web/main.cs']],
    ['/home/ann/project and ~/notes are folders', ['/home/ann/project', '~/notes']],
    ['Edit package.json and Dockerfile', ['package.json', 'Dockerfile']],
    ['either and/or both, 1/2 of text/html on /api/users', []],
    ['Node.js calls console.log(1) and res.json({})', []],
    ['see https://example.com/docs/a.html and *.test.ts', []],
    ['version 1.2.3 of x, e.g. this...', []],
    ['a.go-315- b.go:7: c.go#L3', ['a.go', 'b.go', 'c.go']],
    ['--- a/src/x.ts\n+++ b/src/x.ts', ['src/x.ts']],
    ['src/x.ts, then a/src/x.ts and /src/x.ts', ['src/x.ts']],
    ['/src/x.ts before src/x.ts', ['src/x.ts']],
    ['a/src/x.ts and b/src/y.ts', ['a/src/x.ts', 'b/src/y.ts']],
    ['/home/ann/x.ts alone', ['/home/ann/x.ts']],
  ])('of %j are %j', (text, expected) => {
    expect(listFactKeys('path', user(text))).toEqual(expected)
  })

  it('begin after a line break that JSON escapes', () => {
    const messages = [
      call('1', 'Write', { file_path: 'a.md', content: 'one\nsrc/b.ts\n' }),
      answer('1', 'ok'),
    ]
    expect(listFactKeys('path', ...messages)).toEqual(['a.md', 'src/b.ts'])
  })
})

describe('other facts', () => {
  it.each<[FactClassId, string, string[]]>([
    [
      'symbol',
      'Rename useAutosaveDraft to save_draft in ChatView',
      ['useAutosaveDraft', 'save_draft', 'ChatView'],
    ],
    ['symbol', 'A plain sentence of GitHub about toolu_01AbCdEf', []],
    ['symbol', 'src/useDraft.ts only names a file', []],
    [
      'url',
      'See https://example.com/a?b=1, or (http://localhost:3000/).',
      ['https://example.com/a?b=1', 'http://localhost:3000'],
    ],
    [
      'quantity',
      'v1.2.3 with Node 20 in 1,280 px and 3 seconds',
      ['1.2.3', 'node 20', '1,280 px', '3 second'],
    ],
    [
      'url',
      'https://example.com/a/b.go:12 and https://example.com/a/b.go:7:3:',
      ['https://example.com/a/b.go'],
    ],
    ['quantity', 'It costs $0.50 or 12% of 200k', ['12 %', '$0.50']],
    ['quantity', 'at 10.0.0.1 on 2024-01-02', []],
    ['quantity', 'edit line 317 to match; awk prints $1; frame= 63 fps=0.0', []],
    ['symbol', 'FLAG{p3rl_6_iz_EVEN_BETTER!} z0bib1wv_l3kzgxb3l end_of_edit', []],
    ['symbol', 'GET http://example.com/?some=oneValue&other=x', []],
    ['error', 'TS2345 and ENOENT', ['TS2345', 'ENOENT']],
    ['error', 'TypeError: x is not a function', ['typeerror x is not a function']],
    ['error', 'throw new Error("Error: no"); // Error: in code', []],
    ['error', 'error: 0 errors found', []],
    ['constraint', 'Never touch the vendor folder.', ['never touch the vendor folder']],
  ])('of class %s in %j are %j', (classId, text, expected) => {
    expect(listFactKeys(classId, user(text)).toSorted()).toEqual(expected.toSorted())
  })

  it('that are decisions are what the assistant settled, and no questions', () => {
    const messages = [
      assistant('I decided to use zod for the edges. Should I go with yup? The root cause is the cache.'),
    ]
    expect(listFactKeys('decision', ...messages)).toEqual([
      'i decided to use zod for the edges',
      'the root cause is the cache',
    ])
  })

  it.each([
    'I’ll keep it concise and clear!',
    'I’ll keep the instructions calm and clear.',
    'I’ll keep waiting until it completes.',
    'The fetch URL reverted to the bad value.',
    'I’ll keep the wait bounded, then check status if needed.',
    'I’ll switch to `main` and remove the stale branch.',
    'Let us verify if the issue is fixed by checking the history.',
  ])('are no decisions: %s', (text) => {
    expect(listFactKeys('decision', assistant(text))).toEqual([])
  })

  it.each([
    'I’ll keep the dirty main checkout untouched.',
    'We reverted the change to the parser.',
    'Fixed by adding the path of the transcript.',
  ])('are decisions: %s', (text) => {
    expect(listFactKeys('decision', assistant(text))).toHaveLength(1)
  })

  it('that are commands come from tool calls, the first line of each', () => {
    const messages = [call('1', 'Bash', { command: '# Build it\nnpm run "build"\nls -l' }), answer('1', 'ok')]
    expect(listFactKeys('command', ...messages)).toEqual(['npm run build'])
  })

  it.each([
    [
      'TodoWrite',
      {
        todos: [
          { content: 'Write the tests', status: 'pending' },
          { content: 'Plan it all', status: 'completed' },
        ],
      },
    ],
    ['update_plan', { plan: [{ step: 'Write the tests', status: 'in_progress' }] }],
  ])('that are open tasks come from the last list of %s', (name, input) => {
    expect(listFactKeys('open-task', call('1', name, input), answer('1', 'ok'))).toEqual(['write the tests'])
  })

  it.each<[string, string[]]>([
    ['v1.2.3 on Node 20 took 3.5s, 12 ms and 2 minutes for 40 lines', []],
    ['costs $0.50, 12 % of 64 MB', ['$0.50', '12 %', '64 MB']],
  ])('that tools print are no versions, durations and counts of lines: %s', (text, keys) => {
    expect(listFactKeys('quantity', call('1', 'Bash', { command: 'x' }), answer('1', text))).toEqual(keys)
  })

  it('of a file that was read are none of its numbers and errors', () => {
    const messages = [
      call('1', 'read_file', { path: 'a.ts' }),
      answer('1', 'File: a.ts\nError: boom was here\n12 px'),
    ]
    expect(listFactKeys('error', ...messages)).toEqual([])
    expect(listFactKeys('quantity', ...messages)).toEqual([])
  })
})

describe('places', () => {
  it('of a statement without end go by its first hundred words', () => {
    const command = Array.from({ length: 300 }, (_, index) => `w${index}`).join(' ')
    const [fact] = findFacts(conversationFor([call('1', 'Bash', { command }), answer('1', 'ok')]))
    expect(fact?.key.split(' ')).toHaveLength(100)
    const [places] = locateFacts(
      fact === undefined ? [] : [fact],
      conversationFor([user(command.slice(0, 600))]),
    )
    expect(places).toHaveLength(1)
  })

  it('of a path in two spellings are those of both, in order', () => {
    const messages = [user('a/src/x.ts'), user('src/x.ts or b/src/x.ts'), user('b/src/x.ts')]
    const [fact, ...others] = findFacts(conversationFor(messages))
    expect(others).toEqual([])
    expect(fact?.text).toBe('a/src/x.ts')
    expect(fact?.places.map(({ messageIndex, start }) => [messageIndex, start])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ])
  })

  it('name the first mention in each message', () => {
    const conversation = conversationFor([
      user('Fix src/a.ts: src/a.ts'),
      assistant('ok'),
      user('src/a.ts again'),
    ])
    const [fact] = findFacts(conversation)
    expect(fact?.places).toEqual([
      { messageIndex: 0, partIndex: 0, start: 4, end: 13 },
      { messageIndex: 2, partIndex: 0, start: 0, end: 8 },
    ])
  })

  it.each([
    ['src/main/app.ts', 'see src/main/app.ts', true],
    ['src/main/app.ts', 'see /home/ann/x/src/main/app.ts', true],
    ['src/main/app.ts', 'see main/app.ts', true],
    ['src/main/app.ts', 'see app.ts', false],
    ['src/main/app.ts', 'see other/main/app.tsx', false],
  ])('of %s in %j: %s', (path, text, isStated) => {
    const facts = findFacts(conversationFor([user(`Look at ${path} now`)]))
    const [places] = locateFacts(facts, conversationFor([user(text)]))
    expect((places ?? []).length > 0).toBe(isStated)
  })

  it.each([
    ['> **Never** touch the `vendor` folder!', true],
    ['Never touch the\nvendor folder', false],
    ['never touch the old vendor folder', false],
  ])('of a sentence in %j: %s', (text, isStated) => {
    const facts = findFacts(conversationFor([user('Never touch the vendor folder.')]))
    const [places] = locateFacts(facts, conversationFor([user(text)]))
    expect((places ?? []).length > 0).toBe(isStated)
  })
})

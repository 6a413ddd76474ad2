import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { buildCommandKey, collectStatements } from './statements.ts'

type Call = readonly [name: string, input: Record<string, unknown>, result: string, isError?: boolean]

function stated(calls: readonly Call[]): readonly string[] {
  const messages = calls.flatMap(([name, input, content, isError = false], at): Message[] => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `${at}`, name, input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `${at}`, content, is_error: isError }] },
  ])
  const found = collectStatements(conversationFor(messages).parts)
  return found.map(({ subject, key, state, messageIndex }) => `${subject} ${key}: ${state} #${messageIndex}`)
}

const edit = (path: string, isError = false): Call => ['Edit', { file_path: path }, 'x', isError]
const run = (command: string, isError = false): Call => ['Bash', { command }, 'x', isError]

describe('the statements of a history', () => {
  it('are the last state of each file and command', () => {
    expect(stated([edit('/w/a.ts', true), run('npm test', true), edit('/w/a.ts'), run('npm test')])).toEqual([
      'file /w/a.ts: done #4',
      'command npm test: done #6',
    ])
  })

  it('know a file by its relative path and its absolute one', () => {
    expect(stated([edit('/w/src/a.ts', true), edit('src/a.ts')])).toEqual(['file /w/src/a.ts: done #2'])
  })

  it('leave a file as it was where another edit of it fails', () => {
    expect(stated([edit('a.ts'), edit('a.ts', true), edit('b.ts', true)])).toEqual([
      'file a.ts: done #2',
      'file b.ts: failed #4',
    ])
  })

  it('forget what failed before the same program did its work in other words', () => {
    expect(
      stated([
        run('npm test -- a.test.ts', true),
        run('npm run lint', true),
        run('npm test'),
        run('npm test b', true),
      ]),
    ).toEqual([
      'command npm run lint: failed #2',
      'command npm test: done #4',
      'command npm test b: failed #6',
    ])
  })

  it('tell what was removed, and leave out what was only looked at', () => {
    expect(
      stated([edit('b.ts'), run('rm b.ts'), run('ls -la'), ['Read', { file_path: 'c.ts' }, 'x']]),
    ).toEqual(['command rm b ts: done #2', 'file b.ts: deleted #2'])
  })

  it('follow a file into the folder that it was moved to, and one that a program writes', () => {
    expect(
      stated([
        edit('src/a.ts'),
        run('mv src/a.ts .'),
        ['python', { code: "with open('out.csv', 'w') as f: pass\nopen('in.csv')" }, 'ok'],
        ['python', { code: "open('no.csv', 'w').write(x)" }, 'NameError', true],
      ]),
    ).toEqual(
      expect.arrayContaining(['file a.ts: done #2', 'file out.csv: done #4', 'file no.csv: failed #6']),
    )
  })

  it('hold the items of the last to-do list, without what was only begun', () => {
    const list = (...states: string[]): Call => [
      'TodoWrite',
      { todos: states.map((status, at) => ({ content: `Step ${at}`, status })) },
      'ok',
    ]
    expect(
      stated([list('pending', 'pending', 'pending'), list('completed', 'in_progress', 'pending')]),
    ).toEqual(['to-do step 0: done #2', 'to-do step 2: open #2'])
  })
})

describe('the words by which a command is known', () => {
  it.each([
    ['npm test', 'npm test'],
    ['cd /w && CI=1 npm test 2>&1 | tail -5', 'npm test'],
    ['timeout 60 npm run build > log.txt', 'npm run build'],
    ['git status', null],
    ['cat a.ts', null],
    ['python3 - <<EOF', null],
    ['node -e "1"', null],
    ['', null],
    [
      'one two three four five six seven eight nine ten eleven twelve thirteen',
      'one two three four five six seven eight nine ten eleven twelve',
    ],
  ])('%s', (command, key) => {
    expect(buildCommandKey(command)).toBe(key)
  })
})

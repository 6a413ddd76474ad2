import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { measureGrowth } from '../../platform/workers/testing/count-steps.ts'
import { readStates } from '../testing/read-hostile.ts'
import { createStateReader } from './said-states.ts'
import type { State } from './state-cues.ts'
import type { Statement } from './statements.ts'

const statement = (subject: Statement['subject'], name: string, key: string): Statement => ({
  subject,
  name,
  key,
  state: 'done',
  messageIndex: 0,
})
const login = statement('file', 'src/auth/login.ts', 'src/auth/login.ts')
const index = statement('file', 'src/index.ts', 'src/index.ts')
const tests = statement('command', 'npm test', 'npm test')
const build = statement('command', 'npm run build -- --prod', 'npm run build prod')
const parser = statement('to-do', 'Add tests for the date parser', 'add tests for the date parser')
const changelog = statement('to-do', 'Write the changelog entry', 'write the changelog entry')
const all = [login, index, tests, build, parser, changelog]

const read = createStateReader(all, ['src/auth/login.ts', 'src/index.ts', 'lib/index.ts'])

function readSaidStates(text: string, of: Statement): readonly State[] {
  const summary: Message = { role: 'user', content: text, isSummary: true }
  return (read(conversationFor([summary]))[all.indexOf(of)] ?? []).map(({ state }) => state)
}

describe('what a summary says of a file', () => {
  it.each<[string, State[]]>([
    ['Fixed `src/auth/login.ts`.', ['done']],
    ['- src/auth/login.ts was modified', ['done']],
    ['login.ts: updated, tests still missing', ['done']],
    ['In /home/me/app/src/auth/login.ts the edit failed.', ['failed']],
    ['`src/auth/login.ts` has not been modified yet', ['open']],
    ['Removed login.ts', ['deleted']],
    ['login.ts was removed in favour of the new one', ['deleted']],
    ['login.ts: removed', ['deleted']],
    ['- **`login.ts`** - Removed `GetSession` from the interface', ['done']],
    ['Removed the old parser from login.ts', ['done']],
    ['Created a.ts, b.ts and login.ts.', ['done']],
    ['Created a.ts. Look at login.ts.', []],
    ['Next: extend login.ts', []],
    ['Created login.ts. b.ts failed.', ['done']],
    ['Look at login.ts. Tests failed.', []],
    ['- login.ts: local copies of both functions removed', ['done']],
    ['Lint fails with one error in login.ts', []],
    ['Created login.ts\n\nLint: 1 format error in login.ts', ['done']],
    ['Errors and fixes:\n- The import in login.ts', []],
    ['Errors:\n- login.ts', []],
    ['Failed:\n- login.ts', ['failed']],
    ['login.ts still has to be updated', []],
    ['⏳ src/auth/login.ts', ['open']],
    ['src/auth/login.ts, src/a.ts, error.ts', []],
    ['Added error handling to login.ts', ['done']],
    ['login.ts: error handling', []],
    ['login.ts builds without errors', ['done']],
    ['## Files modified\n\n- src/auth/login.ts\n- src/b.ts', ['done']],
    ['Remaining work:\n- src/auth/login.ts', ['open']],
    ['Completed:\n- a.ts\n\nNot done:\n- src/auth/login.ts', ['open']],
    ['| src/auth/login.ts | failed |', ['failed']],
    ['✅ src/auth/login.ts', ['done']],
    ['❌ src/auth/login.ts', ['failed']],
    ['login.ts failed at first. Then login.ts was fixed.', ['failed', 'done']],
    ['a.ts was created, login.ts was deleted', ['deleted']],
    ['We were working on login.ts', []],
    ['other/login.ts was deleted', []],
    ['nothing is known of this file', []],
  ])('%s', (text, states) => {
    expect(readSaidStates(text, login)).toEqual(states)
  })

  it.each<[string, State[]]>([
    ['Updated src/index.ts.', ['done']],
    ['Updated index.ts.', []],
    ['Updated lib/index.ts.', []],
  ])('is told apart from another of its name: %s', (text, states) => {
    expect(readSaidStates(text, index)).toEqual(states)
  })

  it.each<[string, State[]]>([
    ['`login.ts` wurde geändert.', ['done']],
    ['Die Änderung an login.ts ist fehlgeschlagen.', ['failed']],
    ['login.ts ist noch nicht fertig.', ['open']],
    ['Le fichier login.ts a été modifié.', ['done']],
    ['La modification de login.ts a échoué.', ['failed']],
    ['Se ha modificado login.ts.', ['done']],
    ['login.ts está pendiente.', ['open']],
    ['O arquivo login.ts foi atualizado.', ['done']],
    ['A alteração de login.ts falhou.', ['failed']],
    ['已修改 login.ts。', ['done']],
    ['login.ts 尚未完成', ['open']],
    ['login.ts 未修复', ['open']],
    ['login.ts を修正しました。', ['done']],
    ['login.tsを修正しました。', ['done']],
    ['login.ts は修正していない。', ['open']],
    ['login.ts の更新に失敗', ['failed']],
  ])('is read in another language: %s', (text, states) => {
    expect(readSaidStates(text, login).at(-1)).toEqual(states.at(-1))
  })
})

describe('what a summary says of a command', () => {
  it.each<[string, State[]]>([
    ['`npm test` passes.', ['done']],
    ['npm test fails with 3 errors', ['failed']],
    ['Ran npm test: exit code 1', ['failed']],
    ['npm test — exit 0', ['done']],
    ['npm test no longer fails', ['done']],
    ['0 failed in npm test', ['done']],
    ['npm install passes', []],
    ['Errors and fixes:\n- use `npm test` instead, which gives 12 pass, 0 fail', ['done']],
    ['npx test gave an error, so I ran npm test, and all 12 pass', ['done']],
  ])('%s', (text, states) => {
    expect(readSaidStates(text, tests)).toEqual(states)
  })

  it('is known by its first words where no other command has them', () => {
    expect(readSaidStates('npm run build succeeded', build)).toEqual(['done'])
  })
})

describe('what a summary says of an item of a to-do list', () => {
  it.each<[string, State[]]>([
    ['- [x] Add tests for the date parser', ['done']],
    ['- [ ] Add tests for the date parser', ['open']],
    ['Added tests for the parser of dates: the date parser tests pass', ['done']],
    ['Pending:\n1. tests for the date parser', ['open']],
    ['Next, add tests for the date parser', ['open']],
    ['Tests for the date parser still have to be added', ['open']],
    ['Next step:\nAdd tests for the date parser to verify that the whole module works', ['open']],
    ['The user wants tests for the date parser and plans more.\n- [x] tests for the date parser', ['done']],
    ['Tests for the login form', []],
  ])('%s', (text, states) => {
    expect(readSaidStates(text, parser)).toEqual(states)
  })
})

describe('a context that still has the calls', () => {
  const call = (id: string, name: string, input: Record<string, unknown>, result: string): Message[] => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] },
  ]

  it('is believed before its sentences', () => {
    const messages: Message[] = [
      { role: 'user', content: 'src/auth/login.ts was deleted.', isSummary: true },
      ...call('1', 'write_to_file', { path: 'src/auth/login.ts', content: 'x' }, 'written'),
    ]
    const [said] = read(conversationFor(messages))
    expect(said?.map(({ state, messageIndex }) => [state, messageIndex])).toEqual([['done', 1]])
  })

  it('tells of to-do items by the last list', () => {
    const todos = [{ content: changelog.name, status: 'completed' }]
    const said = read(conversationFor(call('1', 'TodoWrite', { todos }, 'ok')))
    expect(said[all.indexOf(changelog)]?.map(({ state }) => state)).toEqual(['done'])
  })

  it('says nothing by the contents of files', () => {
    const messages = call('1', 'read_file', { path: 'a.md' }, 'src/auth/login.ts was deleted')
    expect(read(conversationFor(messages))[0]).toEqual([])
  })
})

describe('a hostile text', () => {
  it.each([
    ['of one path in one line', (size: number) => 'src/auth/login.ts '.repeat(size)],
    ['of commands and commas in one line', (size: number) => `npm test ${', '.repeat(30)}`.repeat(size / 4)],
    ['of commas behind a path', (size: number) => `login.ts ${', '.repeat(10 * size)}`],
    ['of lines that end with a colon', (size: number) => 'login.ts a b c d e f g h i j k:\n'.repeat(size)],
    ['of items under nothing', (size: number) => '- add tests for the date parser\n'.repeat(size)],
  ])('%s is read in steps that grow with its length', async (_, textOf) => {
    const counted = { file: new URL('../testing/read-hostile.ts', import.meta.url), name: readStates.name }
    expect((await measureGrowth(counted, 200, textOf)).factor).toBeLessThan(2.5)
  })
})

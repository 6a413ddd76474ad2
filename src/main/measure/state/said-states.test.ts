import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { measureGrowth } from '../../platform/workers/testing/count-steps.ts'
import { readStates } from '../testing/read-hostile.ts'
import { createStateReader } from './said-states.ts'
import type { State } from './state-words.ts'
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

/** Sentences as models write them into summaries, and the state that they give at the end of the task; null: none. */
const ofLogin: readonly (readonly [string, State | null])[] = [
  // Items, by what they begin with.
  ['- src/auth/login.ts: modified', 'done'],
  ['- **`src/auth/login.ts`** (MODIFIED) - Major changes:', 'done'],
  ['   - **`src/auth/login.ts`** (NEW) - Session helpers for the form.', 'done'],
  ['- `login.ts` - Added `validateSession()` with tests', 'done'],
  ['- **`login.ts`** - Removed `GetSession` from the interface', 'done'],
  ['- login.ts: local copies of both functions removed', 'done'],
  ['- Fixed the null check in `src/auth/login.ts` that broke the form', 'done'],
  ['- Removed the old parser from login.ts', 'done'],
  ['- Deleted `src/auth/login.ts`', 'deleted'],
  ['- login.ts was removed in favour of the new one', 'deleted'],
  ['- login.ts: removed', 'deleted'],
  ['- `login.ts`: failed', 'failed'],
  ['- `login.ts`: not modified', null],
  ['- `login.ts`: first edit failed, then fixed', null],
  ['- `login.ts`: failing tests were added', null],
  ['- `login.ts` - the session helpers', null],
  ['- `login.ts`: error handling', null],
  // Marks and rows.
  ['✅ src/auth/login.ts', 'done'],
  ['- [x] Update src/auth/login.ts', 'done'],
  ['❌ src/auth/login.ts', 'failed'],
  ['⏳ src/auth/login.ts', null],
  ['| src/auth/login.ts | failed |', 'failed'],
  ['| WP3 | src/auth/login.ts | ✅ |', 'done'],
  // Sections.
  ['## Files modified\n\n- src/auth/login.ts\n- src/b.ts', 'done'],
  ['## Completed\n\n### Auth\n- src/auth/login.ts', 'done'],
  ['Completed:\n- a.ts\n\nFailed:\n- src/auth/login.ts', 'failed'],
  ['Deleted files:\n- src/auth/login.ts', 'deleted'],
  ['Completed:\n- a.ts\n\nNot done:\n- src/auth/login.ts', null],
  ['Remaining work:\n- src/auth/login.ts', null],
  ['7. Pending Tasks:\n   - Update `login.ts` with the fixed types', null],
  ['## Next steps\n1. Fix `login.ts`, which was created from the template', null],
  [
    '4. Errors and fixes:\n   - **String not found**: First edit to `login.ts` failed. Fixed with a shorter match.',
    null,
  ],
  ['4. Errors and fixes:\n   - The edit of `login.ts` failed', null],
  ['Analysis:\n1. I created `login.ts`.\n2. It was deleted again.\nSummary:\nNothing else.', null],
  ['5. Problem Solving:\n   - Solved: `login.ts` was broken', null],
  ['All user messages:\n- "login.ts was deleted, bring it back"', null],
  ['1. Primary Request and Intent:\n   - Files modified in login.ts must be kept', null],
  ['Files modified: a.ts, src/auth/login.ts', 'done'],
  ['**Failed**: src/auth/login.ts', 'failed'],
  ['Error: login.ts is broken', null],
  // The last sentence on the thing.
  ['Fixed `src/auth/login.ts`.', 'done'],
  ['Created a.ts, b.ts and login.ts.', 'done'],
  ['Created a.ts. Look at login.ts.', null],
  ['Created login.ts. b.ts failed.', 'done'],
  ['Look at login.ts. Tests failed.', null],
  ['The edit of login.ts failed.', 'failed'],
  ['Removed login.ts', 'deleted'],
  ['a.ts was created, login.ts was deleted', 'deleted'],
  ['login.ts failed at first. Finally login.ts was fixed.', 'done'],
  ['login.ts was fixed. We talked about login.ts.', null],
  ['The first edit of login.ts failed, so it was rewritten.', null],
  ['Added failing tests to login.ts', null],
  ['The user asked whether login.ts was deleted.', null],
  ['Was login.ts deleted?', null],
  ['The user said "login.ts is broken and failed again".', null],
  ['The plan: login.ts will be created.', null],
  ['Earlier, login.ts was broken.', null],
  ['Before the refactor login.ts failed.', null],
  ['If login.ts failed, it would be rewritten.', null],
  ['login.ts should be updated', null],
  ['login.ts still has to be updated', null],
  ['Next: extend login.ts', null],
  ['Lint fails with one error in login.ts', null],
  ['We were working on login.ts', null],
  ['```\n// login.ts was deleted\n```', null],
  ['> login.ts was deleted', null],
  ['other/login.ts was deleted', null],
  ['In /home/me/app/src/auth/login.ts the parser was fixed.', 'done'],
  // What holds at the end.
  ['login.ts failed at first but is now fixed.', 'done'],
  ['login.ts is now deleted.', 'deleted'],
]

const ofTests: readonly (readonly [string, State | null])[] = [
  ['`npm test` passes.', 'done'],
  ['- `npm test` — passes with 0 failed', 'done'],
  ['- `npm test`: 3 failed', 'failed'],
  ['npm test fails with 3 errors', 'failed'],
  ['npm test no longer fails', 'done'],
  ['0 failed in npm test', 'done'],
  ['`npm test` failed at first and now passes.', 'done'],
  ['`npm test` was green yesterday and still fails.', 'failed'],
  ['`npm test` failed, which was fixed by a new import; it passed.', null],
  ['Ran `npm test` after the fix.', null],
  ['Formatting issues fixed with `npm test`.', null],
  ['Once `npm test` passes, commit.', null],
  ['Does `npm test` pass?', null],
  ['Pending:\n- Run `npm test`', null],
  ['Pending:\n- `npm test` still fails', 'failed'],
  ['npm install passes', null],
  ['- **Test failures**: npm test failed', null],
]

const ofParser: readonly (readonly [string, State | null])[] = [
  ['- [x] Add tests for the date parser', 'done'],
  ['- [ ] Add tests for the date parser', 'open'],
  ['Pending:\n1. tests for the date parser', 'open'],
  ['## Remaining\n\n- Add tests for the date parser', 'open'],
  ['Next step:\nAdd tests for the date parser to verify that the whole module works', 'open'],
  ['Next step: add tests for the date parser', 'open'],
  ['## Completed\n- Added tests for the date parser', 'done'],
  ['- Added tests for the date parser', 'done'],
  ['- Tests for the date parser: done', 'done'],
  ['- Tests for the date parser: not done', 'open'],
  ['Tests for the date parser are still missing.', 'open'],
  ['The user wants tests for the date parser and plans more.\n- [x] tests for the date parser', 'done'],
  ['The user asked for tests for the date parser, which failed.', null],
  ['Tests for the login form', null],
  ['4. Errors and fixes:\n- Tests for the date parser failed', null],
]

function readLastState(text: string, of: Statement): State | null {
  return readSaidStates(text, of).at(-1) ?? null
}

describe('what a summary tells of the end', () => {
  it.each(ofLogin)('of a file: %s', (text, state) => {
    expect(readLastState(text, login)).toBe(state)
  })

  it.each(ofTests)('of a command: %s', (text, state) => {
    expect(readLastState(text, tests)).toBe(state)
  })

  it.each(ofParser)('of an item of a to-do list: %s', (text, state) => {
    expect(readLastState(text, parser)).toBe(state)
  })

  it.each<[string, State | null]>([
    ['Updated src/index.ts.', 'done'],
    ['Updated index.ts.', null],
    ['Updated lib/index.ts.', null],
  ])('is told apart from another file of its name: %s', (text, state) => {
    expect(readLastState(text, index)).toBe(state)
  })

  it('knows a command by its first words where no other command has them', () => {
    expect(readLastState('npm run build succeeded', build)).toBe('done')
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
    [
      'of headings below headings',
      (size: number) =>
        Array.from({ length: size }, (_, at) => `${' '.repeat(at % 40)}- login.ts:`).join('\n'),
    ],
    ['of quotation marks', (size: number) => `login.ts " fixed " `.repeat(size)],
    ['of words for the end', (size: number) => `login.ts now still remaining failed `.repeat(size)],
    ['of items under nothing', (size: number) => '- add tests for the date parser\n'.repeat(size)],
  ])('%s is read in steps that grow with its length', async (_, textOf) => {
    const counted = { file: new URL('../testing/read-hostile.ts', import.meta.url), name: readStates.name }
    expect((await measureGrowth(counted, 100, textOf)).factor).toBeLessThan(2.5)
  })
})

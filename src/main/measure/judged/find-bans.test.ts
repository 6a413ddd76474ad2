import { describe, expect, it } from 'vitest'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { findBrokenBans, findBans } from './find-bans.ts'

const findTestBans = (content: string) =>
  findBans(conversationFor([{ role: 'user', content }]).parts).map(({ kind, target }) => `${kind} ${target}`)

describe('the bans of a user', () => {
  it.each([
    ['Never touch src/legacy/parser.ts.', ['path src/legacy/parser.ts']],
    ['Do not edit vendor files.', ['path vendor']],
    ['You must never run `git push --force`.', ['command git push --force']],
    ["Don't modify `package.json` or docs/api.md.", ['path package.json', 'path docs/api.md']],
    ['Never touch src/a.ts unless I say so.', []],
    ['Always run `npm test`.', []],
    ['Fix the parser in src/parser.ts.', []],
  ])('in “%s” are %j', (sentence, bans) => {
    expect(findTestBans(sentence)).toEqual(bans)
  })
})

describe('an action', () => {
  const bans = [
    { rule: 'r', kind: 'path' as const, target: 'vendor' },
    { rule: 'r', kind: 'path' as const, target: 'docs/api.md' },
    { rule: 'r', kind: 'command' as const, target: 'git push' },
  ]
  it.each([
    ['edits a file of a banned folder', { kind: 'edit', path: '/home/me/vendor/x.js' }, ['vendor']],
    ['reads one', { kind: 'read', path: 'vendor/x.js' }, []],
    ['edits a folder of a longer name', { kind: 'edit', path: 'vendors/x.js' }, []],
    ['deletes a banned file', { kind: 'delete', path: './docs/api.md' }, ['docs/api.md']],
    ['moves something onto it', { kind: 'move', path: 'a.md', to: 'docs/api.md' }, ['docs/api.md']],
    [
      'runs a banned command behind another',
      { kind: 'command', command: 'npm test && git  push -f' },
      ['git push'],
    ],
    ['names it only', { kind: 'command', command: 'echo git push' }, []],
  ] as const)('that %s breaks the right bans', (_name, act, targets) => {
    expect(findBrokenBans(bans, [act]).map(({ target }) => target)).toEqual(targets)
  })
})

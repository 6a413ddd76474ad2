import { describe, expect, it } from 'vitest'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { answer, call } from '../../kernel/testing/small-histories.ts'
import { findFacts } from './find-facts.ts'

/** Errors in what a command printed. */
function listCommandErrors(command: string, output: string): string[] {
  const conversation = conversationFor([call('1', 'bash', { command }), answer('1', output)])
  return findFacts(conversation).flatMap(({ classId, text }) => (classId === 'error' ? [text] : []))
}

describe('errors', () => {
  it.each<[string, string, string[]]>([
    ['make', 'make: *** [Makefile:192: build] Error 1', ['make: *** [Makefile:192: build] Error 1']],
    ['npm test', 'Failed to remove 1 worktree(s):', ['Failed to remove 1 worktree(s):']],
    ['npm i', 'npm error code EBUSY', ['EBUSY', 'npm error code EBUSY']],
    ['node a.js', 'ENOENT: no such file, open a.json', ['ENOENT']],
    ['cat a.ts', 'cat: a.ts: No such file or directory', ['cat: a.ts: No such file or directory']],
    [
      'ls x | wc -l',
      "ls: cannot access 'x': No such file or directory",
      ["ls: cannot access 'x': No such file or directory"],
    ],
  ])('of %s in %j are %j', (command, output, expected) => {
    expect(listCommandErrors(command, output).toSorted()).toEqual(expected.toSorted())
  })

  it.each([
    ['are none in a file that is shown', "sed -n '1,9p' README.md", 'error: too many arguments. Expected 0'],
    [
      'are none in a list of issues',
      'gh issue list',
      '774 repo-manager.test.ts times out (EBUSY file locks)',
    ],
    ['are no codes that a program compares', 'node x', 'if (error.code === "ENOENT") return null'],
    ['are no hints', 'npm run x', 'npm error   npm run'],
    ['are none in a diff', 'git diff', 'error: Module not found "a"'],
    ['are none in prose', 'tmux capture-pane', 'failed immediately because this worktree does not have'],
    ['are no fields of an object', 'node x', 'last_error: lastErrorForGitInspection(status, inspection),'],
    ['are none where something is skipped', 'node x', '✗ Documentation skipped (headless mode)'],
  ])('%s', (_name, command, output) => {
    expect(listCommandErrors(command, output)).toEqual([])
  })
})

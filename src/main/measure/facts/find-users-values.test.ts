import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { splitHistory } from '../../kernel/history/split-parts.ts'
import { findUsersValues } from './find-users-values.ts'

const user = (content: string): Message => ({ role: 'user', content })
const listUsersTexts = (...messages: Message[]): string[] =>
  findUsersValues(splitHistory(messages)).map(({ text }) => text)

describe('values', () => {
  it.each<[string, string[]]>([
    ['Set the draft to 940 cm and use `npm run build`.', ['940', 'npm run build']],
    ['Call it "harbour", see https://example.com/a.', ['harbour', 'https://example.com/a']],
    ['https://example.com/issues/7', ['https://example.com/issues/7']],
    ['請幫我統一成 1.23 並將 `.python-version` 也改成 3.10', ['1.23', '.python-version', '3.10']],
    ['It is on line 3.', []],
  ])('in %j are %j', (text, expected) => {
    expect(listUsersTexts(user(text)).toSorted()).toEqual(expected.toSorted())
  })

  it.each([
    ['a script', 'sudo -u postgres psql -c "DROP DATABASE IF EXISTS x;" || true'],
    ['an error', 'error: No `prek.toml` or `.pre-commit-config.yaml` found'],
    ['numbered code', '  31    │ - → → "fixer"\n  32    │ - "linter"'],
    ['a terminal', 'ann@box web % entire status\n○ not set up (run `entire enable` to get started)'],
    ['a line of a script', 'echo "The recipe is switched off."'],
    ['a message', 'Invalid theme "/home/ann/themes/dark.json":'],
    ['a line of JSON', '"bounce": false,\n"speed": 100,'],
    ['what a harness says to every task', 'INSTRUCTIONS:\nOpen line 583 with `goto`.'],
    ['a page', 'Age: <input type="text" name="age" />'],
  ])('that stand in %s are none of the user', (_name, text) => {
    expect(listUsersTexts(user(text))).toEqual([])
  })

  it('in the output of a shell that an agent passes on as the user are none', () => {
    const turn = user(
      '100 669 0 652\nAge "x y" 7037 of them\n(Open file: n/a)\n(Current directory: /w)\nbash-$',
    )
    expect(listUsersTexts(user('Find the flag in `a.pl`.'), user('ok'), turn)).toEqual(['a.pl'])
  })

  it('in a report that comes in the course of the task are none, nor are numbers of a list', () => {
    const report = '## Results\n\nThe limit is 254 characters.\n\n## Next\n\n11. Go on with `b.ts`'
    expect(listUsersTexts(user('11. Use port 8080.'), user(report))).toEqual(['8080'])
    expect(listUsersTexts(user('I got this feedback:\nThe first 254 are wrong.'))).toEqual([])
  })

  it('in a file that an agent adds are none', () => {
    const message: Message = {
      role: 'user',
      content: [
        { type: 'text', text: 'Mend @README.md with `a b`.' },
        { type: 'text', text: '\n--- Content from referenced files ---' },
        { type: 'text', text: 'Press `Shift+V`.' },
        { type: 'text', text: '\n--- End of content ---' },
      ],
    }
    expect(listUsersTexts(message)).toEqual(['a b'])
  })
})

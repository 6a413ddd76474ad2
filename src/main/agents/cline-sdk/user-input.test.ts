import { expect, it } from 'vitest'
import { measureGrowth } from '../../platform/workers/testing/count-steps.ts'
import { readShownText, readTypedText } from './user-input.ts'

const notice = '<mode_notice>The user switched from plan mode to act mode.</mode_notice>'

it.each([
  ['plain text', ' Fix it ', 'Fix it', 'Fix it'],
  ['typed text', '<user_input mode="act">Fix <b>it</b></user_input>', 'Fix <b>it</b>', 'Fix <b>it</b>'],
  [
    'text with what follows it',
    '<user_input mode="plan">a</user_input>\n<user_input mode="act">b</user_input>',
    'a\nb',
    'a\nb',
  ],
  ['an open tag', '<user_input mode="act">Fix', 'Fix', 'Fix'],
  ['a change of the mode', `${notice}<user_input mode="act">Go</user_input>`, `${notice}Go`, 'Go'],
  ['a command', '<user_command slash="compact">now</user_command>', 'now', '/compact now'],
  [
    'a team',
    '<user_command slash="team">spawn a team of agents for the following task: paint</user_command>',
    'spawn a team of agents for the following task: paint',
    '/team paint',
  ],
  ['nothing', '  ', '', ''],
])('%s is sent without its tags, and shown as it was typed', (_, stored, typed, shown) => {
  expect([readTypedText(stored), readShownText(stored)]).toEqual([typed, shown])
})

it.each(['<user_input ', '<user_input>', '<user_input '.repeat(3) + '>'])(
  'takes tags that never close in steps that grow with their number: %s',
  async (tag) => {
    const counted = { file: new URL('user-input.ts', import.meta.url), name: readTypedText.name }
    expect((await measureGrowth(counted, 250, (count) => tag.repeat(count))).factor).toBeLessThan(2.5)
  },
)

it('leaves a tag that never closes as it is', () => {
  expect(readTypedText('<user_input '.repeat(100_000))).toBe('<user_input '.repeat(100_000).trim())
})

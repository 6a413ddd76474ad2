import { describe, expect, it } from 'vitest'
import { countMessages } from '../../../platform/workers/documents.ts'
import { findNextPrompt } from './find-next-prompt.ts'

const compact =
  '<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args></command-args>'
const focused =
  '<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args>keep the ports</command-args>'
const result = [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] as const

describe('the prompt that a fork is asked', () => {
  it.each([
    ['the next one', ['And now the tests.'], 'And now the tests.'],
    ['the one behind the command that condensed', [compact, 'And now the tests.'], 'And now the tests.'],
    ['the one behind a command with words of its own', [focused, 'Go on.'], 'Go on.'],
    [
      'what the person wrote, without what the agent put around it',
      ['<system-reminder>be brief</system-reminder>\nGo on.'],
      'Go on.',
    ],
    ['none where there are commands alone', [compact], null],
    ['none where the agent went on with a result', [result, 'Later.'], null],
  ])('is %s', async (_, contents, expected) => {
    const messages = contents.map((content) => ({ role: 'user' as const, content: content as string }))
    expect(findNextPrompt(await countMessages(messages))?.text ?? null).toBe(expected)
  })
})

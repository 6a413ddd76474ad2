import { describe, expect, it } from 'vitest'
import { findEnvironment } from './text-segment.ts'

describe('what an agent wrote about its surroundings', () => {
  it.each([
    [
      'a reminder behind typed words',
      'Go\n<system-reminder>\nMind\n</system-reminder>',
      ['<system-reminder>\nMind\n</system-reminder>'],
    ],
    [
      'two kinds',
      '<environment_context>a</environment_context>\n<user_instructions>b</user_instructions>',
      ['<environment_context>a</environment_context>', '<user_instructions>b</user_instructions>'],
    ],
    [
      'a file that is open in the editor, before what was typed',
      '<ide_opened_file>The user opened a.ts.</ide_opened_file>\nWhy?',
      ['<ide_opened_file>The user opened a.ts.</ide_opened_file>'],
    ],
    [
      'the wrapping of a command, but not what was typed behind it',
      '<command-message>review</command-message>\n  <command-name>/review</command-name>\n<command-args>the last commit</command-args>',
      ['<command-message>review</command-message>', '<command-name>/review</command-name>'],
    ],
    [
      'a command without anything behind it',
      '<command-name>/init</command-name>\n<command-args></command-args>',
      ['<command-name>/init</command-name>', '<command-args></command-args>'],
    ],
    [
      'a notice',
      '<SYSTEM_NOTICE>\nCommands ran:\n</SYSTEM_NOTICE>',
      ['<SYSTEM_NOTICE>\nCommands ran:\n</SYSTEM_NOTICE>'],
    ],
    [
      'files that a prompt refers to',
      'Read @a\n--- Content from referenced files ---\nContent from @a:\nx\n--- End of content ---',
      ['--- Content from referenced files ---\nContent from @a:\nx\n--- End of content ---'],
    ],
    [
      'that a task is resumed, but not what was typed then',
      '[TASK RESUMPTION] This task was interrupted.\n\nNew instructions for task continuation:\n<user_message>Go on</user_message>',
      ['[TASK RESUMPTION] This task was interrupted.\n\n'],
    ],
    ['a mention in prose', 'the <system-reminder> tag</system-reminder>', []],
    ['a reminder that is never closed', '<system-reminder>\nMind', []],
    ['details that are never closed', 'x\n<environment_details>\nopen', ['<environment_details>\nopen']],
  ])('%s', (_, text, wanted) => {
    expect(findEnvironment(text).map(({ start, end }) => text.slice(start, end))).toEqual(wanted)
  })
})

import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { splitHistory } from '../../kernel/history/split-parts.ts'
import { answer, call } from '../../kernel/testing/small-histories.ts'
import { findConstraints } from './find-constraints.ts'
import { withoutBoilerplate } from './without-boilerplate.ts'

const rule = 'Never delete the folder data/keep.'
const found = (...messages: Message[]): readonly string[] => findConstraints(splitHistory(messages))
const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] })

describe('what agents put into messages of the user', () => {
  it.each([
    ['a reminder', `<system-reminder>\n${rule}\n</system-reminder>`],
    ['a reminder by its other name', `<system_reminder>\n${rule}\n</system_reminder>`],
    [
      'rules of the project',
      `# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>\n${rule}\n</INSTRUCTIONS>`,
    ],
    ['older rules of the project', `<user_instructions>\n${rule}\n</user_instructions>`],
    ['rules of Cline', `# .clinerules\n\nThe following is provided by a file.\n\n${rule}`],
    ['permissions', `<permissions instructions>\n${rule}\n</permissions instructions>`],
    [
      'a mode that names its own tag',
      `<collaboration_mode># Mode\nA new <collaboration_mode>...</collaboration_mode> changes it.\n${rule}\n</collaboration_mode>`,
    ],
    ['the environment', `<environment_context>\n<cwd>/work</cwd>\n${rule}\n</environment_context>`],
    ['a mentioned file', `<file_content path="a.md">\n${rule}\n</file_content>`],
    [
      'instructions of a command',
      `<explicit_instructions type="new_rule">\n${rule}\n</explicit_instructions>`,
    ],
    ['output of a command', `<local-command-stdout>${rule}</local-command-stdout>`],
    ['a recommended list', `\n# task_progress RECOMMENDED\n\n1. ${rule}`],
    ['a demanded list', `\n\n\t\t\t\t# TODO LIST UPDATE REQUIRED - You MUST include it.\n\n- ${rule}`],
    ['an error about tools', `[ERROR] You did not use a tool!\n\n# Next Steps\n\n${rule}`],
    ['a plan of its own', `Implement the following plan:\n\n${rule}`],
    ['a skill', `Base directory for this skill: /skills/x\n\n${rule}`],
    ['a command that sets up', `Generate a file named AGENTS.md that serves as a guide.\n\n${rule}`],
    ['a change of the mode', '[The user has switched to ACT MODE, so you may only proceed.]'],
    ['a command that the user ran', `<bash-input>echo start\n${rule}</bash-input>`],
    [
      'the button that starts a plan',
      "Implement the plan as specified, it is attached for your reference. Do NOT edit the plan file itself.\n\nTo-do's from the plan have already been created. Do not create them again.",
    ],
    [
      'the button that starts one step of a plan',
      'Implement the to-dos from the plan (the plan is attached for your reference). Do NOT edit the plan file itself.\n\nThese to-dos have already been created. Do not create them again.',
    ],
    ['a finding of the editor', `Verify this issue exists and fix it:\n\nBug 1:\n${rule}`],
    ['a notice about a task', `<system_notification>\nThe task is done.\n</system_notification>\n${rule}`],
    [
      'what to do with the result of a task',
      `<user_query>Briefly inform the user about the task result. ${rule}</user_query>`,
    ],
    ['files that Gemini adds', `Do it.\n--- Content from referenced files ---\n${rule}`],
  ])('is no constraint: %s', (_name, text) => {
    expect(found(user(text))).toEqual([])
  })

  it.each([
    ['after a resumption', `[TASK RESUMPTION] You must go on.\n<user_message>\n${rule}\n</user_message>`],
    ['after trouble', `You seem to be having trouble proceeding.\n<feedback>\n${rule}\n</feedback>`],
    [
      'between reminders',
      `<system-reminder>a</system-reminder>\n${rule}\n<system-reminder>b</system-reminder>`,
    ],
    [
      'in the arguments of a command',
      `<command-name>/fix</command-name>\n<command-args>${rule}</command-args>`,
    ],
    ['before a recommended list', `<task>\n${rule}\n</task>\n# task_progress RECOMMENDED\n\n1. You must.`],
    ['in mark-up of the user', `<rules>\n${rule}\n</rules>`],
    ['behind a tag that is never closed', `<system-reminder>\n${rule}`],
  ])('leaves what the user says %s', (_name, text) => {
    expect(found(user(text))).toEqual([rule])
  })

  it('leaves the answers to a question, and no question', () => {
    const text = `User has answered your questions: "Must it never fail?"="${rule}". You must go on.`
    expect(found(call('1', 'AskUserQuestion', {}), answer('1', text))).toEqual([rule])
  })

  it('is not what another task returned', () => {
    expect(found(call('1', 'new_task', {}), answer('1', `agentId: 7\n${rule}`))).toEqual([])
    expect(found(call('1', 'Task', {}), answer('1', rule))).toEqual([])
  })

  it.each([
    ['tags that open', '<system-reminder>\n'.repeat(40_000)],
    ['tags of users that open in a notice', `[ERROR] a\n${'<feedback>\n'.repeat(40_000)}`],
    ['tags that close', '</system-reminder>\n'.repeat(40_000)],
    ['tags within each other', `${'<a_state>\n'.repeat(20_000)}${'</a_state>\n'.repeat(20_000)}`],
    ['empty lines', '\n'.repeat(400_000)],
  ])('is gone through once, however many %s', (_name, text) => {
    expect(withoutBoilerplate(text).length).toBeLessThanOrEqual(text.length)
  })
})

describe('what somebody pasted', () => {
  it('is no constraint where it is long and rules are rare in it, but those around it are', () => {
    const page = Array.from({ length: 200 }, (_, index) => `Paragraph ${index} tells about the weather.`)
    const text = [rule, ...page.slice(0, 100), 'Visitors must never feed the birds.', ...page.slice(100)]
    expect(found(user(text.join('\n')))).toEqual([rule])
  })

  it.each([
    ['code', '```ts\n// You must never call this.\nNever call this from a test.\n```'],
    ['a log', 'main.go:12: you must never see this\nhint: You must set a default.'],
    ['a screen', `Use the default branch only.${' '.repeat(40)}\nSo it says.`],
  ])('is no constraint: %s', (_name, text) => {
    expect(found(user(text))).toEqual([])
  })
})

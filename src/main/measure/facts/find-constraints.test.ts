import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { splitHistory } from '../../kernel/history/split-parts.ts'
import { answer, call } from '../../kernel/testing/small-histories.ts'
import { findConstraints } from './find-constraints.ts'
import { isConstraint } from './is-constraint.ts'
import { labelledSentences } from './testing/labelled-sentences.ts'

const rule = 'Never delete the folder data/keep.'
const user = (text: string): Message[] => [{ role: 'user', content: [{ type: 'text', text }] }]
const found = (messages: readonly Message[]): readonly string[] => findConstraints(splitHistory(messages))

describe('constraints among labelled sentences', () => {
  const halves = ['the rules were written with', 'the rules were not written with'] as const
  it.each(halves)('are found by recall 0.9 and precision 0.9 in the half that %s', (half) => {
    const own = (list: readonly string[]): readonly string[] => {
      const middle = Math.ceil(list.length / 2)
      return half === halves[0] ? list.slice(0, middle) : list.slice(middle)
    }
    const constraints = labelledSentences.flatMap((labelled) => own(labelled.constraints))
    const others = labelledSentences.flatMap((labelled) => own(labelled.others))
    const right = constraints.filter((sentence) => isConstraint(sentence)).length
    const wrong = others.filter((sentence) => isConstraint(sentence)).length
    expect(right / constraints.length).toBeGreaterThanOrEqual(0.9)
    expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.9)
  })
})

describe('an order', () => {
  it.each(['Keep the lookup in a method of its own.', 'Keep in mind that people edit by hand too.'])(
    'to keep something is a constraint: %s',
    (sentence) => {
      expect(isConstraint(sentence)).toBe(true)
    },
  )
})

describe('what is asked or said once', () => {
  it.each([
    'Update the readme and make sure everything works.',
    'You can use the same file.',
    'But no event for it.',
    '/review Check the last fix only.',
  ])('is no constraint: %s', (sentence) => {
    expect(isConstraint(sentence)).toBe(false)
  })
})

describe('the place of a constraint', () => {
  it.each<[string, Message[]]>([
    ['in a list', user(`1. foo\n2. ${rule}\n3. bar`)],
    ['in a row of a table', user(`| rule | ${rule} |`)],
    ['in bold under a heading', user(`# Rules\n\n**${rule}**`)],
    [
      'in the summary with which an agent goes on',
      user(`This session is being continued from a previous conversation.\n- ${rule}`),
    ],
    ['in a quotation', user(`> ${rule}`)],
    ['in a code block', user(`\`\`\`\n${rule}\n\`\`\``)],
    ['between lines that end as on Windows', user(`one\r\n${rule}\r\nthree`)],
    ['above a long paste', user(`${rule}\n${'const x = 1;\n'.repeat(500)}`)],
    [
      'in a sentence that does not end',
      user(`${'so the page loads, it shows a table, '.repeat(30)}and by the way ${rule}`),
    ],
    [
      'in a native answer to a question',
      [
        call('1', 'ask_followup_question', { question: 'What?' }),
        answer('1', `<answer>\n${rule}\n</answer>`),
      ],
    ],
    [
      'in native feedback',
      [
        call('1', 'attempt_completion', { result: 'Done' }),
        answer('1', `The user has provided feedback on the results.\n<feedback>\n${rule}\n</feedback>`),
      ],
    ],
    [
      'in feedback as JSON',
      [
        call('1', 'Bash', { command: 'rm x' }),
        answer('1', JSON.stringify({ status: 'denied', feedback: rule })),
      ],
    ],
    [
      'in the words with which a call was refused',
      [
        call('1', 'Bash', { command: 'rm x' }),
        answer(
          '1',
          `The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n${rule}`,
        ),
      ],
    ],
    [
      'in a message of the user inside of a result',
      [call('1', 'Bash', { command: 'ls' }), answer('1', `<user_message>\n${rule}\n</user_message>`)],
    ],
  ])('may be %s', (_name, messages) => {
    expect(found(messages).join('\n')).toContain(rule.slice(0, -1))
  })

  it.each<[string, Message[]]>([
    ['in the output of a tool', [call('1', 'Bash', { command: 'cat x' }), answer('1', rule)]],
    [
      'in a file that holds the tags of feedback',
      [call('1', 'Bash', { command: 'cat x' }), answer('1', `x\n<feedback>${rule}</feedback>`)],
    ],
    ['in a pasted review', user(`## Findings\n\n- High: the retry never ends\n- Medium: ${rule}`)],
    ['in an error that the user announces', user(`I get this error:\n\nEach item must have a key. ${rule}`)],
    ['in what the assistant says', [{ role: 'assistant', content: rule }]],
    ['in a notice of the agent', user(`<system-reminder>\n${rule}\n</system-reminder>`)],
  ])('is not %s', (_name, messages) => {
    expect(found(messages)).toEqual([])
  })

  it('does not matter for one that is said twice', () => {
    expect(found([...user(rule), ...user(`- **${rule}**`)])).toEqual([rule])
  })
})

import { describe, expect, it } from 'vitest'
import { createConversation } from '../../../kernel/conversation.ts'
import { sharedCounter } from '../../../kernel/testing/shared-counter.ts'
import { buildQuestionPrompt, deriveQuestions, gradeAnswers } from './derive-questions.ts'

const questions = [
  { question: 'Which port?', value: '8080' },
  { question: 'Which file must stay?', value: 'src/Generated.ts' },
]

describe('gradeAnswers', () => {
  it.each([
    ['the values, each behind its number', '1. 8080\n2. src/Generated.ts', [true, true]],
    ['other case, quotes and marks', '**1)** `8080`.\n2: "SRC/generated.ts"', [true, true]],
    ['words around them', 'Sure.\n1. The port is 8080.\n2. unknown', [true, false]],
    ['an answer below its number', '1.\n8080\n2.\nsrc/Generated.ts', [true, true]],
    ['a number that has the value in it', '1. 18080\n2. src/Generated.tsx', [false, false]],
    ['answers in the wrong places', '1. src/Generated.ts\n2. 8080', [false, false]],
    ['no numbers', '8080, src/Generated.ts', [false, false]],
    ['nothing', '', [false, false]],
  ])('of %s', (_, answer, grades) => {
    expect(gradeAnswers(questions, answer)).toEqual(grades)
  })

  it('takes the whole answer where one thing was asked', () => {
    expect(gradeAnswers(questions.slice(0, 1), 'It is 8080.')).toEqual([true])
  })
})

describe('deriveQuestions', () => {
  const file = Array.from({ length: 9 }, (_, at) => `REQUEST_LIMIT_${at} = ${100 + at}`)
  const read = (lines: readonly string[]): Parameters<typeof createConversation>[0] => [
    { role: 'user', content: 'Never edit vendor/lock.ts. Look at limits.' },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'c1', name: 'read', input: { path: 'src/limits.py' } }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: lines.join('\n') }] },
  ]
  const derive = async (lines: readonly string[], count: number) =>
    deriveQuestions(createConversation(read(lines), await sharedCounter()), null, count)

  it('asks for a rule with a gap, and for values, none of which stands in a question', async () => {
    const found = await derive(file, 3)
    expect(found.map(({ value }) => value)).toEqual(['vendor/lock.ts', '104', '105'])
    const prompt = buildQuestionPrompt(found)
    for (const { value } of found) expect(prompt).not.toContain(value)
  })

  it('leaves out what was said in two ways', async () => {
    const doubtful = [...file, ...file.map((line) => `${line}0`)]
    expect((await derive(doubtful, 3)).map(({ value }) => value)).toEqual(['vendor/lock.ts'])
  })
})

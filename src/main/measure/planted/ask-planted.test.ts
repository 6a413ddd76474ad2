import { describe, expect, it } from 'vitest'
import { createConversation } from '../../kernel/conversation.ts'
import { roughCounter } from '../../kernel/testing/run-on.ts'
import { judgeBy, judgeContext } from '../testing/judge-by.ts'
import { askPlanted } from './ask-planted.ts'
import type { PlantedItem } from './planted-item.ts'

const port: PlantedItem = {
  kind: 'value',
  key: 'ORDERS_PORT',
  current: ['7412'],
  stale: ['5190'],
  question: 'What is ORDERS_PORT now?',
  statements: ['Use ORDERS_PORT=5190.', 'Change ORDERS_PORT to 7412.'],
}
const check: PlantedItem = {
  kind: 'outcome',
  key: 'check:orders-cache',
  current: ['passed', 'passes'],
  stale: ['failed'],
  question: 'How does check:orders-cache stand?',
  statements: ['check:orders-cache failed.', 'check:orders-cache passed.'],
}
const record = createConversation([{ role: 'user', content: 'Change ORDERS_PORT to 7412.' }], roughCounter)

async function ask(...answers: readonly string[]) {
  const model = judgeBy(() => ({ answers: answers.map((answer, at) => ({ number: at + 1, answer })) }))
  const judged = await askPlanted([port, check], record, judgeContext(model))
  return { judged, asked: model.asked }
}
const call = (name: string, value: unknown): string =>
  JSON.stringify({ tool: 'set_value', arguments: { name, value } })

describe('a model that is asked for planted items', () => {
  it.each([
    ['It is 7412.', 'It passed.', call('ORDERS_PORT', '7412'), ['there', 'there'], true],
    ['5190, as you said. No, 7412!', 'Failed.', call('ORDERS_PORT', 7412), ['there', 'stale'], true],
    ['7412 (was 5190).', 'Well. It\npasses.', call('ORDERS_PORT', 5190), ['there', 'there'], false],
    ['The record does not say.', 'Unknown.', 'no idea {', ['gone', 'gone'], false],
    ['5190', 'passed', call('OTHER_PORT', '7412'), ['stale', 'there'], false],
  ])('and says %j and %j is graded by their values', async (first, second, last, fates, isCallRight) => {
    expect((await ask(first, second, last)).judged).toMatchObject({
      kind: 'answered',
      value: { fates, isCallRight },
    })
  })

  it('is shown the context and the questions, and no value besides', async () => {
    const { asked } = await ask('7412', 'passed', call('ORDERS_PORT', '7412'))
    const text = JSON.stringify(asked[0]?.messages)
    expect(text).toContain('Change ORDERS_PORT to 7412.')
    expect(text).toContain('What is ORDERS_PORT now?')
    expect(text).toContain('set_value')
    expect(text).not.toContain('5190')
  })

  it('and answers too little gives no figure', async () => {
    expect((await ask('7412')).judged).toMatchObject({ kind: 'unusable', code: 'unreadable' })
  })
})

import { describe, expect, it } from 'vitest'
import { judgePlanted } from './judge-planted.ts'
import type { PlantedItem } from './planted-item.ts'

const port: PlantedItem = {
  kind: 'value',
  key: 'ORDERS_PORT',
  current: ['7412'],
  stale: ['5190', '6021'],
  question: 'What is ORDERS_PORT now?',
  statements: ['Use ORDERS_PORT=5190.', 'Change ORDERS_PORT to 6021.', 'ORDERS_PORT has to be 7412.'],
}

describe('a planted item', () => {
  it.each([
    ['there', 'in its own words', 'ORDERS_PORT has to be 7412.'],
    ['there', 'after what was true before', 'ORDERS_PORT=5190\nORDERS_PORT=7412'],
    ['there', 'in a sentence that says both, the truth last', 'ORDERS_PORT went 5190, 6021, 7412.'],
    ['there', 'beside what the sentence puts into the past', 'orders_port is 7412 (was `6021`).'],
    ['stale', 'where only an old form stands', 'Use ORDERS_PORT=5190.'],
    ['stale', 'where an old form stands later', 'ORDERS_PORT is 7412. Change ORDERS_PORT to 6021.'],
    ['stale', 'in a sentence that says both, the truth first', 'ORDERS_PORT went from 7412 to 6021.'],
    ['gone', 'in a bag of names', 'ORDERS_PORT\n7412\n5190'],
    ['gone', 'where another key has its value', 'ORDERS_PORT_TEST=7412'],
    ['gone', 'where its value is a part of another one', 'ORDERS_PORT is 74120, 7412.5 or a-7412.'],
    ['gone', 'in a sentence beside its key', 'I looked at ORDERS_PORT. It is 7412.'],
    ['gone', 'without a word', ''],
  ] as const)('is %s %s', (fate, _where, text) => {
    expect(judgePlanted([port], [text])).toEqual([fate])
  })

  it('is read over all texts in their order', () => {
    expect(judgePlanted([port], ['ORDERS_PORT=7412', 'ORDERS_PORT=6021'])).toEqual(['stale'])
  })
})

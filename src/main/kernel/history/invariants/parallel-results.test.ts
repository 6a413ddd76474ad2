import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { findSafeCuts } from '../find-safe-cuts.ts'
import { checkHistory } from './check-history.ts'

const call = (id: string) => ({ type: 'tool_use' as const, id, name: 'Read', input: {} })
const result = (id: string): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content: 'text' }],
})
const asked: Message = { role: 'user', content: 'Go' }
const parallel: Message = { role: 'assistant', content: [call('a'), call('b')] }
const reminder: Message = { role: 'user', content: 'Mind the rules', isBoilerplate: true }
const typed: Message = { role: 'user', content: 'Wait' }

describe('results of parallel calls in messages of their own', () => {
  it.each([
    ['beside each other', [asked, parallel, result('a'), result('b')], 0],
    ['with a reminder between them', [asked, parallel, result('a'), reminder, result('b')], 0],
    ['with typed words between them', [asked, parallel, result('a'), typed, result('b')], 2],
    ['that are still to come', [asked, parallel], 0],
    ['that never came', [asked, parallel, { role: 'assistant', content: 'Done' }], 2],
    ['where one is missing', [asked, parallel, result('a'), { role: 'assistant', content: 'On' }], 1],
  ])('%s', (_, messages, faults) => {
    expect(checkHistory(messages)).toHaveLength(faults)
  })

  it('are not cut apart', () => {
    expect(findSafeCuts([asked, parallel, result('a'), reminder, result('b'), typed])).toEqual([0, 1, 5, 6])
  })
})

import { describe, expect, it } from 'vitest'
import {
  answer,
  calls,
  entry,
  message,
  read,
  result,
  says,
  sentBy,
  user,
  words,
} from './testing/session-lines.ts'

describe('what pi sends of a session', () => {
  it('never sends an answer that failed or was stopped, but keeps it', async () => {
    const task = await read([
      user('u1', null),
      answer('half', 'u1', [says('half'), calls('t1')], { stopReason: 'aborted' }),
      user('u2', 'half'),
      answer('oops', 'u2', [], { stopReason: 'error', errorMessage: '529 overloaded' }),
      answer('a1', 'oops'),
    ])
    expect(sentBy(task)).toEqual(['u1', 'u1 | u2', 'u1 | u2'])
    expect(task.contexts?.requests.map(({ answer: at }) => at === null)).toEqual([true, true, false])
    expect(task.usage.requests).toMatchObject([{ cancelled: true }, { failureText: '529 overloaded' }, {}])
    expect(task.messages.map(({ content }) => words(content))).toContain('half+t1')
  })

  it('answers calls that nobody answered as pi does', async () => {
    const task = await read([
      user('u1', null),
      answer('a1', 'u1', [calls('t1'), calls('t2')]),
      result('r1', 'a1', 't1'),
      user('u2', 'r1'),
      answer('a2', 'u2'),
    ])
    expect(sentBy(task)[1]).toBe('u1 | t1+t2 | r1 | No result provided | u2')
  })

  it('sends commands of the person as it words them, unless they are kept from the model', async () => {
    const run = { role: 'bashExecution', command: 'ls', output: 'x', exitCode: 2 }
    const task = await read([
      message('b1', null, run),
      message('b2', 'b1', { ...run, excludeFromContext: true }),
      entry('custom_message', 'k', 'b2', { customType: 'x', content: 'note' }),
      user('u1', 'k'),
      answer('a1', 'u1'),
    ])
    expect(sentBy(task)).toEqual(['Ran `ls`\n```\nx\n```\n\nCommand exited with code 2 | note | u1'])
    expect(task.messages.filter(({ isBoilerplate }) => isBoilerplate)).toHaveLength(3)
    expect(task.title).toBe('u1')
  })

  it.each([
    ['as text before version 1.3', 0, 'u1 | hm+yes | u2'],
    ['not at all since', Date.UTC(2026, 10, 1), 'u1 | yes | u2'],
  ])('shows a model what another one thought %s', async (_, later, sent) => {
    const secret = { type: 'thinking', thinking: '', thinkingSignature: '{"encrypted_content":"x"}' }
    const task = await read([
      user('u1', null),
      answer('a1', 'u1', [secret, { type: 'thinking', thinking: 'hm' }, says('yes')]),
      user('u2', 'a1'),
      {
        ...answer('a2', 'u2', [says('a2')], { model: 'other' }),
        ...(later ? { timestamp: new Date(later).toISOString() } : {}),
      },
    ])
    expect(sentBy(task)[1]).toBe(sent)
    expect(task.messages.some(({ content }) => JSON.stringify(content).includes('"reasoning"'))).toBe(true)
  })

  it('does not follow thoughts where the model changes all the time', async () => {
    const lines = Array.from({ length: 150 }, (_, at) => [
      user(`u${at}`, at === 0 ? null : `a${at - 1}`),
      answer(`a${at}`, `u${at}`, [{ type: 'thinking', thinking: 'hm' }], { model: `m${at % 2}` }),
    ])
    const task = await read(lines.flat())
    expect(task.messages).toHaveLength(300)
    expect(task.problems).toMatchObject([{ severity: 'warning' }])
  })
})

import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { makeRecordedTask } from '../testing/recorded-talk.ts'
import { readRecordedSplits } from '../usage/usage-splits.ts'
import { findChargedAttempts } from './charged-requests.ts'
import { matchRequests } from './match-requests.ts'

const environment =
  '<environment_details>\n# Current Mode\n<slug>code</slug>\n<model>m</model>\n</environment_details>'
const user = (ts?: number): Message => ({
  role: 'user',
  content: environment,
  ...(ts === undefined ? {} : { ts }),
})
const answer = (ts?: number): Message => ({
  role: 'assistant',
  content: 'a',
  ...(ts === undefined ? {} : { ts }),
})
const done = (ts: number, tokensIn: number): RequestUsage => ({ ts, tokensIn, tokensOut: 5, costUsd: 1 })
const failed = (ts: number, tokensIn: number, more: RequestUsage = {}): RequestUsage => ({
  ...done(ts, tokensIn),
  cancelled: true,
  ...more,
})

/** `request>place model mode` of those that are placed, `request:lost` of the others. */
function said(messages: readonly Message[], requests: readonly RequestUsage[]): string[] {
  const task = makeRecordedTask(messages, { requests: [...requests] })
  const splits = readRecordedSplits(requests)
  const { placed, lost } = findChargedAttempts(task, matchRequests(messages, task.usage), splits)
  return [
    ...placed.map((one) => `${one.requestIndex}>${one.answerIndex} ${one.model} ${one.mode}`),
    ...lost.map((index) => `${index}:lost`),
  ]
}

const talk = [user(2), answer(9), user(12), answer(29)]
const both = [user(2), answer(9), user(12), user(22), answer(29)]

describe('a charged request that nothing answers sent', () => {
  it.each<[string, Message[], RequestUsage[], string[]]>([
    ['what its next attempt sent', talk, [done(1, 90), failed(11, 100), done(21, 100)], ['1>3 m code']],
    [
      'what its next attempt sent, to another model',
      talk,
      [done(1, 90), failed(11, 100, { modelId: 'n' }), done(21, 100)],
      ['1>3 n code'],
    ],
    ['all there is where it is the last', talk.slice(0, 3), [done(1, 90), failed(11, 100)], ['1>3 m code']],
    [
      'nobody knows what where its question is gone',
      talk.slice(0, 2),
      [done(1, 90), failed(11, 100)],
      ['1:lost'],
    ],
    [
      'what stood there as it began, not what the person wrote after it',
      both,
      [done(1, 90), failed(13, 100), done(23, 120)],
      ['1>3 m code'],
    ],
    [
      'the question that was written while it ran',
      both,
      [done(1, 90), failed(11, 100), done(21, 120)],
      ['1>3 m code'],
    ],
    [
      'both questions where it has the input of the next attempt',
      both,
      [done(1, 90), failed(11, 120), done(23, 120)],
      ['1>4 m code'],
    ],
    [
      'nobody knows which of two questions without a time',
      [user(2), answer(9), user(), user(), answer(29)],
      [done(1, 90), failed(11, 100), done(21, 120)],
      ['1:lost'],
    ],
    [
      'what was recorded at no cost, where nothing cost any',
      talk,
      [done(1, 90), failed(11, 100), done(21, 100)].map((one) => ({ ...one, costUsd: 0 })),
      ['1>3 m code'],
    ],
    [
      'nothing that is charged at no cost, where others cost some',
      talk,
      [done(1, 90), failed(11, 100, { costUsd: 0 }), done(21, 100)],
      [],
    ],
  ])('%s', (_name, messages, requests, expected) => {
    expect(said(messages, requests)).toEqual(expected)
  })
})

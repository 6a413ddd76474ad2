import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { bindTo } from '../../kernel/testing/bind-to.ts'
import { createTestServices } from '../../kernel/testing/create-test-services.ts'
import { conversationFor, roughCounter } from '../../kernel/testing/run-on.ts'
import { createExtractiveModel } from '../../platform/llm/extractive/extractive-model.ts'
import { runMethod, type Outcome } from '../run-method.ts'
import { recordedMethod } from './recorded.ts'

const said = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `message ${index} with words that take some room`,
  }))

function condense(source: readonly Message[], recorded?: readonly Message[]) {
  return runMethod({
    method: bindTo(recordedMethod),
    conversation: conversationFor(source),
    targetTokens: null,
    pins: [],
    services: {
      ...createTestServices(createExtractiveModel(roughCounter)),
      recorded: {
        result: recorded ?? null,
        listCuts: () => [12, 1400],
      },
    },
    alerts: { minimumGainPercent: 20, alertCostUsd: 1 },
    flags: { isAutomatic: false, usedOwnHandler: false },
    signal: new AbortController().signal,
  })
}

const readTexts = ({ condensed }: Outcome) => condensed?.conversation.messages.map(({ content }) => content)

describe('what the agent did', () => {
  const source = said(6)
  const summary: Message = { role: 'user', content: 'In short.', isSummary: true }

  it('is the recorded history, with the summary in the place of all that is gone', async () => {
    const outcome = await condense(source, [summary, ...source.slice(4)])
    expect(readTexts(outcome)).toEqual(['In short.', source[4]?.content, source[5]?.content])
    expect(outcome.condensed?.provenance.messages.map(({ sources }) => sources)).toEqual([
      [0, 1, 2, 3],
      [4],
      [5],
    ])
    expect(outcome.summary.validity).toEqual([])
  })

  it('has files that were put back, which stand for no message', async () => {
    const back: Message = { role: 'user', content: 'words that take some room', isBoilerplate: true }
    const outcome = await condense(source, [summary, back])
    expect(outcome.condensed?.provenance.messages.map(({ sources }) => sources)).toEqual([
      [0, 1, 2, 3, 4, 5],
      [],
    ])
  })

  it('is not paid for here, and not said to cost nothing', async () => {
    const { summary: known } = await condense(source, [summary])
    expect(known.stats).toMatchObject({ costUsd: 0, priceUsd: null })
  })

  it('stands as it is where it grew or broke a rule, which is told', async () => {
    const long: Message = { role: 'assistant', content: 'long '.repeat(400), isSummary: true }
    const { summary: told, condensed } = await condense(source, [long])
    expect(condensed).not.toBeNull()
    expect(told.stats.finalTokens).toBeGreaterThan(told.stats.originalTokens)
    expect(told.validity.map(({ rule }) => rule)).toContain('roles-legal')
  })

  it('is not there where the agent did not condense, and says where it did', async () => {
    expect((await condense(source)).summary).toMatchObject({
      status: 'failed',
      error: {
        code: 'not-recorded',
        message: 'The agent recorded no condensation here. It did after 12, 1,400 messages.',
      },
    })
  })
})

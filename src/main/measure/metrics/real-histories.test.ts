import { beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { createConversation, type Conversation } from '../../kernel/conversation.ts'
import type { Method } from '../../kernel/method.ts'
import { hasRealHistories, realHistories } from '../../kernel/testing/real-histories.ts'
import { conversationFor, runOn } from '../../kernel/testing/run-on.ts'
import { losslessMethod } from '../../methods/own/lossless/lossless.ts'
import { nativeMethod } from '../../methods/own/native/native.ts'
import { buildCheckpoint, decideCut } from '../checkpoints/decide-cut.ts'
import { createSeededRandom } from '../statistics/create-seeded-random.ts'
import { createKeptSubject } from '../testing/condensation-of.ts'
import { continuationRecall } from './continuation-recall.ts'
import { links } from './links.ts'
import { metrics } from './metrics.ts'
import { reReadTokens } from './re-read-cost.ts'
import { createSubject, type Subject } from './subject.ts'

const survival = metrics.filter(({ id }) => /^survival-|-recall$/.test(id))
const checkpoints = realHistories().flatMap(({ name, messages }) => {
  const cut = decideCut(messages, { at: 'share', share: 0.7 })
  return cut === null ? [] : [{ name, checkpoint: buildCheckpoint(messages, cut.index) }]
})

const losses: number[] = []

describe.skipIf(!hasRealHistories)('on real histories', () => {
  it.each(checkpoints)(
    '$name survives whole where nothing is taken away, and not at all where all is',
    ({ checkpoint }) => {
      const source = conversationFor(checkpoint.source.messages)
      const everything = createKeptSubject(
        source,
        source.messages.map((_, index) => index),
        checkpoint.continuation,
      )
      const nothing = createKeptSubject(source, [], checkpoint.continuation)
      for (const { id, measure } of survival) {
        expect([id, measure(everything)?.value ?? 1]).toEqual([id, 1])
        expect([id, measure(nothing)?.value ?? 0]).toEqual([id, 0])
      }
    },
  )

  it.each(checkpoints)(
    '$name needs nothing where it is whole, and has no links in a bag of its words',
    ({ checkpoint }) => {
      const source = conversationFor(checkpoint.source.messages)
      const subjectFor = (result: Conversation): Subject => ({
        ...withResult(source, result),
        continuation: conversationFor(checkpoint.continuation),
      })
      const shuffled = shuffledWords(source)
      const bag = subjectFor(conversationFor([{ role: 'user', content: shuffled }]))
      const whole = subjectFor(source)
      expect(reReadTokens.measure(whole)?.value ?? 0).toBe(0)
      expect(links.measure(whole)?.value ?? 1).toBe(1)
      const measured = links.measure(bag)
      if (measured === null) return
      const pairs = measured.evidence.kind === 'links' ? measured.evidence.pairs.length : 0
      // Of a handful of pairs, one alone makes a difference.
      expect(Math.abs(measured.value)).toBeLessThan(pairs < 30 ? 0.4 : 0.3)
      expect(reReadTokens.measure(bag)?.value ?? 1).toBeGreaterThan(0)
    },
  )

  it.each(checkpoints)('$name never states more where lines are taken away', ({ checkpoint }) => {
    const source = conversationFor(checkpoint.source.messages)
    const values = [[], [1], [1, 3], [0, 1, 3]].map((taken) => {
      const messages = checkpoint.source.messages.map((message) => withoutLines(message, taken))
      const subject = withResult(source, conversationFor(messages))
      return survival.map(({ measure }) => measure(subject)?.value ?? 0)
    })
    values
      .slice(1)
      .forEach((own, at) =>
        own.forEach((value, metric) => expect(value).toBeLessThanOrEqual(values[at]?.[metric] ?? 0)),
      )
    losses.push(...(values[0] ?? []).map((value, metric) => value - (values[3]?.[metric] ?? 0)))
  })
  it('lose something somewhere, or the law above says nothing', () => {
    expect(losses.filter((loss) => loss > 0.1).length).toBeGreaterThan(50)
  })

  describe('a continuation', () => {
    const recalls = { native: [] as number[], lossless: [] as number[] }
    beforeAll(async () => {
      for (const { checkpoint } of checkpoints) {
        const lossless = continuationRecall.measure(await condensed(losslessMethod, checkpoint))
        const native = continuationRecall.measure(await condensed(nativeMethod, checkpoint))
        if (lossless === null || native === null) continue
        recalls.lossless.push(lossless.value)
        recalls.native.push(native.value)
      }
    })

    it('finds more of what it uses after lossless than after an extract', () => {
      expect(recalls.native.length).toBeGreaterThan(10)
      expect(mean(recalls.native)).toBeLessThan(mean(recalls.lossless))
    })
  })
})

function withResult(source: Conversation, result: Conversation): Subject {
  const provenance = { messages: [], dropped: [] }
  return createSubject({
    source,
    result,
    provenance,
    continuation: null,
    stats: { costUsd: 0, durationMs: 0 },
  })
}

function shuffledWords({ parts }: Conversation): string {
  const words = parts.flat().flatMap(({ text }) => text.split(/\s+/))
  const random = createSeededRandom(7)
  for (let at = words.length - 1; at > 0; at -= 1) {
    const other = random.nextIndex(at + 1)
    const word = words[at] ?? ''
    words[at] = words[other] ?? ''
    words[other] = word
  }
  return words.join(' ')
}

/** A message without the lines of its texts that are of these numbers in each four. */
function withoutLines(message: Message, taken: readonly number[]): Message {
  const cut = (text: string): string =>
    text
      .split('\n')
      .filter((_, line) => !taken.includes(line % 4))
      .join('\n')
  const { content } = message
  if (typeof content === 'string') return { ...message, content: cut(content) }
  return {
    ...message,
    content: content.map((block) => ({
      ...block,
      ...(typeof block['text'] === 'string' ? { text: cut(block['text']) } : {}),
      ...(typeof block['content'] === 'string' ? { content: cut(block['content']) } : {}),
    })),
  }
}

type Checkpoint = (typeof checkpoints)[number]['checkpoint']

/** What a provider that refuses leaves is the source. */
async function condensed(provider: Method, checkpoint: Checkpoint): Promise<Subject> {
  const source = conversationFor(checkpoint.source.messages)
  const { summary, condensed } = await runOn(provider, {}, source)
  return createSubject({
    source,
    result: condensed?.conversation ?? source,
    provenance: condensed?.provenance ?? { messages: [], dropped: [] },
    continuation: createConversation(checkpoint.continuation, source.counter),
    stats: summary.stats,
  })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { type Conversation, sliceConversationEnd } from '../../kernel/conversation.ts'
import { damagedHistory, validHistory } from '../../kernel/testing/arbitrary-history.ts'
import { realHistories } from '../../kernel/testing/real-histories.ts'
import { conversationFor, roughCounter, sharedConversationFor } from '../../kernel/testing/run-on.ts'
import { randomRuns, selectTestShare } from '../../kernel/testing/shares.ts'
import { visitClosePairs, createWordNumbering, collectTellingWords } from '../facts/create-word-numbering.ts'
import { findFacts, locateFacts } from '../facts/find-facts.ts'
import { isWritten } from '../facts/is-said.ts'
import { linesOf } from '../facts/line-keys.ts'
import { wordPairs } from '../metrics/word-pairs.ts'
import { selectContentWords, createLooseFinder } from '../state/loose-finder.ts'
import { tokensOfPart } from '../state/tokenise-text.ts'
import { findFirstPlaces } from './find-first-places.ts'
import { findLineIndex } from './find-line-index.ts'
import { findStatementIndex } from './find-statement-index.ts'

/** An end of a conversation by itself, which nothing tells what it is the end of. */
function cutOff(whole: Conversation, from: number): Conversation {
  const { messages, parts, partTokens, messageTokens } = whole
  const own = { messages: messages.slice(from), parts: parts.slice(from) }
  return {
    ...whole,
    ...own,
    partTokens: partTokens.slice(from),
    messageTokens: messageTokens.slice(from),
  }
}

type Found = { readonly messageIndex: number; readonly partIndex: number } | undefined
const readFoundPlace = (found: Found, from = 0) =>
  found === undefined ? null : [found.messageIndex - from, found.partIndex]

function expectFactsAsScanned(whole: Conversation, from: number): void {
  const facts = findFacts(whole)
  const scanned = locateFacts(facts, cutOff(whole, from)).map(([first]) => readFoundPlace(first))
  const found = findFirstPlaces(facts, { conversation: whole, from }).map((first) =>
    readFoundPlace(first, from),
  )
  expect(found).toEqual(scanned)
}

function expectStatementsAsScanned(whole: Conversation, from: number): void {
  const statements = findFacts(whole).map(({ text }) => selectContentWords(text).slice(0, 12))
  const find = createLooseFinder(statements)
  const scanned = new Map<number, [number, number]>()
  cutOff(whole, from).parts.forEach((own, messageIndex) =>
    own.forEach((part, partIndex) => {
      for (const { key } of find(tokensOfPart(part)))
        if (!scanned.has(key)) scanned.set(key, [messageIndex, partIndex])
    }),
  )
  const index = findStatementIndex(whole)
  const found = statements.map((words) => readFoundPlace(index(words, from), from))
  expect(found).toEqual(statements.map((_, key) => scanned.get(key) ?? null))
}

function expectLinesAsScanned(whole: Conversation, from: number): void {
  const index = findLineIndex(whole)
  const uses = new Map<number, readonly [number, number] | null>()
  cutOff(whole, from).parts.forEach((own, messageIndex) =>
    own.forEach((part, partIndex) => {
      for (const key of linesOf(part).keys)
        if (!uses.has(key)) uses.set(key, isWritten(part) ? [messageIndex, partIndex] : null)
    }),
  )
  const all = [...new Set(whole.parts.flat().flatMap((part) => linesOf(part).keys))]
  expect(all.map((key) => readFoundPlace(index(key, from), from))).toEqual(
    all.map((key) => uses.get(key) ?? null),
  )
  const order = (key: number): number => index(key, from)?.order ?? -1
  const used = [...uses].flatMap(([key, use]) => (use === null ? [] : [key]))
  expect(used.toSorted((a, b) => order(a) - order(b))).toEqual(used)
}

/** The pairs that the assistant writes first and the source holds, by reading all of both. */
function scannedPairs(source: Conversation, continuation: Conversation) {
  const words = collectTellingWords(continuation.parts.flat().filter(isWritten))
  const read = createWordNumbering(words)
  const holders = words.map(() => new Set<number>())
  source.parts.forEach((own, message) =>
    own.forEach((part) => read(part).ids.forEach((id) => holders[id]?.add(message))),
  )
  const most = Math.max(3, 0.1 * source.parts.length)
  const firsts = ({ parts }: Conversation) => {
    const found = new Map<string, { readonly at: readonly [number, number]; readonly isOwn: boolean }>()
    parts.forEach((own, message) =>
      own.forEach((part, index) => {
        const { ids } = read(part)
        visitClosePairs(read(part), (one, other) => {
          const both = [ids[one] ?? 0, ids[other] ?? 0].toSorted((a, b) => a - b)
          if (both.some((id) => (holders[id]?.size ?? 0) > most)) return
          const key = both.map((id) => words[id]).join(' ')
          if (!found.has(key)) found.set(key, { at: [message, index], isOwn: isWritten(part) })
        })
      }),
    )
    return found
  }
  const stood = firsts(source)
  return [...firsts(continuation)].flatMap(([key, { at, isOwn }]) => {
    const before = stood.get(key)
    return isOwn && before !== undefined ? [{ key, used: at, stood: before.at }] : []
  })
}

function expectPairsAsScanned(whole: Conversation, from: number): void {
  const source = { ...whole, parts: whole.parts.slice(0, from), messages: whole.messages.slice(0, from) }
  const found = wordPairs({ source, continuation: sliceConversationEnd(whole, from) })?.pairs ?? []
  const read = found.map(({ words, used, stood }) => ({
    key: words.join(' '),
    used: [used.messageIndex, used.partIndex],
    stood: [stood.messageIndex, stood.partIndex],
  }))
  expect(read).toEqual(scannedPairs(source, cutOff(whole, from)))
}

const laws = [
  ['facts', expectFactsAsScanned],
  ['items of to-do lists', expectStatementsAsScanned],
  ['lines', expectLinesAsScanned],
  ['pairs of words', expectPairsAsScanned],
] as const

const history = fc.oneof(
  validHistory(),
  damagedHistory(),
  fc.array(sentences(), { minLength: 2, maxLength: 12 }),
)

/** Messages of few words, so that much is said again. */
function sentences(): fc.Arbitrary<Message> {
  const words = 'watcher stale lock src/lock.ts lib/src/lock.ts lock.ts Never the restart-server we must'
  const word = fc.constantFrom(
    ...words.split(' '),
    'decided to keep',
    'npm run build',
    '\n',
    '. ',
    '* [ ] restart the watcher\n',
    '12.5 MB',
    '`stale lock`',
  )
  const block = fc.array(word, { minLength: 1, maxLength: 12 }).map((chosen) => ({
    type: 'text' as const,
    text: chosen.join(' '),
  }))
  const content = fc.array(block, { minLength: 1, maxLength: 3 })
  return fc.record({ role: fc.constantFrom('user', 'assistant'), content })
}

it('finds the longer path that stands first in a message', () => {
  const text = (value: string) => ({ type: 'text' as const, text: value })
  const whole = conversationFor([
    { role: 'user', content: 'Look at lock.ts.' },
    { role: 'assistant', content: [text('In src/lock.ts.'), text('In lib/lock.ts.')] },
    { role: 'assistant', content: [text('In lib/lock.ts.'), text('In src/lock.ts.')] },
  ])
  for (const from of [1, 2]) expectFactsAsScanned(whole, from)
})

describe.each(laws.map(([what, law], turn) => ({ what, law, turn })))(
  '$what of an end of a conversation',
  ({ law: expectAsScanned, turn }) => {
    it('are found where a scan of that end finds them', () => {
      fc.assert(
        fc.property(history, fc.nat(12), (messages, from) => {
          const whole = conversationFor(messages)
          expectAsScanned(whole, Math.min(from, messages.length))
        }),
        { numRuns: randomRuns(150) },
      )
    })

    it.each(selectTestShare(realHistories(), turn, 3))('of $name are, too', ({ messages }) => {
      const whole = sharedConversationFor(messages, roughCounter)
      for (const share of [0, 0.5, 0.9]) expectAsScanned(whole, Math.floor(share * messages.length))
    })
  },
)

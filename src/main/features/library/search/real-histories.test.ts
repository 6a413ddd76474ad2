import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { hasRealHistories, realHistories } from '../../../kernel/testing/real-histories.ts'
import { openSearchDatabase } from '../../../platform/store/search/open-search-database.ts'
import { createSearchReader } from '../../../platform/store/search/search-reader.ts'
import { createSearchWriter, type IndexedMessage } from '../../../platform/store/search/search-writer.ts'
import { cutSnippet } from '../compute/search/cut-snippet.ts'
import { foldText } from '../compute/search/fold-text.ts'
import { matchExpression, parseQuery } from '../compute/search/parse-query.ts'

let folder = ''
let database: ReturnType<typeof openSearchDatabase>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-search-'))
  database = openSearchDatabase(join(folder, 'search.sqlite'))
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Texts of blocks that everybody reads, found without the code under test. */
function plainTexts({ content }: Message): string {
  if (typeof content === 'string') return content
  const texts = content.flatMap((block) => {
    const held = block.type === 'tool_result' ? block['content'] : block['text']
    if (typeof held === 'string') return [held]
    return Array.isArray(held) ? held.map((nested: { readonly text?: string }) => nested.text ?? '') : []
  })
  return texts.join('\n')
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '')
}

async function* indexed(messages: readonly Message[]): AsyncGenerator<IndexedMessage, void> {
  for (const [index, message] of messages.entries()) {
    const text = plainTexts(message)
    yield { index, role: message.role, ts: null, sortTs: 0, text, words: foldText(text) }
  }
}

const wordsTried = 40

describe.skipIf(!hasRealHistories).each(realHistories())('search in $name', ({ name, messages }) => {
  it('finds each word in exactly the messages that hold it, and shows it there', async () => {
    const texts = messages.map((message) => withoutAccents(plainTexts(message)).toLowerCase())
    await createSearchWriter(database).put({ id: name, snapshotSha256: name }, indexed(messages))
    const reader = createSearchReader(database)
    const words = [
      ...new Set(texts.join(' ').match(/(?<![\p{L}\p{N}\p{M}])[a-z]{3,12}(?![\p{L}\p{N}\p{M}])/gu)),
    ]
    const step = Math.max(1, Math.floor(words.length / wordsTried))
    for (const word of words.filter((_, at) => at % step === 0)) {
      const phrases = parseQuery(`"${word}"`)
      const limits = { limit: 100_000, within: null }
      const found = reader.find(matchExpression(phrases), limits, ({ taskId, messageIndex, text }) => ({
        messageIndex,
        isShown: taskId === name && cutSnippet(text, phrases).some((piece) => piece.isMatch),
      }))
      const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}\p{M}])${word}(?![\p{L}\p{N}\p{M}])`, 'u')
      const expected = texts.flatMap((text, index) => (pattern.test(text) ? [index] : []))
      const indices = found.map(({ messageIndex }) => messageIndex).toSorted((a, b) => a - b)
      const areShown = found.every(({ isShown }) => isShown)
      expect({ word, indices, areShown }).toEqual({ word, indices: expected, areShown: true })
    }
  })
})

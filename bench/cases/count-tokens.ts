import { splitHistory } from '../../src/main/kernel/history/split-parts.ts'
import { createBulkCounter } from '../../src/main/kernel/tokens/bulk-counter.ts'
import { createReferenceCounter } from '../../src/main/kernel/tokens/reference-counter.ts'
import type { TokenCounter } from '../../src/main/kernel/tokens/token-counter.ts'
import type { Message } from '../../src/shared/kernel/message.ts'
import { atLeast, atMost, type Benchmark, type Finding } from '../lib/benchmark.ts'
import { realMessages } from '../lib/histories.ts'
import { makeHistory } from '../lib/make-history.ts'
import { median, workOnce } from '../lib/timing.ts'

const rounds = 3

type Corpus = { readonly name: string; readonly texts: readonly string[] }

/** Bulk counter against js-tiktoken, text by text, in turns. */
export const countTokens: Benchmark = {
  id: 'count',
  title: 'Token count: bulk counter against js-tiktoken on the same texts',
  measure: async () => {
    const made = makeHistory({ seed: 7, messages: 700, linesPerFile: 37 })
    const corpora = [
      { name: 'made history', texts: textsOf(made) },
      { name: 'real tasks', texts: textsOf(await realMessages()) },
    ]
    const [bulk, reference] = await Promise.all([createBulkCounter(), createReferenceCounter()])
    const findings: Finding[] = []
    for (const corpus of corpora.filter(({ texts }) => texts.length > 0)) {
      findings.push(...(await compare(corpus, bulk, reference)))
    }
    return findings
  },
}

async function compare(
  { name, texts }: Corpus,
  bulk: TokenCounter,
  reference: TokenCounter,
): Promise<Finding[]> {
  const chars = texts.reduce((sum, text) => sum + text.length, 0)
  const [bulkTimes, referenceTimes]: [number[], number[]] = [[], []]
  let differing = 0
  for (let round = 0; round < rounds; round += 1) {
    const exact = workOnce(() => texts.map((text) => reference.count(text)))
    const fast = workOnce(() => texts.map((text) => bulk.count(text)))
    referenceTimes.push(exact.ms)
    bulkTimes.push(fast.ms)
    differing = fast.value.filter((tokens, index) => tokens !== exact.value[index]).length
  }
  const ratios = referenceTimes.map((ms, round) => ms / (bulkTimes[round] ?? Number.NaN))
  const speed = chars / median(bulkTimes) / 1000
  const size = `${(chars / 1e6).toFixed(1)} M characters, ${texts.length.toLocaleString('en-US')} texts`
  return [
    { what: `${name}: times as fast`, value: median(ratios), unit: 'x', target: atLeast(5), note: size },
    { what: `${name}: times as fast, first time`, value: ratios[0] ?? Number.NaN, unit: 'x' },
    { what: `${name}: counted differently`, value: differing, unit: 'texts', target: atMost(0) },
    { what: `${name}: bulk counter`, value: speed, unit: 'Mchar/s' },
  ]
}

function textsOf(messages: readonly Message[]): readonly string[] {
  return splitHistory(messages)
    .flat()
    .map((part) => part.text)
}

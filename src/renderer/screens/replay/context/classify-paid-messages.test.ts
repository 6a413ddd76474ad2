import { expect, it } from 'vitest'
import { classifyPaidMessages } from './classify-paid-messages.ts'

const context = {
  prefixTokens: 100,
  messages: [{ tokens: 50 }, { tokens: 50 }, { tokens: 50 }, { tokens: 0 }],
}

it.each([
  [{ cacheRead: 0, cacheWrite: 0 }, 'uncached uncached uncached cacheRead'],
  [{ cacheRead: 250, cacheWrite: 0 }, 'cacheRead cacheRead cacheRead cacheRead'],
  [{ cacheRead: 150, cacheWrite: 100 }, 'cacheRead cacheWrite cacheWrite cacheRead'],
  [{ cacheRead: 180, cacheWrite: 30 }, 'cacheRead cacheRead… uncached… cacheRead'],
  [{ cacheRead: 40, cacheWrite: 60 }, 'uncached uncached uncached cacheRead'],
])('where %j was read and written, messages are %s', (paid, kinds) =>
  expect(
    classifyPaidMessages(context, paid)
      .map(({ kind, isAll }) => `${kind}${isAll ? '' : '…'}`)
      .join(' '),
  ).toBe(kinds),
)

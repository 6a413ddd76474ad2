import { expect, it } from 'vitest'
import { readSizeLimit } from './read-size-limit.ts'

it.each([
  ['prompt is too long: 210000 tokens > 200000 maximum', 200_000, 210_000],
  [
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    8192,
    9000,
  ],
  [
    "This model's maximum context length is 128000 tokens. However, you requested 140000 tokens (136000 in the messages, 4000 in the completion).",
    128_000,
    140_000,
  ],
  [
    "This model's maximum context length is 4096 tokens. Your prompt contains at least 4097 input tokens.",
    4096,
    4097,
  ],
  [
    'the request (5,000 tokens) exceeds the available context size (4,096 tokens), try increasing it',
    4096,
    5000,
  ],
  [
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    1_048_576,
    1_200_000,
  ],
  ["This model's maximum context length is 8192 tokens.", 8192, null],
])('reads %s', (message, maximumTokens, askedTokens) => {
  expect(readSizeLimit(`The request is too long for m-4 (400). It says: ${message}`)).toEqual({
    maximumTokens,
    askedTokens,
  })
})

it.each(['', 'The request is too long for gpt-4 (413).', 'input is too long'])(
  'finds nothing in %j',
  (message) => {
    expect(readSizeLimit(message)).toBeNull()
  },
)

import { describe, expect, it } from 'vitest'
import type { Message } from '../../shared/kernel/message.ts'
import type { RecordedUsage, RequestUsage } from '../../shared/kernel/usage.ts'
import {
  computeRequestStart as start,
  deleted,
  messages,
  requests,
  tagged,
  usage,
} from '../features/replay/compute/testing/condensed-example.ts'
import {
  characterCounter,
  exampleTask,
  makeUniqueMessage,
  updatedExample,
} from '../features/replay/compute/testing/replay-example.ts'
import type { RecordedTask } from './recorded-task.ts'
import { collectRuns, describeLine, describeTask, reconstructByCharacters } from './testing/describe-task.ts'
import { handCutKinds, handCutTask } from './testing/hand-cut-task.ts'
import { madeUpHistory, readContentText } from './testing/made-up-history.ts'
import { truncatedTask, truncationKinds } from './testing/truncated-task.ts'
import { withAttempt } from './testing/with-attempt.ts'

const ts = start(3) + 1000
const makeSummary = (id: string, tokens: number, more: Partial<Message> = {}): Message => ({
  ...makeUniqueMessage('user', tokens, id),
  isSummary: true,
  condenseId: id,
  ...more,
})
const withUsage = (task: RecordedTask, more: Partial<RecordedUsage>): RecordedTask => ({
  ...task,
  usage: { ...task.usage, ...more },
})
/** The task with other figures, at the prices of the example. */
const withRequests = (
  task: RecordedTask,
  change: (request: RequestUsage, index: number) => Partial<RequestUsage>,
): RecordedTask =>
  withUsage(task, {
    requests: task.usage.requests.map((one, index) => {
      const own = { ...one, ...change(one, index) }
      const { tokensIn = 0, cacheReads = 0, cacheWrites = 0, tokensOut = 0 } = own
      return {
        ...own,
        costUsd: (tokensIn * 3 + cacheReads * 0.3 + cacheWrites * 3.75 + tokensOut * 15) / 1e6,
      }
    }),
  })
/** The task whose requests from one on had other inputs, of which the system prompt was read from the cache. */
const withInputs = (task: RecordedTask, from: number, inputs: readonly number[]): RecordedTask =>
  withRequests(task, (_, at) => {
    const tokens = inputs[at - from]
    return tokens === undefined ? {} : { cacheReads: 2000, cacheWrites: tokens - 2000 }
  })

type Around = readonly [mode: string, model: string, promptTokens: number]
/** The question of each request names its mode and its model, with so many tokens more of system prompt. */
const withSurroundings = (task: RecordedTask, around: readonly Around[]): RecordedTask => ({
  ...withRequests(task, ({ cacheWrites = 0 }, at) => ({ cacheWrites: cacheWrites + (around[at]?.[2] ?? 0) })),
  messages: task.messages.map((message, index): Message => {
    const [mode, model] = around[index >> 1] ?? []
    if (message.role !== 'user' || mode === undefined) return message
    const text = `<environment_details>\n<model>${model}</model>\n# Current Mode\n<slug>${mode}</slug>\n</environment_details>`
    return { ...message, content: `${readContentText(message.content).slice(0, -text.length)}${text}` }
  }),
})
const changingModes: readonly Around[] = [
  ['code', 'small', 0],
  ['code', 'small', 0],
  ['ask', 'small', 1500],
  ['ask', 'large', 1500],
  ['code', 'large', 0],
  ['ask', 'large', 1500],
]

/** System prompt, summary and what came since. */
const afterSummary = [3500, 4500, 5500]

/** Truncated behind a marker before request 3: the first message and those from 5 on stay. */
function truncatedBehindMarker(): RecordedTask {
  const hidden = messages.map((message, at) =>
    at > 0 && at < 5 ? { ...message, truncationParent: 't' } : message,
  )
  const marker = { ...makeUniqueMessage('user', 10, 'marker'), isTruncationMarker: true, truncationId: 't' }
  const task = { messages: hidden.toSpliced(7, 0, marker), usage, hiddenRange: null }
  return withUsage(withInputs(task, 3, [7010, 8010, 9010]), {
    truncations: [{ ts, truncationId: 't', tokensBefore: 8000 }],
  })
}

/** Condensed before request 2, again twice before request 4, and once with a summary that is gone before request 5. */
function condensedAgain(ids: readonly string[]): RecordedTask {
  const tag = (parent: string, from: number, to: number): Message[] =>
    messages.slice(from, to).map((message) => ({ ...message, condenseParent: parent }))
  const times = [start(2) + 1000, start(4) + 1000, start(4) + 1500, start(5) + 1000]
  const task = {
    messages: [
      ...tag('a', 0, 4),
      makeSummary('a', 600, { condenseParent: 'b' }),
      ...tag('b', 4, 8),
      makeSummary('b', 300),
      ...messages.slice(8),
    ],
    usage: {
      requests: requests(),
      condensations: ids.map((condenseId, at) => ({
        ts: times[at] ?? 0,
        condenseId,
        costUsd: (at + 1) / 100,
      })),
    },
    hiddenRange: null,
  }
  return withInputs(task, 2, [3500, 4500, 3200, 4200])
}

/** A summary (at 6) stands for the first six messages, message 7 was taken back, and message 8 cut at the end. */
const loggedTask: RecordedTask = {
  messages: messages.toSpliced(6, 0, makeSummary('s', 600)),
  usage: {
    requests: requests(),
    condensations: [
      { condenseId: 's', costUsd: 0.01, tokensBefore: 9000 },
      { kind: 'truncation', trigger: 'manual' },
    ],
  },
  hiddenRange: null,
  contexts: {
    requests: [1, 3, 5, 8, 10, 12].map((answer, at) => ({
      answer: at === 4 ? null : answer,
      before: answer,
    })),
    changes: [
      { request: 3, written: 8, hide: [[0, 6]], show: [[6, 7]], condensation: 0 },
      { request: 4, written: 10, hide: [[7, 8]], show: [] },
      { request: 6, written: 13, hide: [[8, 9]], show: [], condensation: 1 },
    ],
    copies: [],
  },
}

describe('what is reconstructed of a task', () => {
  it.each<[string, RecordedTask, string]>([
    [
      'that never condensed',
      exampleTask(6),
      `
      0: 0-0 > 1, 0+6000+0/100, prompt 2000
      1: 0-2 > 3, 6000+1000+0/100, prompt 2000
      2: 0-4 > 5, 7000+1000+0/100, prompt 2000
      3: 0-6 > 7, 8000+1000+0/100, prompt 2000
      4: 0-8 > 9, 9000+1000+0/100, prompt 2000
      5: 0-10 > 11, 10000+1000+0/100, prompt 2000
      contexts: +0>0 +1<0 +2>1 +3<1 +4>2 +5<2 +6>3 +7<3 +8>4 +9<4 +10>5 +11<5
      sizes: 4000 100 900 100 900 100 900 100 900 100 900 100
      fitted: as recorded, prompts 2000 2000 2000 2000 2000 2000
      line: 1.000x + 2000 by 6 (0-5 at 2000)
      next: 11100 + 0 recorded, 11100 recorded
    `,
    ],
    [
      'of which no figures are recorded',
      withUsage(exampleTask(3), { requests: usage.requests.slice(0, 3).map((one) => ({ ts: one.ts })) }),
      `
      0: 0-0 > 1, not-recorded, prompt 0, unknown, no-cost
      1: 0-2 > 3, not-recorded, prompt 0, unknown, no-cost
      2: 0-4 > 5, not-recorded, prompt 0, unknown, no-cost
      contexts: +0>0 +1<0 +2>1 +3<1 +4>2 +5<2
      sizes: 5000 125 1125 125 1125 125
      next: 6000 + 100 counted, null recorded
    `,
    ],
    [
      'without any times',
      {
        ...withRequests(exampleTask(4), () => ({ ts: null })),
        messages: exampleTask(4).messages.map(({ role, content }) => ({ role, content })),
      },
      `
      0: 0-0 > 1, 0+6000+0/100, prompt 2000
      1: 0-2 > 3, 6000+1000+0/100, prompt 2000
      2: 0-4 > 5, 7000+1000+0/100, prompt 2000
      3: 0-6 > 7, 8000+1000+0/100, prompt 2000
      contexts: +0>0 +1<0 +2>1 +3<1 +4>2 +5<2 +6>3 +7<3
      sizes: 4000 100 900 100 900 100 900 100
      next: 9100 + 0 recorded, 9100 recorded
    `,
    ],
    [
      'whose questions tell models and modes',
      withSurroundings(exampleTask(6), changingModes),
      `
      0: 0-0 > 1, 0+6000+0/100, prompt 2000, small environment
      1: 0-2 > 3, 6000+1000+0/100, prompt 2000, small environment
      2: 0-4 > 5, 7000+2500+0/100, prompt 3500, small environment
      3: 0-6 > 7, 8000+2500+0/100, prompt 3500, large environment, no window
      4: 0-8 > 9, 9000+1000+0/100, prompt 2000, large environment, no window
      5: 0-10 > 11, 10000+2500+0/100, prompt 3500, large environment, no window
      contexts: +0>0 +1<0 +2>1 +3<1 +4>2 +5<2 +6>3 +7<3 +8>4 +9<4 +10>5 +11<5
      sizes: 4000 100 900 100 900 100 900 100 900 100 900 100
      fitted: as recorded, prompts 2000 2000 3500 3500 2000 3500
      line: 1.000x + 3500 by 6 (0-1 at 2000, 2-2 at 3500, 3-3 at 3500, 4-4 at 2000, 5-5 at 3500)
      next: 12600 + 0 recorded, 12600 recorded
      inForce: large
      models: 0 small 7 large
      modes: 0 code 5 ask 9 code 11 ask
    `,
    ],
    [
      'whose agent came to count its cached tokens with the input',
      updatedExample(4),
      `
      0: 0-0 > 1, 0+6000+0/100, prompt 2000
      1: 0-2 > 3, 6000+1000+0/100, prompt 2000
      2: 0-4 > 5, 7000+1000+0/100, prompt 2000
      3: 0-6 > 7, 8000+1000+0/100, prompt 2000
      4: 0-8 > 9, 9000+1000+0/100, prompt 2000
      5: 0-10 > 11, 10000+1000+0/100, prompt 2000
      6: 0-12 > 13, 11000+1000+0/100, prompt 2000
      7: 0-14 > 15, 12000+1000+0/100, prompt 2000
      contexts: +0>0 +1<0 +2>1 +3<1 +4>2 +5<2 +6>3 +7<3 +8>4 +9<4 +10>5 +11<5 +12>6 +13<6 +14>7 +15<7
      sizes: 4000 100 900 100 900 100 900 100 900 100 900 100 900 100 900 100
      fitted: as recorded, prompts 2000 2000 2000 2000 2000 2000 2000 2000
      line: 1.000x + 2000 by 8 (0-7 at 2000)
      next: 13100 + 0 recorded, 13100 recorded
    `,
    ],
    [
      'priced from a list',
      withUsage(exampleTask(3), {
        requests: [0, 6000, 7000].map((cacheReads, at) => ({
          ts: start(at),
          modelId: 'small',
          tokensIn: 0,
          tokensOut: 100,
          cacheReads,
          cacheWrites: at === 0 ? 6000 : 1000,
          ...(at === 1 ? { derivedUsd: 0.02 } : { unpriced: 'speed fast' }),
        })),
      }),
      `
      0: 0-0 > 1, 0+6000+0/100, prompt 2000, small, unknown, unpriced
      1: 0-2 > 3, 6000+1000+0/100, prompt 2000, small, derived
      2: 0-4 > 5, 7000+1000+0/100, prompt 2000, small, unknown, unpriced
      contexts: +0>0 +1<0 +2>1 +3<1 +4>2 +5<2
      sizes: 4000 100 900 100 900 100
      next: 8100 + 0 recorded, 8100 recorded
      inForce: small
      models: 0 small
    `,
    ],
    [
      'condensed behind tags',
      withInputs(tagged({ ts, tokensBefore: 9000, costUsd: 0.01 }), 3, afterSummary),
      `
      0: 0-0 > 1, 0+6000+0/100, prompt 2000, small
      1: 0-2 > 3, 6000+1000+0/100, prompt 2000, small
      2: 0-4 > 5, 7000+1000+0/100, prompt 2000, small
      3: 6-7 > 8, 2000+1500+0/100, prompt 2000, small, condensation for $0.01 7000 => 1500
      4: 6-9 > 10, 2000+2500+0/100, prompt 2000, small
      5: 6-11 > 12, 2000+3500+0/100, prompt 2000, small
      condensed: condensation of 9000 before 3
      contexts: +0>0 +1<0 +2>1 +3<1 +4>2 +5<2 +<2 +6+7-0-1-2-3-4-5>3 +8<3 +9>4 +10<4 +11>5 +12<5
      sizes: 4000 100 900 100 900 100 600 900 100 900 100 900 100
      fitted: as recorded, prompts 2000 2000 2000 2000 2000 2000
      next: 5600 + 0 recorded, 5600 recorded
      inForce: small
      models: 0 small
      uncondensed: 12: 0 1 2 3 4 5 6 6 7 8 9 10 11
      summaries: c
    `,
    ],
    [
      'condensed at no time',
      withInputs(tagged({ tokensBefore: 8100 }), 3, afterSummary),
      `
      0: 0-0 > 1, 0+6000+0/100, prompt 2000, small
      1: 0-2 > 3, 6000+1000+0/100, prompt 2000, small
      2: 0-4 > 5, 7000+1000+0/100, prompt 2000, small
      3: 6-7 > 8, 2000+1500+0/100, prompt 2000, small, condensation for $null 7000 => 1500
      4: 6-9 > 10, 2000+2500+0/100, prompt 2000, small
      5: 6-11 > 12, 2000+3500+0/100, prompt 2000, small
      condensed: condensation of 8100 before 3
      contexts: +0>0 +1<0 +2>1 +3<1 +4>2 +5<2 +6-0-1-2-3-4-5<2 +7>3 +8<3 +9>4 +10<4 +11>5 +12<5
      sizes: 4000 100 900 100 900 100 600 900 100 900 100 900 100
      fitted: as recorded, prompts 2000 2000 2000 2000 2000 2000
      next: 5600 + 0 recorded, 5600 recorded
      inForce: small
      models: 0 small
      uncondensed: 12: 0 1 2 3 4 5 6 6 7 8 9 10 11
      summaries: c
    `,
    ],
    [
      'condensed and deleted',
      withInputs(deleted({ ts, tokensBefore: 9000, costUsd: 0.01 }), 3, [7600, 8600, 9600]),
      `
      0: condensed-away > -, 0+6000+0/100, small
      1: condensed-away > -, 6000+1000+0/100, small
      2: condensed-away > -, 7000+1000+0/100, small
      3: 0-3 > 4, 2000+5600+0/100, prompt 2000, small
      4: 0-5 > 6, 2000+6600+0/100, prompt 2000, small
      5: 0-7 > 8, 2000+7600+0/100, prompt 2000, small
      condensed: condensation of 9000 before 3, deleting
      contexts: +0<3 +1<3 +2<3 +3>3 +4<3 +5>4 +6<4 +7>5 +8<5
      sizes: 4000 600 100 900 100 900 100 900 100
      next: 9700 + 0 recorded, 9700 recorded
      inForce: small
      models: 0 small
    `,
    ],
    [
      'condensed and deleted, in modes that are gone',
      withSurroundings(withInputs(deleted({ ts, costUsd: 0.01 }), 3, [7600, 8600, 9600]), changingModes),
      `
      0: condensed-away > -, 0+6000+0/100, small
      1: condensed-away > -, 6000+1000+0/100, small
      2: condensed-away > -, 7000+2500+0/100, small
      3: 0-3 > 4, 2000+7100+0/100, prompt 0, small
      4: 0-5 > 6, 2000+6600+0/100, prompt 0, small
      5: 0-7 > 8, 2000+9100+0/100, prompt 0, small
      condensed: condensation of null before 3, deleting
      contexts: +0<3 +1<3 +2<3 +3>3 +4<3 +5>4 +6<4 +7>5 +8<5
      sizes: 6500 975 163 1462 0 0 200 1800 250
      next: 11200 + 0 recorded, 11200 recorded
      inForce: small
      models: 0 small
      modes: 0 code 6 ask
    `,
    ],
    [
      'condensed twice',
      condensedAgain(['a', 'b', 'b']),
      `
      0: 0-0 > 1, 0+6000+0/100, prompt 2000, small
      1: 0-2 > 3, 6000+1000+0/100, prompt 2000, small
      2: 4-5 > 6, 2000+1500+0/100, prompt 2000, small, condensation for $0.01 6000 => 1500
      3: 4-7 > 8, 2000+2500+0/100, prompt 2000, small
      4: 9-10 > 11, 2000+1200+0/100, prompt 2000, small, condensation for $0.05 3500 => 1200
      5: 9-12 > 13, 2000+2200+0/100, prompt 2000, small
      condensed: condensation of null before 2 | condensation of null before 4 | condensation of null before 4
      contexts: +0>0 +1<0 +2>1 +3<1 +<1 +4+5-0-1-2-3>2 +6<2 +7>3 +8<3 +<3 +9+10-4-5-6-7-8>4 +11<4 +12>5 +13<5
      sizes: 4000 100 900 100 600 900 100 900 100 300 900 100 900 100
      fitted: as recorded, prompts 2000 2000 2000 2000 2000 2000
      next: 4300 + 0 recorded, 4300 recorded
      inForce: small
      models: 0 small
      uncondensed: 12: 0 1 2 3 4 4 5 6 7 8 8 9 10 11
      summaries: a b b
    `,
    ],
    [
      'condensed once more with a summary that is gone',
      condensedAgain(['a', 'b', 'b', 'lost']),
      `
      0: condensed-away > -, 0+6000+0/100, small
      1: condensed-away > -, 6000+1000+0/100, small
      2: condensed-away > -, 2000+1500+0/100, small
      3: condensed-away > -, 2000+2500+0/100, small
      4: condensed-away > -, 2000+1200+0/100, small
      5: 9-12 > 13, 2000+2200+0/100, prompt 1450, small, condensation for $0.01 9000 => 4500, condensation for $0.05 4500 => 2200
      condensed: condensation of null before 2 | condensation of null before 4 | condensation of null before 4 | condensation of null before 5, deleting
      contexts: +0<5 +1<5 +2<5 +3<5 +<5 +5<5 +4+6-0-1-2-3<5 +7<5 +8<5 +<5 +10<5 +9+11-4-5-6-7-8<5 +12>5 +13<5
      sizes: 5000 125 1125 125 750 1125 125 1125 125 375 1125 125 1125 125
      next: 4300 + 0 recorded, 4300 recorded
      inForce: small
      models: 0 small
      uncondensed: 12: 0 1 2 3 4 4 5 6 7 8 8 9 10 11
      summaries: a b b
    `,
    ],
    [
      'truncated behind a marker',
      truncatedBehindMarker(),
      `
      0: 0-0 > 1, 0+6000+0/100, prompt 2000
      1: 0-2 > 3, 6000+1000+0/100, prompt 2000
      2: 0-4 > 5, 7000+1000+0/100, prompt 2000
      3: 0-0+5-7 > 8, 2000+5010+0/100, prompt 2000, truncation for $0 7000 => 5010
      4: 0-0+5-9 > 10, 2000+6010+0/100, prompt 2000
      5: 0-0+5-11 > 12, 2000+7010+0/100, prompt 2000
      condensed: truncation of 8000 before 3
      contexts: +0>0 +1<0 +2>1 +3<1 +4>2 +5<2 +6<2 +7-1-2-3-4>3 +8<3 +9>4 +10<4 +11>5 +12<5
      sizes: 4000 100 900 100 900 100 900 10 100 900 100 900 100
      fitted: as recorded, prompts 2000 2000 2000 2000 2000 2000
      next: 9110 + 0 recorded, 9110 recorded
      uncondensed: 12: 0 1 2 3 4 5 6 7 7 8 9 10 11
    `,
    ],
    [
      'whose requests name what they leave out',
      withRequests(withInputs(exampleTask(6), 3, [7000, 8000, 8000]), (_, at) =>
        at < 3 ? {} : { deletedRange: at < 5 ? [1, 4] : [1, 6] },
      ),
      `
      0: 0-0 > 1, 0+6000+0/100, prompt 2000
      1: 0-2 > 3, 6000+1000+0/100, prompt 2000
      2: 0-4 > 5, 7000+1000+0/100, prompt 2000
      3: 0-0+5-6 > 7, 2000+5000+0/100, prompt 2000, truncation for $0 unrecorded 7000 => 5000
      4: 0-0+5-8 > 9, 2000+6000+0/100, prompt 2000
      5: 0-0+7-10 > 11, 2000+6000+0/100, prompt 2000, truncation for $0 unrecorded 7000 => 6000
      condensed: truncation of null before 3 | truncation of null before 5
      contexts: +0>0 +1<0 +2>1 +3<1 +4>2 +5<2 +6-1-2-3-4>3(1-4) +7<3(1-4) +8>4(1-4) +9<4(1-4) +10-5-6>5(1-6) +11<5(1-6)
      sizes: 4000 100 900 100 900 100 900 100 900 100 900 100
      fitted: as recorded, prompts 2000 2000 2000 2000 2000 2000
      next: 8100 + 0 recorded, 8100 recorded
    `,
    ],
    [
      'that leaves out what no request names, from where the input fell',
      { ...withInputs(exampleTask(8), 5, [9000, 10_000, 11_000]), hiddenRange: { start: 1, end: 4 } },
      `
      0: 0-0 > 1, 0+6000+0/100, prompt 2000
      1: 0-2 > 3, 6000+1000+0/100, prompt 2000
      2: 0-4 > 5, 7000+1000+0/100, prompt 2000
      3: 0-6 > 7, 8000+1000+0/100, prompt 2000
      4: 0-8 > 9, 9000+1000+0/100, prompt 2000
      5: 0-0+5-10 > 11, 2000+7000+0/100, prompt 2000, truncation for $0 unrecorded no-request
      6: 0-0+5-12 > 13, 2000+8000+0/100, prompt 2000
      7: 0-0+5-14 > 15, 2000+9000+0/100, prompt 2000
      contexts: +0>0 +1<0 +2>1 +3<1 +4>2 +5<2 +6>3 +7<3 +8>4 +9<4 +10-1-2-3-4>5(1-4) +11<5(1-4) +12>6(1-4) +13<6(1-4) +14>7(1-4) +15<7(1-4)
      sizes: 4000 100 900 100 900 100 900 100 900 100 900 100 900 100 900 100
      fitted: as recorded, prompts 2000 2000 2000 2000 2000 2000 2000 2000
      line: 1.000x + 0 by 8 (0-4 at 2000, 5-7 at 0)
      next: 11100 + 0 recorded, 11100 recorded
      undated: {"start":1,"end":4}
    `,
    ],
    [
      'with a log of what was sent',
      withInputs(loggedTask, 3, [3500, 3600, 4600]),
      `
      0: 0-0 > 1, 0+6000+0/100, prompt 2000, small
      1: 0-2 > 3, 6000+1000+0/100, prompt 2000, small
      2: 0-4 > 5, 7000+1000+0/100, prompt 2000, small
      3: 6-7 > 8, 2000+1500+0/100, prompt 2000, small, condensation for $0.01 at 3 7000 => 1500
      4: unplaced-attempt > -, 2000+1600+0/100, small
      5: 6-6+8-11 > 12, 2000+2600+0/100, prompt 2000, small
      condensed: condensation of 9000 before 3 | truncation of null before null, by hand (place)
      last: truncation for $0 2700 => 2600
      contexts: +0>0 +1<0 +2>1 +3<1 +4>2 +-0-1-2-3-4<2 +6<2 +7>3 +8-7<3 +9<3 +10<3 +11>5 +12-8<5
      sizes: 4000 100 900 100 900 100 600 900 100 900 100 900 100
      fitted: as recorded, prompts 2000 2000 2000 2000 2000
      line: 1.000x + 2000 by 5 (0-2 at 2000, 3-3 at 2000, 5-5 at 2000)
      next: 4500 + 100 calibrated, 4700 recorded
      inForce: small
      models: 0 small
      uncondensed: 11: 0 1 2 3 4 5 6 6 6 7 8 9 10
      logged: 0-0 0-2 0-4 6-7 6-6+8-9 6-6+8-11
      summaries: s
    `,
    ],
    [
      'with a request that nothing answers',
      withAttempt(exampleTask(6), 3),
      `
      0: 0-0 > 1, 0+6000+0/100, prompt 2000
      1: 0-2 > 3, 6000+1000+0/100, prompt 2000
      2: 0-4 > 5, 7000+1000+0/100, prompt 2000
      3: 0-6 attempt > -, 8000+1000+0/40, prompt 2000
      4: 0-6 > 7, 9000+0+0/100, prompt 2000
      5: 0-8 > 9, 9000+1000+0/100, prompt 2000
      6: 0-10 > 11, 10000+1000+0/100, prompt 2000
      contexts: +0>0 +1<0 +2>1 +3<1 +4>2 +5<2 +6>4 +7<4 +8>5 +9<5 +10>6 +11<6
      sizes: 4000 100 900 100 900 100 900 100 900 100 900 100
      fitted: as recorded, prompts 2000 2000 2000 2000 2000 2000 2000
      line: 1.000x + 2000 by 6 (0-6 at 2000) without 3 no-answer
      next: 11100 + 0 recorded, 11100 recorded
    `,
    ],
    [
      'without its beginning',
      handCutTask(exampleTask(10), 'rest', { from: 6, holeLength: 0 }),
      `
      0: lost-history > -, 0+6000+0/100
      1: lost-history > -, 6000+1000+0/100
      2: lost-history > -, 7000+1000+0/100
      3: lost-history > 1, 8000+1000+0/100
      4: lost-history > 3, 9000+1000+0/100
      5: lost-history > 5, 10000+1000+0/100
      6: lost-history > 7, 11000+1000+0/100
      7: lost-history > 9, 12000+1000+0/100
      8: lost-history > 11, 13000+1000+0/100
      9: lost-history > 13, 14000+1000+0/100
      contexts: +0<null +1<null +2<null +3<null +4<null +5<null +6<null +7<null +8<null +9<null +10<null +11<null +12<null +13<null
      sizes: 900 100 900 100 900 100 900 100 900 100 900 100 900 100
      next: 15100 + 0 recorded, 15100 recorded
    `,
    ],
    [
      'with a hole',
      handCutTask(exampleTask(10), 'hole', { from: 7, holeLength: 4 }),
      `
      0: 0-0 > 1, 0+6000+0/100, prompt 2000
      1: 0-2 > 3, 6000+1000+0/100, prompt 2000
      2: 0-4 > 5, 7000+1000+0/100, prompt 2000
      3: lost-history > -, 8000+1000+0/100
      4: lost-history > -, 9000+1000+0/100
      5: lost-history > 7, 10000+1000+0/100
      6: lost-history > 9, 11000+1000+0/100
      7: lost-history > 11, 12000+1000+0/100
      8: lost-history > 13, 13000+1000+0/100
      9: lost-history > 15, 14000+1000+0/100
      contexts: +0>0 +1<0 +2>1 +3<1 +4>2 +5<2 +6<2 +7<2 +8<2 +9<2 +10<2 +11<2 +12<2 +13<2 +14<2 +15<2
      sizes: 4000 100 900 100 900 100 900 100 900 100 900 100 900 100 900 100
      next: 15100 + 0 recorded, 15100 recorded
    `,
    ],
  ])('%s', (_name, task, expected) => {
    expect(describeTask(task)).toBe(expected.trim().replaceAll(/^ +/gm, ''))
  })
})

const describeLines = (task: RecordedTask, isWanted: RegExp): string =>
  describeTask(task)
    .split('\n')
    .filter((line) => isWanted.test(line))
    .join('\n')

describe('a condensation', () => {
  it.each([
    [{ ts: start(2) + 6000, tokensBefore: 8000 }, 'condensation of 8000 before 3, by hand (place)'],
    [{ ts, tokensBefore: 8100 }, 'condensation of 8100 before 3, by hand (count)'],
    [{ ts: start(0) - 1 }, 'condensation of null before null'],
    [{ ts: start(5) + 6000 }, 'condensation of null before null, by hand (place)'],
  ])('of %j has the place and the cause that its time and size tell', (condensation, expected) => {
    expect(describeLines(tagged(condensation), /^condensed/)).toBe(`condensed: ${expected}`)
  })
})

describe('a request that nothing answers', () => {
  it.each([
    ['of another input is not known', { cacheWrites: 5000 }, '3: other-input > -, 8000+5000+0/40'],
    ['that was free is not known', { costUsd: 0 }, '3: no-answer > -, 8000+1000+0/40'],
    [
      'went to its model',
      { modelId: 'large' },
      '3: 0-6 attempt > -, 8000+1000+0/40, prompt 2000, large, no window',
    ],
  ])('%s', (_name, more, expected) => {
    expect(describeLines(withAttempt(exampleTask(6), 3, more), /^3/)).toBe(expected)
  })

  it('sent the last question where it is the last', () => {
    const task = { ...exampleTask(6), messages: messages.slice(0, 11) }
    expect(describeLines(task, /^5|next/)).toBe(
      '5: 0-10 attempt > -, 10000+1000+0/100, prompt 2000\nnext: 11100 + 900 recorded, 11100 recorded',
    )
  })
})

const noTimes = (task: RecordedTask, from = 0, to = Infinity): RecordedTask => ({
  ...task,
  messages: task.messages.map(({ ts: own, ...one }, at) =>
    own == null || (at >= from && at < to) ? one : { ...one, ts: own },
  ),
})
const without = (task: RecordedTask, ...gone: readonly number[]): RecordedTask => ({
  ...task,
  messages: task.messages.filter((_, at) => !gone.includes(at)),
})
const example = exampleTask(6)

describe('the answers of requests', () => {
  it.each<[string, RecordedTask, string]>([
    ['by order, where messages have no times', noTimes(example), '1 3 5 7 9 11'],
    ['by order, where requests have no times', withRequests(example, () => ({ ts: null })), '1 3 5 7 9 11'],
    [
      'by order between those with times',
      noTimes(
        withRequests(example, (_, at) => (at === 2 ? { ts: null } : {})),
        3,
        8,
      ),
      '1 3 5 7 9 11',
    ],
    [
      'of none where one of them is gone and nothing else tells',
      without(noTimes(example), 5),
      'no-time no-time no-time no-time no-time no-time',
    ],
    [
      'by what was cancelled',
      without(noTimes(withRequests(example, (_, at) => (at === 2 ? { cancelled: true } : {}))), 5),
      '1 3 no-answer 6 8 10',
    ],
    [
      'by what put nothing out',
      without(noTimes(withRequests(example, (_, at) => (at === 2 ? { tokensOut: 0 } : {}))), 5),
      '1 3 no-answer 6 8 10',
    ],
    [
      'of neither where nothing tells which of two is gone',
      without(noTimes(example, 6, 8), 5),
      '1 3 no-time no-time 8 10',
    ],
    ['by their times', without(example, 4, 5), '1 3 no-answer 5 7 9'],
    [
      'by the places that are recorded',
      without(
        noTimes(
          withRequests(example, (_, at) => ({ ts: null, historyIndex: at < 3 ? 2 * at - 1 : 2 * at - 2 })),
        ),
        5,
      ),
      '1 3 no-answer 6 8 10',
    ],
    [
      'by a clock that stands apart',
      { ...example, messages: messages.map((one) => ({ ...one, ts: (one.ts ?? 0) - 3_600_000 })) },
      '1 3 5 7 9 11',
    ],
    [
      'by order, in other units of time',
      { ...example, messages: messages.map((one) => ({ ...one, ts: (one.ts ?? 0) / 1000 })) },
      '1 3 5 7 9 11',
    ],
    [
      'whatever one message says of its time',
      { ...example, messages: messages.map((one, at) => (at === 5 ? { ...one, ts: 1 } : one)) },
      '1 3 5 7 9 11',
    ],
    [
      'not by what nobody asked for',
      {
        ...example,
        messages: messages.toSpliced(6, 0, makeUniqueMessage('assistant', 50, 'more', start(2) + 6000)),
      },
      '1 3 5 8 10 12',
    ],
    [
      'of those that are at hand',
      {
        ...without(
          noTimes(withRequests(example, (_, at) => ({ ts: null, historyIndex: 2 * at - 1 }))),
          0,
          1,
          2,
        ),
        fileIndices: [3, 4, 5, 6, 7, 8, 9, 10, 11],
      },
      'no-answer 0 2 4 6 8',
    ],
  ])('are known %s', (_name, task, expected) => {
    const { requests: found } = reconstructByCharacters(task)
    expect(found.map(({ answer }) => (answer.kind === 'unknown' ? answer.why : answer.value)).join(' ')).toBe(
      expected,
    )
  })
})

const prompts = [{ code: 13_400 }, { code: 34_000, orchestrator: 7000 }] as const
const sources = prompts.map((one) => madeUpHistory(2, characterCounter, one))

/** Which requests are known and why others are not, their system prompts, and the line they lie on. */
function summarize(task: RecordedTask): string {
  const run = reconstructByCharacters(task)
  const known = run.requests.map(
    (one) => [one.index, one.history.kind === 'unknown' ? one.history.why : 'known'] as const,
  )
  const prefixes = run.requests.flatMap((one) =>
    one.overhead.value === null ? [] : [[one.index, `${one.overhead.value.tokens}`] as const],
  )
  const own = run.requests.flatMap((one) => one.condensations.map(({ kind }) => `${one.index} ${kind}`))
  return [collectRuns(known), collectRuns(prefixes), describeLine(run), own.join(', ')]
    .filter((text) => text !== '')
    .join(' | ')
}

/** Tasks of 80 requests, with the prompt of one mode or of two, and what was kept of them. */
const longTasks = sources.flatMap((source, prompt): readonly (readonly [string, RecordedTask])[] => {
  const whole = truncatedTask(source.history, { ...source, kind: 'deletes', limitTokens: Infinity }).task
  return [
    ...truncationKinds.flatMap((kind) =>
      [400_000, 700_000].map((limitTokens) => {
        const { task } = truncatedTask(source.history, { ...source, kind, limitTokens })
        return [`${prompt + 1} ${kind} at ${limitTokens / 1000}k`, task] as const
      }),
    ),
    ...handCutKinds.flatMap((kind) =>
      (kind === 'hole' ? [31, 90] : [31]).map(
        (from) =>
          [`${prompt + 1} ${kind} at ${from}`, handCutTask(whole, kind, { from, holeLength: 20 })] as const,
      ),
    ),
  ]
})

describe('a task that its agent or a person cut', () => {
  it('is known as far as its prompts of 13,400 or of 34,000 and 7,000 tokens bear it out', () => {
    expect(longTasks.map(([name, task]) => `${name}: ${summarize(task)}`)).toEqual([
      '1 deletes at 400k: 0-75 lost-history, 76-79 known | 76-79 13096',
      '1 deletes at 700k: 0-72 lost-history, 73-79 known | 73-79 14390 | 1.247x + 14258 by 7 (73-79 at 14258) without 0-72 lost-history',
      '1 hides at 400k: 0-79 known | 0-79 13058 | 13 truncation, 19 truncation, 26 truncation, 34 truncation, 41 truncation, 49 truncation, 58 truncation, 63 truncation, 73 truncation',
      '1 hides at 700k: 0-79 known | 0-79 13070 | 25 truncation, 39 truncation, 58 truncation, 73 truncation',
      '1 hides-item at 400k: 0-12 known, 13-79 sent-less | 0-12 13077 | 1.250x + 13119 by 13 (0-12 at 13119) without 13-79 off',
      '1 hides-item at 700k: 0-24 known, 25-72 sent-less, 73-79 known | 0-24 13066, 73-79 13066 | 1.250x + 13115 by 25 (0-24 at 13115) without 25-79 off | 73 truncation',
      '1 condenses at 400k: 0-67 condensed-away, 68-79 known | 68-79 13502 | 1.248x + 13624 by 12 (68-79 at 13624) without 0-67 condensed-away',
      '1 condenses at 700k: 0-54 condensed-away, 55-79 known | 55-79 12834 | 1.250x + 13046 by 25 (55-79 at 13046) without 0-54 condensed-away',
      '1 condenses-unrecorded at 400k: 0-67 lost-history, 68-79 known | 68-79 13502 | 1.248x + 13624 by 12 (68-79 at 13624) without 0-67 lost-history',
      '1 condenses-unrecorded at 700k: 0-54 lost-history, 55-79 known | 55-79 12834 | 1.250x + 13046 by 25 (55-79 at 13046) without 0-54 lost-history',
      '1 first-and-rest at 31: 0-79 lost-history',
      '1 rest at 31: 0-79 lost-history',
      '1 hole at 31: 0-14 known, 15-79 lost-history | 0-14 13060 | 1.251x + 13065 by 15 (0-14 at 13065) without 15-79 lost-history',
      '1 hole at 90: 0-44 known, 45-79 lost-history | 0-44 13076 | 1.250x + 13158 by 45 (0-44 at 13158) without 45-79 lost-history',
      '1 second-third at 31: 0-25 known, 26-79 lost-history | 0-25 13069 | 1.250x + 13143 by 26 (0-25 at 13143) without 26-79 lost-history',
      '1 last-four at 31: 0-79 lost-history',
      '2 deletes at 400k: 0-75 lost-history, 76-79 known | 76-79 6910',
      '2 deletes at 700k: 0-73 lost-history, 74-79 known | 74-79 6941 | 1.249x + 6855 by 6 (74-79 at 6855) without 0-73 lost-history',
      '2 hides at 400k: 0-79 known | 0-39 33675, 40-79 6823 | 13 truncation, 18 truncation, 23 truncation, 30 truncation, 37 truncation, 48 truncation, 56 truncation, 62 truncation, 70 truncation, 78 truncation',
      '2 hides at 700k: 0-79 known | 0-39 33674, 40-79 6822 | 24 truncation, 37 truncation, 55 truncation, 71 truncation',
      '2 hides-item at 400k: 0-12 known, 13-79 sent-less | 0-12 33677 | 1.250x + 33719 by 13 (0-12 at 33719) without 13-79 off',
      '2 hides-item at 700k: 0-23 known, 24-70 sent-less, 71-79 known | 0-23 33662, 71-79 6825 | 1.251x + 33680 by 24 (0-23 at 33680) without 24-79 off | 71 truncation',
      '2 condenses at 400k: 0-67 condensed-away, 68-79 known | 68-79 7102 | 1.248x + 7224 by 12 (68-79 at 7224) without 0-67 condensed-away',
      '2 condenses at 700k: 0-53 condensed-away, 54-79 known | 54-79 6420 | 1.250x + 6535 by 26 (54-79 at 6535) without 0-53 condensed-away',
      '2 condenses-unrecorded at 400k: 0-67 lost-history, 68-79 known | 68-79 7102 | 1.248x + 7224 by 12 (68-79 at 7224) without 0-67 lost-history',
      '2 condenses-unrecorded at 700k: 0-53 lost-history, 54-79 known | 54-79 6420 | 1.250x + 6535 by 26 (54-79 at 6535) without 0-53 lost-history',
      '2 first-and-rest at 31: 0-79 lost-history',
      '2 rest at 31: 0-79 lost-history',
      '2 hole at 31: 0-14 known, 15-79 lost-history | 0-14 33660 | 1.251x + 33665 by 15 (0-14 at 33665) without 15-79 lost-history',
      '2 hole at 90: 0-44 known, 45-79 lost-history | 0-39 33681, 40-44 6832 | 1.250x + 7053 by 45 (0-39 at 33805, 40-44 at 7053) without 45-79 lost-history',
      '2 second-third at 31: 0-25 known, 26-79 lost-history | 0-25 33669 | 1.250x + 33743 by 26 (0-25 at 33743) without 26-79 lost-history',
      '2 last-four at 31: 0-79 lost-history',
    ])
  })
})
